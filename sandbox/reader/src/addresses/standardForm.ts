import { SUBURB_WORDS, TITLES, UNITS } from './abbreviations.ts';
import { foldOrdinals } from '../text/normalise.ts';
import type { Part } from './tokens.ts';
import { wordSet } from '../text/pattern.ts';

/** The name of a street with titles in full, in name case. */
export const standardStreet = (written: string): string =>
  inFull(written, (plain, first) => (first || plain.length > 1 ? TITLES[plain] : undefined));

/** The same, with the number of a road as in `BR-116`. */
export const standardRoad = (written: string): string =>
  standardStreet(written).replace(
    /^(BR|[A-Z]{2}) ?-? ?(\d{3})(?= |$)/i,
    (_, road: string, number: string) => `${road.toUpperCase()}-${number}`,
  );

/** The name of a suburb with abbreviations in full. A single letter is one only with its dot. */
export function standardSuburb(written: string): string {
  const full = inFull(written, (plain, first, dotted) => {
    const isShort = (first || plain === 'hab' || plain === 'ind') && (plain.length > 1 || dotted);
    return (isShort ? SUBURB_WORDS[plain] : undefined) ?? TITLES[plain];
  });
  return full.charAt(0).toUpperCase() + full.slice(1);
}

type Lookup = (plain: string, first: boolean, dotted: boolean) => string | undefined;

/** A name with its abbreviations in full, in name case. */
function inFull(written: string, lookup: Lookup): string {
  const words = expandOurLady(written)
    .replace(/\.(?=\p{L})/gu, '. ')
    .split(/\s+/);
  const full = words.map((word, index) => {
    const dotted = word.endsWith('.');
    const isLast = index === words.length - 1;
    const found = isLast && !dotted ? undefined : lookup(foldOrdinals(word.replace(/\.$/, '')), index === 0, dotted);
    // In capitals if the name is: the case of the whole name is changed afterwards.
    return repairWord(found && word.length > 2 && word === word.toUpperCase() ? found.toUpperCase() : (found ?? word));
  });
  return properCase(full.join(' ')).replace(/\s+/g, ' ').trim();
}

const expandOurLady = (written: string) =>
  written.replace(/(?<![\p{L}.])(n\.?\s?s(?:ra|\.)|nossa\s+sra|n(?:sa|ssa)\.?\s*sra)\.?(?=\s)/giu, (found) =>
    found === found.toUpperCase() ? 'NOSSA SENHORA' : 'Nossa Senhora',
  );

const PARTICLES = wordSet`
  de da do das dos e em na no nas nos com ao aos del du
`;
const ROMAN = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/;

export const isParticle = (plain: string) => PARTICLES.has(plain);

/** Name case: particles such as `de` in lower case, other words capitalised; mixed case is kept. */
function properCase(text: string): string {
  const isUpperCase = text === text.toUpperCase() && (text.match(/\p{L}/gu)?.length ?? 0) > 4;
  const isOneCase = isUpperCase || text === text.toLowerCase();
  return text.replace(/[\p{L}\p{N}]+/gu, (written) => {
    const word = isUpperCase ? withCertainAccents(written) : written;
    const plain = foldOrdinals(word);
    if (PARTICLES.has(plain)) return word.toLowerCase();
    if (isOneCase && /^\d+[oa]$/.test(plain)) return word.replace(/o$/i, 'º').replace(/a$/i, 'ª');
    if (isOneCase && (ROMAN.test(plain) || (/\d/.test(word) && word.length < 6))) return word.toUpperCase();
    return word.charAt(0).toUpperCase() + (isOneCase ? word.slice(1).toLowerCase() : word.slice(1));
  });
}

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
  /^(?=.*\p{L}.*\p{L})(?=.*[015])(?!\p{L}{1,3}\d+$)(?!\d+[A-Z]{0,2}$)[\p{L}015']{3,}$|^\p{Lu}{2,}0$/u.test(word);

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
  const joined = (separator: string, parts: (Part | string | null)[]) =>
    parts
      .map((part) => (typeof part === 'string' ? part : part?.stdValue))
      .filter(Boolean)
      .join(separator);
  const street = joined(', ', [joined(' ', [rotulo, logradouro]), numero]);
  const house = joined(' - ', [street, joined(', ', complements.map(standardComplement))]);
  const country = pais?.stdValue === 'Brasil' ? null : pais;
  return joined('\n', [house, bairro, joined(' - ', [cidade, estado]), cep, country]) || null;
}

/** `apto. 12`, `bl B` as `Apto 12, Bloco B`. */
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
