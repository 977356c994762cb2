// Where on its page a value stands, for the console, which marks it.
import { setImmediate as pause } from 'node:timers/promises';
import type { Box, PlacedText } from 'document-processing-reader';

/** A word of a page: its letters and digits alone, and where it is. */
type Word = { key: string; box: Box };

const MONTHS = (
  'janeiro january fevereiro february março march abril april maio may junho june julho july agosto august ' +
  'setembro september outubro october novembro november dezembro december'
).split(' ');

type Field = { name: string; value: string | null };

/** Of a place that another field of the part has. */
const TAKEN = 0.3;

/** What stands more often on a page, such as the label of thousands of values, tells no place from another. */
const MOST_ALIKE = 200;

/**
 * Finds where on a page the values of fields are printed. An answer has no places; so this looks for each value, in the ways
 * it may be printed, and of several takes the one nearest to the field's label.
 */
export class PagePlaces {
  readonly #words: Word[];
  /** The places of words in the text, by their first letter. */
  readonly #beginnings: Map<string | undefined, number[]>;
  readonly #found = new Map<string, Word[][]>();

  constructor(texts: PlacedText[]) {
    this.#words = texts.flatMap(wordsOf);
    this.#beginnings = Map.groupBy(this.#words.keys(), (at) => this.#words[at]?.key[0]);
  }

  /**
   * The places of the fields of one part, null where there is none. Equal values have a place each, if there are several.
   * Others get their turn meanwhile.
   */
  async find(fields: Field[]): Promise<(Box[] | null)[]> {
    const taken = new Set<Word>();
    const places: (Box[] | null)[] = fields.map(() => null);
    const sought = [];
    for (const [at, { name, value }] of fields.entries()) {
      await pause();
      const found = value === null ? [] : printedForms(value).flatMap((form) => this.#runs(form));
      sought.push({ at, found, labels: this.#labels(name) });
    }
    // Who has one label alone knows best which place is its own.
    const surestFirst = (labels: Word[][]) => labels.length || Number.MAX_SAFE_INTEGER;
    for (const { at, found, labels } of sought.toSorted((a, b) => surestFirst(a.labels) - surestFirst(b.labels))) {
      await pause();
      const cost = (run: Word[]) => distance(labels, run) + (taken.has(run[0] as Word) ? TAKEN : 0);
      const [nearest] = found.map((run) => ({ run, cost: cost(run) })).sort((a, b) => a.cost - b.cost);
      if (!nearest) continue;
      taken.add(nearest.run[0] as Word);
      places[at] = linesOf(nearest.run);
    }
    return places;
  }

  /** Where the label of a field may be: all its words in a row, else the word of it that the page has least often. */
  #labels(name: string): Word[][] {
    const whole = this.#runs(keyOf(name));
    if (whole.length > 0) return whole;
    const words = name
      .split('_')
      .map(keyOf)
      .map((key) => this.#runs(key).filter(({ length }) => length === 1))
      .filter((runs) => runs.length > 0);
    return words.toReversed().sort((a, b) => a.length - b.length)[0] ?? [];
  }

  /** Words in a row whose letters together are the text. */
  #runs(text: string): Word[][] {
    const known = this.#found.get(text);
    if (known) return known;
    const all = (this.#beginnings.get(text[0]) ?? []).flatMap((from) => {
      const run = this.#runFrom(from, text);
      return run ? [run] : [];
    });
    const runs = all.length > MOST_ALIKE ? [] : all;
    this.#found.set(text, runs);
    return runs;
  }

  #runFrom(from: number, text: string): Word[] | null {
    let rest = text;
    let at = from;
    while (rest !== '') {
      const word = this.#words[at++];
      if (!word || !rest.startsWith(word.key)) return null;
      rest = rest.slice(word.key.length);
    }
    return this.#words.slice(from, at);
  }
}

/** A text in its words, whose places are in proportion to their letters. */
function wordsOf({ text, left, top, width, height }: PlacedText): Word[] {
  const letter = width / Math.max(1, text.length);
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const key = keyOf(word);
    return key === '' ? [] : [{ key, box: { left: left + index * letter, top, width: word.length * letter, height } }];
  });
}

const keyOf = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A value as it may be printed: answers have dates and amounts in one form. */
function printedForms(value: string): string[] {
  const forms = [keyOf(value)];
  const date = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(value);
  if (date) {
    const [, year = '', month = '', day = ''] = date;
    forms.push(
      `${day}${month}${year}`,
      `${month}${day}${year}`,
      `${year}${month}${day}`,
      `${day}${month}${year.slice(2)}`,
    );
    forms.push(...MONTHS.slice(2 * Number(month) - 2, 2 * Number(month)).flatMap((name) => longDates(name, day, year)));
  }
  // 87.5 is printed 87,50; 1200.00 also 1200.
  if (/^\d+\.\d$/.test(value)) forms.push(`${keyOf(value)}0`);
  if (/^\d+\.00?$/.test(value)) forms.push(value.replace(/\.0+$/, ''));
  if (/^\d+$/.test(value)) forms.push(`${value}00`);
  return [...new Set(forms)].flatMap((form) => [form, `r${form}`]).filter((form) => form !== 'r');
}

const longDates = (month: string, day: string, year: string) => {
  const [name, dayNumber] = [keyOf(month), String(Number(day))];
  return [day, dayNumber].flatMap((number) => [
    `${number}de${name}de${year}`,
    `${name}${number}${year}`,
    `${number}${name}${year}`,
  ]);
};

/** From the nearest label; a value stands right of its label or below it. Without a label the first in the text. */
function distance(labels: Word[][], value: Word[]): number {
  const [first] = value as [Word];
  return Math.min(
    2,
    ...labels.map((label) => {
      const last = label.at(-1) as Word;
      if (label.some((word) => value.includes(word))) return 2;
      const down = first.box.top - last.box.top;
      const right = first.box.left - last.box.left;
      return Math.abs(down) + Math.abs(right) + (down < -0.01 || right < -0.1 ? 1 : 0);
    }),
  );
}

/** One box for each line of the words. */
function linesOf(words: Word[]): Box[] {
  const lines: Box[] = [];
  for (const { box } of words) {
    const last = lines.at(-1);
    if (!last || Math.abs(last.top - box.top) > box.height / 2 || box.left < last.left) lines.push({ ...box });
    else last.width = box.left + box.width - last.left;
  }
  return lines;
}
