import type { TextItem } from '../../reading.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { mentions } from '../classification/phrases.ts';
import type { TextRow } from './cardNumber.ts';
import { textList } from '../../text/pattern.ts';

type Place = { x: number; y: number; size: number };
/** A month with the place it stands at. */
export type DatedPlace = Place & { month: string; year: string; confidence: number };

const FORM = /(?<![\d/])(0\s?[1-9]|1\s?[0-2])\s?\/\s?(2\s?0\s?\d\s?\d|\d\s?\d)(?![\d/])/g;
/** Two readings of one date begin no farther apart, in ems. */
const SAME_PLACE = 1.5;

const bare = (digits: string) => digits.replace(/\s/g, '');

/** The months in these rows. */
export const monthsIn = (rows: TextRow[]): DatedPlace[] =>
  rows.flatMap(({ text, confidence, places, y, size }) =>
    [...text.matchAll(FORM)].map(({ 1: month = '', 2: year = '', index }) => ({
      month: bare(month),
      year: bare(year).padStart(4, '20'),
      confidence,
      x: places[index] ?? 0,
      y,
      size,
    })),
  );

/**
 * The latest of the months that are not said to begin something: cards may print when they, or a membership, began.
 * Null where readings differ about it.
 */
export function expiryFrom(readings: DatedPlace[][], words: TextItem[]): DatedPlace | null {
  const months = readings.flat().filter((month) => !isBeginning(month, words));
  const latest = months.toSorted((a, b) => asNumber(b) - asNumber(a) || b.confidence - a.confidence)[0];
  const isOther = (month: DatedPlace) => latest && isSamePlace(month, latest) && asNumber(month) !== asNumber(latest);
  return months.some(isOther) ? null : (latest ?? null);
}

const asNumber = ({ month, year }: DatedPlace) => Number(year) * 12 + Number(month);

const isSamePlace = (a: DatedPlace, b: DatedPlace) =>
  Math.hypot(a.x - b.x, a.y - b.y) <= SAME_PLACE * Math.max(a.size, b.size);

const BEGINNING = ['VÁLIDO DE', 'VÁLIDO DESDE', 'VALID FROM', 'DESDE', 'SINCE', 'EMISSÃO', 'ISSUED'];
const END = textList(`
  VÁLIDO ATÉ | VÁLIDA ATÉ | VALID THRU | GOOD THRU | VALID TO | VALIDADE | VENCIMENTO | EXPIRES | EXPIRY | ATÉ | THRU
`);
/** How far above a date its label stands, in ems of the date, and how far left of it that one may begin. */
const NEAR = { above: 2.2, aside: 1.2 };

/** Whether the nearest words right over a date, or right before it, that tell one from the other say that it begins something. */
function isBeginning(date: Place, words: TextItem[]): boolean {
  const near = words.filter((word) => isOver(word, date) || isBefore(word, date));
  const said = near
    .toSorted((a, b) => Math.hypot(a.x - date.x, a.y - date.y) - Math.hypot(b.x - date.x, b.y - date.y))
    .map(({ text }) => ({ begins: mentionsAny(text, BEGINNING), ends: mentionsAny(text, END) }));
  return said.find(({ begins, ends }) => begins !== ends)?.begins ?? false;
}

/** Short phrases are words of their own. */
function mentionsAny(text: string, phrases: string[]): boolean {
  const words = text.split(/\s+/).map(lookAlikeKey);
  return phrases.some((phrase) =>
    phrase.length < 6 ? words.includes(lookAlikeKey(phrase)) : mentions(words.join(''), phrase),
  );
}

const isOver = ({ x, y }: TextItem, date: Place) =>
  y < date.y && date.y - y <= NEAR.above * date.size && Math.abs(x - date.x) <= NEAR.aside * date.size;

const isBefore = ({ x, y, width }: TextItem, date: Place) =>
  Math.abs(y - date.y) <= 0.6 * date.size && x < date.x && date.x - x - width <= NEAR.aside * date.size;
