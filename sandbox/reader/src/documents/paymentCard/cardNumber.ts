import validator from 'card-validator';
import type { TextItem } from '../../reading.ts';
import { digitFor, DOUBTFUL_DIGIT } from '../../text/lookAlikes.ts';
import { confidenceOf } from '../values/value.ts';

export type CardNumber = { number: string; network: string; confidence: number };

const GAP = '[ .-]{0,3}';
/** How the networks group their numbers; in one line they are grouped in other ways too. */
const GROUPINGS = ['4 4 4 4', '4 6 5', '4 6 4', '4 4 4 4 3'];
const GROUPED = [...GROUPINGS, '6 10', '4 3 3 3'].map((sizes) =>
  sizes.replace(/\d+/g, `${DOUBTFUL_DIGIT}{$&}`).replaceAll(' ', GAP),
);
const FORM = new RegExp(`(?<!\\w)(?:${GROUPED.join('|')}|\\d(?:[ -]{0,2}\\d){12,18})(?!\\w)`, 'g');

/** Numbers of cards in these rows: those that pass their check digit and begin as a network's numbers do. */
export function cardNumbers(rows: TextRow[]): CardNumber[] {
  return rows.flatMap(({ text, confidence }) =>
    formsIn(text).flatMap((form) => {
      const number = [...form].map(digitFor).join('').replace(/\D/g, '');
      const network = networkOf(number);
      return network ? [{ number, network, confidence }] : [];
    }),
  );
}

/** The beginning of an IBAN, of which one in some hundred has the digits of a card in it. */
const IBAN_BEFORE = /(?<!\w)[A-Z]{2}\d{2}(?:\s?[A-Z\d]{4})*\s?$/;

/** With its blanks; more is not looked through for each number. */
const LONGEST_IBAN = 42;

/** Groups of one or two digits beside long ones are of several numbers, as in the cells of a form. */
const isOfSeveral = (form: string) => /(?<!\w)\w{1,2}(?!\w)/.test(form) && /\w{5}/.test(form);

const formsIn = (text: string) =>
  [...text.matchAll(FORM)]
    .filter(({ index }) => !IBAN_BEFORE.test(text.slice(Math.max(0, index - LONGEST_IBAN), index)))
    .map(([form]) => form)
    .filter((form) => !isOfSeveral(form));

/** The short names that the service has for these networks. */
const SHORT: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };

function networkOf(digits: string): string | null {
  const { isValid, card } = validator.number(digits);
  return isValid && card && /[1-9]/.test(digits) ? (SHORT[card.type] ?? card.type) : null;
}

/** Pieces on one baseline as one text, from left to right, and where each of its letters stands. */
export type TextRow = TextItem & { confidence: number; places: number[] };

/**
 * Rows of a card, and its number where that stands in several of them; its groups of digits stand wide apart, or one
 * over the other.
 */
export function textRowsOf(items: TextItem[]): TextRow[] {
  const clusters: { y: number; size: number; items: TextItem[] }[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const cluster = clusters.findLast(({ y, size }) => Math.abs(item.y - y) <= 0.5 * Math.max(size, item.size));
    if (cluster) cluster.items.push(item);
    else clusters.push({ y: item.y, size: item.size, items: [item] });
  }
  return clusters.map(({ items: own }) => toTextRow(own.toSorted((a, b) => a.x - b.x)));
}

/** These pieces after one another. */
function toTextRow(items: TextItem[]): TextRow {
  const [first] = items as [TextItem];
  const last = items.at(-1) as TextItem;
  // The blank that joins two pieces stands where the first one ends.
  const places = items.flatMap(({ text, x, width }) => [
    ...Array.from(text.trim(), (_, index) => x + (width * index) / text.trim().length),
    x + width,
  ]);
  const text = items.map((item) => item.text.trim()).join(' ');
  return { ...first, text, confidence: confidenceOf(items), places, width: last.x + last.width - first.x };
}

const DIGIT_GROUPS = new RegExp(`^\\W{0,9}${DOUBTFUL_DIGIT}{3,6}(?:\\W{0,3}${DOUBTFUL_DIGIT}{3,6})?\\W*$`);
const MOST_LINES = 5;
const SAME_SIZE = 1.35;
/** Lines one right under the other that begin or end at one place, in ems. */
const NEXT = { least: 0.8, most: 3, beside: 1 };

/** Numbers in two lines or more, one right under the other: groups in another order would pass the check digit too. */
export function rowsOverSeveralLines(items: TextItem[]): TextRow[] {
  const lines = linesOf(items);
  const stacksFrom = (at: number) =>
    Array.from({ length: MOST_LINES - 1 }, (_, more) => lines.slice(at, at + more + 2)).filter(isStack);
  return lines
    .flatMap((_, at) => stacksFrom(at))
    .map(toTextRow)
    .filter(({ text }) => GROUPINGS.includes(groupingOf(text)));
}

/** Groups of digits by themselves, whether their line was read in one piece or in two. */
function linesOf(items: TextItem[]): TextItem[] {
  const whole = textRowsOf(items).filter(({ text }) => DIGIT_GROUPS.test(text));
  const pieces = items.filter(
    ({ text, x, y }) =>
      DIGIT_GROUPS.test(text) &&
      !whole.some((line) => Math.abs(line.y - y) < 0.5 * line.size && x >= line.x && x < line.x + line.width),
  );
  return [...whole, ...pieces].toSorted((a, b) => a.y - b.y);
}

const groupingOf = (text: string) =>
  (text.match(new RegExp(`${DOUBTFUL_DIGIT}+`, 'g')) ?? [])
    .flatMap(({ length }) => (length === 8 ? [4, 4] : [length]))
    .join(' ');

const isStack = (lines: TextItem[]) =>
  lines.slice(1).every((line, index) => {
    const above = lines[index] as TextItem;
    const drop = (line.y - above.y) / line.size;
    const [left, right] = [line.x - above.x, line.x + line.width - above.x - above.width];
    return (
      Math.max(line.size, above.size) <= SAME_SIZE * Math.min(line.size, above.size) &&
      Math.min(Math.abs(left), Math.abs(right)) <= NEXT.beside * line.size &&
      drop >= NEXT.least &&
      drop <= NEXT.most
    );
  });
