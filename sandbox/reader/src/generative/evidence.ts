import type { NamedField } from '../reading.ts';
import { similarity } from '../text/distance.ts';
import { meanScore, type NamedTable } from '../documents/values/namedFields.ts';
import type { NamedSection } from '../documents/sections.ts';
import { amountsIn } from '../text/amounts.ts';
import { datesIn } from '../text/dates.ts';
import { identifier } from '../text/naming.ts';
import { fold } from '../text/normalise.ts';
import { isCnpj, isCpf } from '../text/taxNumbers.ts';
import { normaliseValue } from '../text/values.ts';
import type { Reply } from './modelEndpoint.ts';
import { findDates } from './rules/datesInText.ts';
import { findAmounts } from './rules/numbersInText.ts';

/** The content of a document in the forms that values are checked against. */
type Evidence = { texts: IndexedText[]; dates: Set<string>; amounts: Set<string> };

/** The words of a text in order, and the positions of each. */
type IndexedText = { words: string[]; positions: Map<string, number[]>; split: Split };
/** `11.222.333/0001-81` is one number, `R.1/12.345` holds two: a value is checked in both ways. */
type Split = (text: string) => string[];

/** The score of a value that the document contains. Whether it belongs to its field name is not checked. */
const CONTAINED = 0.9;
/** Numbers of one or two digits are in every document. */
const SHORT_NUMBER = 0.6;
/** A document without text cannot confirm anything. */
const UNCHECKED = 0.3;
const DOUBTFUL = 0.3;
/** From `SAME` on two texts differ by a misread letter; under `LIKE` they are different texts. */
const SAME = 0.88;
const LIKE = 0.75;

/** Prepares the text of a document for `support`. */
export function evidenceOf(text: string): Evidence {
  const dates = new Set([...findDates(text).map(({ value }) => value), ...datesIn(text)]);
  return {
    texts: [indexText(text, joinedNumbers), indexText(text, separateNumbers)],
    dates,
    amounts: new Set([...findAmounts(text).map(({ value }) => value), ...amountsIn(text)]),
  };
}

function indexText(text: string, split: Split): IndexedText {
  const words = split(text);
  return { words, positions: Map.groupBy(words.keys(), (at) => words[at] as string), split };
}

/** How well the document supports a value, as a score up to 0.9; null if it does not contain it. */
export function support(value: string, evidence: Evidence): number | null {
  if (evidence.texts.every(({ words }) => words.length === 0)) return UNCHECKED;
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (iso) return evidence.dates.has(value) ? CONTAINED : null;
  if (/^\d+\.\d{2}$/.test(value) && evidence.amounts.has(value)) return CONTAINED;
  const scores = evidence.texts.map((text) => supportIn(text, value)).filter((score) => score !== null);
  return scores.length === 0 ? null : Math.max(...scores);
}

function supportIn(text: IndexedText, value: string): number | null {
  const wanted = text.split(value);
  // Numbers must be equal: one digit more or less is another number.
  if (wanted.length === 0 || !wanted.filter(isNumber).every((number) => text.positions.has(number))) return null;
  if (wanted.length === 1 && isNumber(wanted[0] ?? '')) return value.length < 3 ? SHORT_NUMBER : CONTAINED;
  const likeness = bestSimilarity(wanted, text);
  if (likeness === 1) return CONTAINED;
  return likeness >= SAME ? CONTAINED * likeness : likeness >= LIKE ? DOUBTFUL : null;
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** Folded words; a number ends at each point, comma, slash or hyphen. */
const separateNumbers: Split = (text) => fold(text).match(/\p{L}+|\d+/gu) ?? [];
/** The same with numbers joined over these signs. */
const joinedNumbers: Split = (text) => separateNumbers(text.replace(/(?<=\d)\s?[.,/-]\s?(?=\d)/g, ''));

/** The similarity of the best run of words; runs are tried where one of the wanted words is. */
function bestSimilarity(wanted: string[], { words, positions }: IndexedText): number {
  const text = wanted.join(' ');
  let best = 0;
  for (const from of possibleStarts(wanted, words, positions)) {
    for (const count of [wanted.length, wanted.length - 1, wanted.length + 1]) {
      const run = words.slice(from, from + count);
      if (!wanted.filter(isNumber).every((number) => run.includes(number))) continue;
      best = Math.max(best, run.join(' ') === text ? 1 : similarityOf(text, run.join(' ')));
      if (best === 1) return 1;
    }
  }
  return best;
}

/** A long text is compared by its beginning, its end and its length. */
const similarityOf = (a: string, b: string): number =>
  a.length <= LONG
    ? similarity(a, b)
    : Math.min(similarity(a.slice(0, LONG), b.slice(0, LONG)), similarity(a.slice(-LONG), b.slice(-LONG)));
const LONG = 300;

/**
 * Where a run may begin: counted back from the rarest of the wanted words. If all of them were misread, a short value
 * may begin anywhere.
 */
function possibleStarts(wanted: string[], words: string[], positions: Map<string, number[]>): Set<number> {
  const known = wanted
    .map((word, offset) => ({ offset, at: positions.get(word) ?? [] }))
    .filter(({ at }) => at.length > 0);
  const rarest = known.toSorted((a, b) => a.at.length - b.at.length).slice(0, 3);
  if (known.length === 0 && wanted.length <= 3 && words.length <= MOST_WORDS) return new Set(words.keys());
  const starts = rarest.flatMap(({ offset, at }) =>
    // Not of each place of a word that is everywhere; before the first ones may be too little room.
    at
      .slice(0, MOST_STARTS + wanted.length)
      .flatMap((position) => [position - offset, position - offset - 1, position - offset + 1]),
  );
  return new Set(starts.filter((start) => start >= 0).slice(0, MOST_STARTS));
}

const MOST_WORDS = 5000;
const MOST_STARTS = 90;

type NamedValue = { name: string; value: string | null };

/** The model's reply as sections. Each value is scored by its support; values without support become null. */
export const toNamedSections = ({ sections }: Reply, evidence: Evidence): NamedSection[] =>
  sections.map((section) => {
    const fields = section.fields.map((one) => checkedField(one, evidence));
    const tables = section.tables.map((table) => toNamedTable(table, evidence));
    const values = [...fields, ...tables.flatMap((table) => table.values.flat())];
    return { ...named(section.name, meanScore(values)), fields, tables };
  });

const named = (name: string, score: number | null) => ({ name: identifier(name), stdName: identifier(name), score });

function toNamedTable({ name, rows }: Reply['sections'][number]['tables'][number], evidence: Evidence): NamedTable {
  const columns = [...new Set(rows.flat().map((cell) => identifier(cell.name)))];
  const values = rows.map((row) => {
    // Of cells of one name the first counts.
    const cells = new Map(row.toReversed().map((cell) => [identifier(cell.name), cell.value]));
    return columns.map((name) => checkedField({ name, value: cells.get(name) ?? null }, evidence));
  });
  const score = meanScore(values.flat());
  return { ...named(name, score), headers: columns.map((column) => named(column, score)), values };
}

function checkedField({ name, value }: NamedValue, evidence: Evidence): NamedField {
  const own = identifier(name);
  const normalised = value?.trim() ? normaliseValue(value.trim()) : null;
  const score = normalised === null || hasWrongCheckDigits(own, normalised) ? null : support(normalised, evidence);
  return { name: own, stdName: own, value: score === null ? null : normalised, score };
}

/** A CPF or CNPJ with wrong check digits was misread. */
function hasWrongCheckDigits(name: string, value: string): boolean {
  if (!/cpf|cnpj|document/.test(name) || !/^[A-Z\d]{11}$|^[A-Z\d]{14}$/.test(value)) return false;
  return !isCpf(value) && !isCnpj(value);
}
