import { SUBURB_WORDS, TITLES, UNITS } from './abbreviations.ts';
import { foldOrdinals } from '../text/normalise.ts';
import type { Part } from './tokens.ts';
import { wordSet } from '../text/pattern.ts';

/** The name of a street with titles in full, in name case. */
export const standardStreet = (written: string): string =>
  tidy(expand(written, (plain, first) => (first || plain.length > 1 ? TITLES[plain] : undefined)));

/** The same, with the number of a road as in `BR-116`. */
export const standardRoad = (written: string): string =>
  standardStreet(written).replace(
    /^(BR|[A-Z]{2}) ?-? ?(\d{3})(?= |$)/i,
    (_, road: string, number: string) => `${road.toUpperCase()}-${number}`,
  );

/** The name of a suburb with abbreviations in full. */
export function standardSuburb(written: string): string {
  const full = tidy(
    expand(
      written,
      (plain, first, dotted) =>
        (first || plain === 'hab' || plain === 'ind' ? suburbShort(plain, dotted) : undefined) ?? TITLES[plain],
    ),
  );
  return full.charAt(0).toUpperCase() + full.slice(1);
}

/** A single letter is an abbreviation only with its dot. */
const suburbShort = (plain: string, dotted: boolean) => (plain.length > 1 || dotted ? SUBURB_WORDS[plain] : undefined);

type Lookup = (plain: string, first: boolean, dotted: boolean) => string | undefined;

function expand(written: string, lookup: Lookup): string {
  const words = expandOurLady(written)
    .split(/\s+/)
    .flatMap((word) => word.replace(/\.(?=\p{L})/gu, '. ').split(' '));
  return words.map((word, index) => full(word, index, words.length, lookup)).join(' ');
}

function full(word: string, index: number, count: number, lookup: Lookup): string {
  const plain = foldOrdinals(word.replace(/\.$/, ''));
  const found = index < count - 1 || word.endsWith('.') ? lookup(plain, index === 0, word.endsWith('.')) : undefined;
  if (!found) return word;
  // In capitals if the name is: the case of the whole name is changed afterwards.
  return word.length > 2 && word === word.toUpperCase() ? found.toUpperCase() : found;
}

const expandOurLady = (written: string) =>
  written.replace(/(?<![\p{L}.])(n\.?\s?s(?:ra|\.)|nossa\s+sra|n(?:sa|ssa)\.?\s*sra)\.?(?=\s)/giu, (found) =>
    found === found.toUpperCase() ? 'NOSSA SENHORA' : 'Nossa Senhora',
  );

const tidy = (text: string) => properCase(text.split(' ').map(repairWord).join(' ')).replace(/\s+/g, ' ').trim();

const PARTICLES = wordSet`
  de da do das dos e em na no nas nos com ao aos del du
`;
const ROMAN = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/;

export const isParticle = (plain: string) => PARTICLES.has(plain);

/** Name case: particles such as `de` in lower case, other words capitalised; mixed case is kept. */
function properCase(text: string): string {
  const isUpperCase = text === text.toUpperCase() && (text.match(/\p{L}/gu)?.length ?? 0) > 4;
  const isLowerCase = text === text.toLowerCase();
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    isUpperCase || isLowerCase ? toNameCase(isUpperCase ? withCertainAccents(word) : word) : capitalised(word),
  );
}

function toNameCase(word: string): string {
  const plain = foldOrdinals(word);
  if (PARTICLES.has(plain)) return word.toLowerCase();
  if (/^\d+[oa]$/.test(plain)) return word.replace(/o$/i, 'º').replace(/a$/i, 'ª');
  if (ROMAN.test(plain) || (/\d/.test(word) && word.length < 6)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

const capitalised = (word: string) =>
  PARTICLES.has(foldOrdinals(word)) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1);

/** Text in capitals often lacks accents. Only certain ones are restored: SAO, JOAO, CONCEICAO, JOSE. */
function withCertainAccents(word: string): string {
  if (/^JOSE$/.test(word)) return 'JOSÉ';
  if (/[A-Z]{3}CAO$/.test(word) && word !== 'FALCAO') return word.replace(/CAO$/, 'ÇÃO');
  return /^[A-Z]+AO$/.test(word) ? word.replace(/AO$/, 'ÃO') : word;
}

/** Digits that text recognition may read for a letter inside a word. */
const LETTERS: Record<string, string> = { '0': 'o', '1': 'l', '5': 's' };

/** `Pau1ista` has a misread letter; `T37`, `1A` and `W3` do not. */
export const isMisread = (word: string) =>
  (/^[\p{L}015']{3,}$/u.test(word) &&
    /[015]/.test(word) &&
    (word.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !/^\p{L}{1,3}\d+$/u.test(word) &&
    !/^\d+[A-Z]{0,2}$/u.test(word)) ||
  /^\p{Lu}{2,}0$/u.test(word);

export function repairWord(word: string): string {
  if (!isMisread(word)) return word;
  const isUpperCase = word === word.toUpperCase();
  return word.replace(/[015]/g, (digit, at: number) =>
    isUpperCase || at === 0 ? (LETTERS[digit] ?? '').toUpperCase() : (LETTERS[digit] ?? ''),
  );
}

export type Parts = Record<
  'cep' | 'pais' | 'estado' | 'cidade' | 'bairro' | 'logradouro' | 'rotulo' | 'numero',
  Part | null
>;

/** The address as on a letter: street, suburb, city and state, postal code, and the country if it is not Brazil. */
export function postalForm(
  { rotulo, logradouro, numero, bairro, cidade, estado, cep, pais }: Parts,
  complements: string[],
): string | null {
  const standard = (part: Part | null) => part?.stdValue ?? '';
  const street = [[standard(rotulo), standard(logradouro)].filter(Boolean).join(' '), standard(numero)]
    .filter(Boolean)
    .join(', ');
  const house = [street, standardComplements(complements)].filter(Boolean).join(' - ');
  const city = [standard(cidade), standard(estado)].filter(Boolean).join(' - ');
  const country = standard(pais) === 'Brasil' ? '' : standard(pais);
  return [house, standard(bairro), city, standard(cep), country].filter(Boolean).join('\n') || null;
}

/** `apto. 12`, `bl B` as `Apto 12, Bloco B`. */
const standardComplements = (complements: string[]) => complements.map(standardComplement).filter(Boolean).join(', ');

function standardComplement(written: string): string {
  const words = written.replace(/(?<![.:])[.:]+(?=\s|$)/g, '').split(/\s+/);
  return properCase(words.map((word, index) => unitWord(word, index, words.length)).join(' '));
}

/** The unit in full; behind its number (`3º andar`) it stays in lower case. */
function unitWord(word: string, index: number, count: number): string {
  const plain = foldOrdinals(word);
  if (!(plain in UNITS) || (plain.length < 2 && count === 1)) return word;
  return index > 0 && /^(andar|pavimento|piso|and|pav)$/.test(plain)
    ? plain.startsWith('a')
      ? 'andar'
      : word.toLowerCase()
    : (UNITS[plain] ?? word);
}
