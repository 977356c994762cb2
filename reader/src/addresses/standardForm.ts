import { foldOrdinals } from '../text/normalise.ts';
import { suburbWordOf, titleOf, UNITS } from './abbreviations.ts';
import type { Part } from './tokens.ts';

/** The name of a street in full: titles written out, properly cased. */
export const standardStreet = (written: string): string =>
  finish(expand(written, (plain, first) => (first || plain.length > 1 ? titleOf(plain) : undefined)));

/** The same, and a road by its number: `BR 116` as `BR-116`. */
export const standardRoad = (written: string): string =>
  standardStreet(written).replace(
    /^(BR|[A-Z]{2}) ?-? ?(\d{3})(?= |$)/i,
    (_, road: string, number: string) => `${road.toUpperCase()}-${number}`,
  );

/** The name of a suburb in full. */
export function standardSuburb(written: string): string {
  const full = finish(
    expand(
      written,
      (plain, first, dotted) =>
        (first || plain === 'hab' || plain === 'ind' ? suburbShort(plain, dotted) : undefined) ?? titleOf(plain),
    ),
  );
  return full.charAt(0).toUpperCase() + full.slice(1);
}

/** A single letter stands for a word only with its dot. */
const suburbShort = (plain: string, dotted: boolean) => (plain.length > 1 || dotted ? suburbWordOf(plain) : undefined);

type Lookup = (plain: string, first: boolean, dotted: boolean) => string | undefined;

function expand(written: string, lookup: Lookup): string {
  const words = ourLady(written)
    .split(/\s+/)
    .flatMap((word) => word.replace(/\.(?=\p{L})/gu, '. ').split(' '));
  return words.map((word, index) => full(word, index, words.length, lookup)).join(' ');
}

function full(word: string, index: number, count: number, lookup: Lookup): string {
  const plain = foldOrdinals(word.replace(/\.$/, ''));
  const found = index < count - 1 || word.endsWith('.') ? lookup(plain, index === 0, word.endsWith('.')) : undefined;
  if (!found) return word;
  // In a name all in capitals the word that takes its place is so too, so that it is cased like the rest.
  return word.length > 2 && word === word.toUpperCase() ? found.toUpperCase() : found;
}

const ourLady = (written: string) =>
  written.replace(/(?<![\p{L}.])(n\.?\s?s(?:ra|\.)|nossa\s+sra|n(?:sa|ssa)\.?\s*sra)\.?(?=\s)/giu, (found) =>
    found === found.toUpperCase() ? 'NOSSA SENHORA' : 'Nossa Senhora',
  );

const finish = (text: string) => properCase(text.split(' ').map(repairWord).join(' ')).replace(/\s+/g, ' ').trim();

const PARTICLES = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'e',
  'em',
  'na',
  'no',
  'nas',
  'nos',
  'com',
  'ao',
  'aos',
  'del',
  'du',
]);
const ROMAN = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/;

export const isParticle = (plain: string) => PARTICLES.has(plain);

/**
 * A name as it is properly written: small `de`, `da` and `dos`, capitals elsewhere; mixed case stays as somebody wrote
 * it.
 */
function properCase(text: string): string {
  const shouted = text === text.toUpperCase() && (text.match(/\p{L}/gu)?.length ?? 0) > 4;
  const whispered = text === text.toLowerCase();
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    shouted || whispered ? recase(shouted ? accented(word) : word) : raised(word),
  );
}

function recase(word: string): string {
  const plain = foldOrdinals(word);
  if (PARTICLES.has(plain)) return word.toLowerCase();
  if (/^\d+[oa]$/.test(plain)) return word.replace(/o$/i, 'º').replace(/a$/i, 'ª');
  if (ROMAN.test(plain) || (/\d/.test(word) && word.length < 6)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

const raised = (word: string) =>
  PARTICLES.has(foldOrdinals(word)) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Capitals often come without accents; only those that can be nothing else are put back: SAO, JOAO, CONCEICAO, JOSE.
 */
function accented(word: string): string {
  if (/^JOSE$/.test(word)) return 'JOSÉ';
  if (/[A-Z]{3}CAO$/.test(word) && word !== 'FALCAO') return word.replace(/CAO$/, 'ÇÃO');
  return /^[A-Z]+AO$/.test(word) ? word.replace(/AO$/, 'ÃO') : word;
}

/** What recognition makes of letters. */
const LETTERS: Record<string, string> = { '0': 'o', '1': 'l', '5': 's' };

/** `Pau1ista` is a word with a misread letter; `T37`, `1A` and `W3` are none. */
export const isMisread = (word: string) =>
  (/^[\p{L}015']{3,}$/u.test(word) &&
    /[015]/.test(word) &&
    (word.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !/^\p{L}{1,3}\d+$/u.test(word) &&
    !/^\d+[A-Z]{0,2}$/u.test(word)) ||
  /^\p{Lu}{2,}0$/u.test(word);

export function repairWord(word: string): string {
  if (!isMisread(word)) return word;
  const shouted = word === word.toUpperCase();
  return word.replace(/[015]/g, (digit, at: number) =>
    shouted || at === 0 ? (LETTERS[digit] ?? '').toUpperCase() : (LETTERS[digit] ?? ''),
  );
}

export type Parts = Record<
  'cep' | 'pais' | 'estado' | 'cidade' | 'bairro' | 'logradouro' | 'rotulo' | 'numero',
  Part | null
>;

/**
 * The address as it stands on a letter: street, suburb, city with state, postcode, and the country if it is another.
 */
export function postalForm(
  { rotulo, logradouro, numero, bairro, cidade, estado, cep, pais }: Parts,
  complements: string[],
): string | null {
  const said = (part: Part | null) => part?.stdValue ?? '';
  const street = [[said(rotulo), said(logradouro)].filter(Boolean).join(' '), said(numero)].filter(Boolean).join(', ');
  const house = [street, standardComplements(complements)].filter(Boolean).join(' - ');
  const town = [said(cidade), said(estado)].filter(Boolean).join(' - ');
  const country = said(pais) === 'Brasil' ? '' : said(pais);
  return [house, said(bairro), town, said(cep), country].filter(Boolean).join('\n') || null;
}

/** `apto. 12`, `bl B` as `Apto 12, Bloco B`. */
const standardComplements = (complements: string[]) => complements.map(standardComplement).filter(Boolean).join(', ');

function standardComplement(written: string): string {
  const words = written.replace(/[.:]+(?=\s|$)/g, '').split(/\s+/);
  return properCase(words.map((word, index) => unitWord(word, index, words.length)).join(' '));
}

/** In front of something; a unit behind its number (`3º andar`) stays small. */
function unitWord(word: string, index: number, count: number): string {
  const plain = foldOrdinals(word);
  if (!Object.hasOwn(UNITS, plain) || (plain.length < 2 && count === 1)) return word;
  return index > 0 && /^(andar|pavimento|piso|and|pav)$/.test(plain)
    ? plain.startsWith('a')
      ? 'andar'
      : word.toLowerCase()
    : (UNITS[plain] ?? word);
}
