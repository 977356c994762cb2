import { suburbWordOf, titleOf } from './abbreviations.ts';
import { properCase } from './casing.ts';
import { fold } from './fold.ts';
import { repairWord } from './noise.ts';

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
  const plain = fold(word.replace(/\.$/, ''));
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
