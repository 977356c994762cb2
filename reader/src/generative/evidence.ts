import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { meanScore, type NamedTable } from '../documents/fields.ts';
import type { NamedSection } from '../documents/sections.ts';
import type { NamedField } from '../reading.ts';
import { amountsIn } from '../text/amounts.ts';
import { datesIn } from '../text/dates.ts';
import { similarity } from '../text/distance.ts';
import { identifier } from '../text/naming.ts';
import { normaliseValue } from '../text/values.ts';
import type { Reply } from './modelEndpoint.ts';
import { findDates } from './rules/datesInText.ts';
import { findAmounts } from './rules/numbersInText.ts';

/** What a document says, for values to be held against it. */
type Evidence = { texts: Words[]; dates: Set<string>; amounts: Set<string> };

/** The words of a text in their order, and where each stands. */
type Words = { words: string[]; places: Map<string, number[]>; split: Split };
/** `11.222.333/0001-81` is one number, `R.1/12.345` holds two: a value may stand for either. */
type Split = (text: string) => string[];

/** How sure a value is that stands in the document; whether it stands for what it is called, nobody checked. */
const STANDS = 0.9;
/** Numbers this short stand in every document. */
const SHORT_NUMBER = 0.6;
/** Nothing can be held against a document without text. */
const UNCHECKED = 0.3;
const DOUBTFUL = 0.3;
/** From here on a text is the same one with a letter misread; under the other it is another text. */
const SAME = 0.88;
const LIKE = 0.75;

export function evidenceOf(text: string): Evidence {
  const dates = new Set([...findDates(text).map(({ value }) => value), ...datesIn(text)]);
  return {
    texts: [indexed(text, joined), indexed(text, apart)],
    dates,
    amounts: new Set([...findAmounts(text).map(({ value }) => value), ...amountsIn(text)]),
  };
}

function indexed(text: string, split: Split): Words {
  const words = split(text);
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word);
    if (!known) places.set(word, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  });
  return { words, places, split };
}

const MOST_PLACES = 400;

/** How far the document bears a value out; null if it does not say it. */
export function support(value: string, evidence: Evidence): number | null {
  if (evidence.texts.every(({ words }) => words.length === 0)) return UNCHECKED;
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (iso) return evidence.dates.has(value) ? STANDS : null;
  if (/^\d+\.\d{2}$/.test(value) && evidence.amounts.has(value)) return STANDS;
  const scores = evidence.texts.map((text) => supportIn(text, value)).filter((score) => score !== null);
  return scores.length === 0 ? null : Math.max(...scores);
}

function supportIn(text: Words, value: string): number | null {
  const wanted = text.split(value);
  // A digit more or less is another number, however alike the rest is.
  if (wanted.length === 0 || !wanted.filter(isNumber).every((number) => text.places.has(number))) return null;
  if (wanted.length === 1 && isNumber(wanted[0] ?? '')) return value.length < 3 ? SHORT_NUMBER : STANDS;
  const likeness = bestLikeness(wanted, text);
  if (likeness === 1) return STANDS;
  return likeness >= SAME ? STANDS * likeness : likeness >= LIKE ? DOUBTFUL : null;
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** Letters without accents; numbers with what stands between their points, or without the points. */
const apart: Split = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+|\d+/gu) ?? [];
const joined: Split = (text) => apart(text.replace(/(?<=\d)\s?[.,/-]\s?(?=\d)/g, ''));

/** The run of words most like the wanted ones; it is looked for where one of them stands. */
function bestLikeness(wanted: string[], { words, places }: Words): number {
  const text = wanted.join(' ');
  let best = 0;
  for (const from of startsOf(wanted, words, places)) {
    for (const count of [wanted.length, wanted.length - 1, wanted.length + 1]) {
      const run = words.slice(from, from + count);
      if (!wanted.filter(isNumber).every((number) => run.includes(number))) continue;
      best = Math.max(best, run.join(' ') === text ? 1 : likenessOf(text, run.join(' ')));
      if (best === 1) return 1;
    }
  }
  return best;
}

/** A long text is compared by its beginning, its end and its length. */
const likenessOf = (a: string, b: string): number =>
  a.length <= LONG
    ? similarity(a, b)
    : Math.min(similarity(a.slice(0, LONG), b.slice(0, LONG)), similarity(a.slice(-LONG), b.slice(-LONG)));
const LONG = 300;

/**
 * Where a run may begin: counted back from the rarest of the wanted words, or, if all were misread, anywhere for a
 * short text.
 */
function startsOf(wanted: string[], words: string[], places: Map<string, number[]>): Set<number> {
  const known = wanted
    .map((word, offset) => ({ offset, at: places.get(word) ?? [] }))
    .filter(({ at }) => at.length > 0);
  const rarest = known.toSorted((a, b) => a.at.length - b.at.length).slice(0, 3);
  const starts = rarest.flatMap(({ offset, at }) =>
    at.flatMap((place) => [place - offset, place - offset - 1, place - offset + 1]),
  );
  if (known.length === 0 && wanted.length <= 3 && words.length <= MOST_WORDS) return new Set(words.keys());
  return new Set(starts.filter((start) => start >= 0).slice(0, MOST_STARTS));
}

const MOST_WORDS = 5000;
const MOST_STARTS = 90;

type Named = { name: string; value: string | null };

/** What a model answered as sections; each value as sure as the document bears it out, and none that it does not. */
export const presentReply = ({ sections }: Reply, evidence: Evidence): NamedSection[] =>
  sections.map(({ name, fields, tables }) => {
    const shaped = {
      fields: fields.map((one) => checked(one, evidence)),
      tables: tables.map((table) => presentTable(table, evidence)),
    };
    const score = meanScore(
      [...shaped.fields, ...shaped.tables.flatMap(({ values }) => values.flat())].filter(({ value }) => value !== null),
    );
    return { name: identifier(name), stdName: identifier(name), score, ...shaped };
  });

function presentTable({ name, rows }: Reply['sections'][number]['tables'][number], evidence: Evidence): NamedTable {
  const columns = [...new Set(rows.flat().map((cell) => identifier(cell.name)))];
  const values = rows.map((row) =>
    columns.map((column) =>
      checked({ name: column, value: row.find((cell) => identifier(cell.name) === column)?.value ?? null }, evidence),
    ),
  );
  const score = meanScore(values.flat());
  return {
    name: identifier(name),
    stdName: identifier(name),
    score,
    headers: columns.map((column) => ({ name: column, stdName: column, score })),
    values,
  };
}

function checked({ name, value }: Named, evidence: Evidence): NamedField {
  const own = identifier(name);
  const said = value?.trim() ? normaliseValue(value.trim()) : null;
  const score = said === null || isFalseNumber(own, said) ? null : support(said, evidence);
  return { name: own, stdName: own, value: score === null ? null : said, score };
}

/** A CPF or CNPJ whose check digits are wrong was misread. */
function isFalseNumber(name: string, value: string): boolean {
  if (!/cpf|cnpj|document/.test(name) || !/^[A-Z\d]{11}$|^[A-Z\d]{14}$/.test(value)) return false;
  return !isValidCpf(value) && !isValidCnpj(value, { version: 2 });
}
