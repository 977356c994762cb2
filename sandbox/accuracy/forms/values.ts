import { asCnpj, asCpf, amount, cnpj, cpf, withCnpjChecks, withKeyCheck } from '../synthetic/numbers.ts';
import { asPostcode, generateAddress } from '../synthetic/addresses.ts';
import { generateCompany } from '../synthetic/companies.ts';
import { dayBetween, printed as printedDay, two } from '../synthetic/dates.ts';
import { generatePerson } from '../synthetic/people.ts';
import { inFours, letters } from '../synthetic/invoices.ts';
import type { Random } from '../synthetic/random.ts';
import { textList } from '../../reader/src/text/pattern.ts';
import { rowsIn } from '../templates.ts';
import { asPrinted, type Value } from './sheet.ts';

/** Values of Brazilian documents. */
export const brazilian = {
  person: (random) => asPrinted(generatePerson(random).name),
  company: (random) => asPrinted(generateCompany(random).name),
  capitalCompany: (random) => asPrinted(generateCompany(random).name.toUpperCase()),
  cpf: (random) => both(cpf(random), asCpf),
  cnpj: (random) => both(cnpj(random), asCnpj),
  party: (random) => both(anyCnpj(random), asCnpj),
  date: (random) => both(dayBetween(random, 2019, 2026), printedDay),
  dateAndTime: (random) => asPrinted(timeAndDay(random).printed),
  /** Of what is printed with a time only the day counts, and of what is printed with a state only the city. */
  day: timeAndDay,
  town,
  amount: (random) => money(random, ''),
  reais: (random) => money(random, 'R$ '),
  rate: () => ({ printed: '2,00%', value: '2.00' }),
  percent: (random) => both(`${random.whole(1, 20)}.00`, (value) => value.replace('.', ',')),
  weight: (random) => asPrinted(`${random.whole(1, 30)}.${random.digits(3)},${random.digits(4)}`),
  number: (random) => asPrinted(`${random.whole(1, 9)}${random.digits(random.whole(3, 7))}`),
  small: (random) => asPrinted(String(random.whole(1, 99))),
  one: (random) => asPrinted(`${random.whole(1, 4)}/${random.whole(4, 6)}`),
  state: (random) => asPrinted(random.pick(['SP', 'MG', 'PR', 'RS', 'BA', 'GO', 'SC'])),
  city: (random) => asPrinted(generateAddress(random).city.name),
  cityAndState: (random) => asPrinted(town(random).printed),
  street: (random) => {
    const { street, number } = generateAddress(random);
    return asPrinted(`${street}, ${number}`);
  },
  suburb: (random) => asPrinted(generateAddress(random).suburb),
  postcode: (random) => asPrinted(asPostcode(generateAddress(random).postcode)),
  phone: (random) => asPrinted(`(${random.whole(11, 89)}) 3${random.digits(3)}-${random.digits(4)}`),
  email: (random) => asPrinted(generateCompany(random).email),
  plate: (random) => asPrinted(`${letters(random, 3)}${random.digits(1)}${letters(random, 1)}${random.digits(2)}`),
  /** Of a bill of carriage, and of an invoice of services on the national form. */
  key: (random) => {
    const { issuer, month } = issued(random);
    return both(withKeyCheck(`${random.whole(11, 53)}${month}${issuer}57${random.digits(21)}`), inFours);
  },
  serviceKey: (random) => {
    const { issuer, month } = issued(random);
    return asPrinted(withKeyCheck(`${random.digits(7)}22${issuer}${random.digits(13)}${month}${random.digits(9)}`));
  },
  protocol: (random) => asPrinted(`1${random.digits(14)}`),
  registration: (random) => asPrinted(random.chance(0.2) ? 'ISENTO' : random.digits(12)),
} satisfies Record<string, (random: Random) => Value>;

/** A label, the name of its field if that is another one, a value for it by chance, and its share of the width of a row. */
export type LabelledValue = { label: string; name: string | undefined; make: Make; chance: number; share: number };
type Make = (random: Random) => Value;

const LABELLED = /^([^>=]+?)(?: > (\w+))?(?: = (?:(\w+)|\[(.+)\]|"(.+)")(?:\?([\d.]+))?)?(?: ([\d.]+))?$/;

/**
 * The labels of a list, with the names of their fields if they differ, the name of a Brazilian value, some texts or one, how likely
 * that is there, and its share of the row: `Nome > nome_prestador = person?0.5 3 | Modal = [AÉREO; NAVAL] 1.5`.
 */
export const labelList = (list: string, own: Record<string, Make> = {}): LabelledValue[] =>
  textList(list).map((text) => {
    const [, label = text, name, maker = '', texts, always, chance = 1, share = 1] = LABELLED.exec(text) ?? [];
    const makers: Record<string, Make> = { ...brazilian, ...own };
    const make = texts ? oneOf(texts.split('; ')) : always ? () => asPrinted(always) : (makers[maker] as Make);
    return { label, name, make, chance: Number(chance), share: Number(share) };
  });

/** Such labels, a row in each line, and headings. */
export const rowsOf = (rows: string, own?: Record<string, Make>): (string | LabelledValue[])[] =>
  rowsIn(rows).map((row) => (row.startsWith('# ') ? row.slice(2) : labelList(row, own)));

/** Such a label with its value, a share of them empty. */
export const made =
  (random: Random, empty = 0) =>
  ({ make, chance, ...labelled }: LabelledValue) => {
    const isThere = !(empty && random.chance(empty)) && (chance === 1 || random.chance(chance));
    return { ...labelled, value: isThere ? (make?.(random) ?? null) : null };
  };

const oneOf =
  (texts: string[]): Make =>
  (random) =>
    asPrinted(random.pick(texts));

function town(random: Random): Value {
  const { city } = generateAddress(random);
  return { printed: `${city.name} - ${city.state}`, value: city.name };
}

function timeAndDay(random: Random): Value {
  const value = dayBetween(random, 2022, 2026);
  const time = [random.whole(0, 23), random.whole(0, 59), random.whole(0, 59)].map(two).join(':');
  return { printed: `${printedDay(value)} ${time}`, value };
}

function both(value: string, print: (value: string) => string): Value {
  return { printed: print(value), value };
}

function money(random: Random, currency: string): Value {
  const value = random.whole(100, random.pick([9_999, 999_999, 9_999_999])) / 100;
  return { printed: currency + amount(value), value: value.toFixed(2) };
}

const issued = (random: Random) => ({
  issuer: anyCnpj(random),
  month: `${random.whole(22, 26)}${two(random.whole(1, 12))}`,
});

const anyCnpj = (random: Random): string => random.pick([cnpj, cnpjWithLetters])(random);

/** As they are given from 2026 on. */
function cnpjWithLetters(random: Random): string {
  const root = `${letters(random, 2)}${random.digits(3)}${letters(random, 1)}${random.digits(2)}`;
  return withCnpjChecks(`${root}000${random.whole(1, 3)}`);
}
