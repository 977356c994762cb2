import { checkDigit } from '../../reader/src/recognition/mrz/formats.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import { dayBetween, yearsAfter, type Day } from './dates.ts';
import { generatePerson, type Person } from './people.ts';
import type { Random } from './random.ts';

export type Traveller = { person: Person; number: string; issued: Day; expires: Day };

export function generateTraveller(random: Random): Traveller {
  const issued = dayBetween(random, 2016, 2024);
  return {
    person: generatePerson(random),
    number: `${random.pick(['FX', 'GA', 'YC', 'FT'])}${random.digits(6)}`,
    issued,
    expires: yearsAfter(issued, 10),
  };
}

export const asHolder = ({ person, number, expires }: Omit<Traveller, 'issued'>, state = 'BRA'): Holder => ({
  ...person,
  number,
  expires,
  state,
  nationality: state,
});

/** The fields that the check digits of the machine-readable zone prove. */
export const VOUCHED = ['numero', 'data_nascimento', 'data_validade'];

export type Holder = Pick<Person, 'surname' | 'given' | 'born' | 'sex'> &
  Record<'number' | 'expires' | 'state' | 'nationality', string>;

const plain = (name: string): string =>
  withoutAccents(name)
    .toUpperCase()
    .replace(/[^A-Z]+/g, '<');
const six = (day: string): string => day.slice(2).replaceAll('-', '');
const filled = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<');
const withCheck = (text: string): string => text + checkDigit(text);

/** What the check digits of a zone prove, each with its digit. */
const provedOf = ({ number, born, expires }: Holder) => ({
  number: withCheck(filled(number, 9)),
  born: withCheck(six(born)),
  expires: withCheck(six(expires)),
});

const namesOf = ({ surname, given }: Holder) => `${plain(surname)}<<${plain(given)}`;

/** The two MRZ lines of a passport. */
export const passportLines = (holder: Holder, personal = ''): string[] => twoLines(holder, 'td3', personal);

/** The three MRZ lines of an identity card. */
export function cardLines(holder: Holder, code: string, optional = ''): string[] {
  const { number, born, expires } = provedOf(holder);
  const upper = filled(`${code.padEnd(2, '<')}${filled(holder.state, 3)}${number}${optional}`, 30);
  const rest = filled('', 11);
  const all = checkDigit(upper.slice(5) + born + expires + rest);
  return [
    upper,
    `${born}${holder.sex}${expires}${filled(holder.nationality, 3)}${rest}${all}`,
    filled(namesOf(holder), 30),
  ];
}

/**
 * Cards, large cards, passports, and visas in the size of a passport and of a large card (ICAO 9303); French identity cards
 * until 2021, which have neither an expiry nor a nationality in their zone.
 */
export const MRZ_KINDS = ['td1', 'td2', 'td3', 'mrva', 'mrvb', 'french'] as const;
export type MrzKind = (typeof MRZ_KINDS)[number];

/** The MRZ lines of a document of any of these kinds. */
export function mrzLines(holder: Holder, kind: MrzKind, optional = ''): string[] {
  if (kind === 'td1') return cardLines(holder, 'I', optional);
  return kind === 'french' ? frenchLines(holder) : twoLines(holder, kind, optional);
}

const CODES = { td2: 'I', td3: 'P', mrva: 'V', mrvb: 'V' };

function twoLines(holder: Holder, kind: keyof typeof CODES, optional: string): string[] {
  const length = kind === 'td3' || kind === 'mrva' ? 44 : 36;
  const { number, born, expires } = provedOf(holder);
  const upper = filled(`${CODES[kind]}<${filled(holder.state, 3)}${namesOf(holder)}`, length);
  const lower = `${number}${filled(holder.nationality, 3)}${born}${holder.sex}${expires}`;
  if (CODES[kind] === 'V') return [upper, filled(lower + optional, length)];
  const personal = filled(optional, 14);
  const own = kind === 'td2' ? filled(optional, 7) : personal + (optional ? checkDigit(personal) : '0');
  return [upper, lower + own + checkDigit(number + born + expires + own)];
}

/** A number of twelve digits, and names in places of their own; the last digit checks all that stands before it. */
function frenchLines({ surname, given, number, born, sex }: Holder): string[] {
  const upper = filled(`IDFRA${filled(plain(surname), 25)}`, 36);
  const lower = withCheck(number) + filled(plain(given), 14) + withCheck(six(born)) + sex;
  return [upper, lower + checkDigit(upper + lower)];
}
