import type { TextItem } from '../../reading.ts';
import { DIGIT } from '../values/value.ts';
import { asRow, rowsOf, type Row } from './rows.ts';

const GROUPS = new RegExp(`^\\W*${DIGIT}{3,6}(?:\\W{0,3}${DIGIT}{3,6})?\\W*$`);
/** How the networks group their numbers. */
const FORMS = new Set(['4 4 4 4', '4 6 5', '4 6 4', '4 4 4 4 3']);
const MOST_LINES = 5;
const SAME_SIZE = 1.35;
/** Lines one right under the other, in ems. */
const NEXT = { least: 0.8, most: 3, beside: 1 };

/** Numbers in two lines or more, one right under the other: groups in another order would pass the check digit too. */
export function stackedRows(items: TextItem[]): Row[] {
  const lines = linesOf(items);
  const counts = Array.from({ length: MOST_LINES - 1 }, (_, index) => index + 2);
  const stacks = counts.flatMap((count) =>
    lines.map((_, at) => lines.slice(at, at + count)).filter((stack) => stack.length === count),
  );
  return stacks
    .filter(isStack)
    .map(asRow)
    .filter(({ text }) => FORMS.has(formOf(text)));
}

/** Groups of digits by themselves, whether their line was read in one piece or in two. */
function linesOf(items: TextItem[]): TextItem[] {
  const whole = rowsOf(items)
    .filter(({ text }) => GROUPS.test(text))
    .map(asItem);
  const pieces = items.filter(
    ({ text, x, y }) =>
      GROUPS.test(text) &&
      !whole.some((line) => Math.abs(line.y - y) < 0.5 * line.size && x >= line.x && x < line.x + line.width),
  );
  return [...whole, ...pieces].toSorted((a, b) => a.y - b.y);
}

function asItem({ text, places, y, size, confidence }: Row): TextItem {
  const [x, end] = [places[0] as number, places.at(-1) as number];
  return { text, x, y, width: end - x, size, bold: false, confidence };
}

const formOf = (text: string) =>
  (text.match(new RegExp(`${DIGIT}+`, 'g')) ?? [])
    .flatMap(({ length }) => (length === 8 ? [4, 4] : [length]))
    .join(' ');

const isStack = (lines: TextItem[]) =>
  lines.slice(1).every((line, index) => {
    const above = lines[index] as TextItem;
    const isAlike = Math.max(line.size, above.size) <= SAME_SIZE * Math.min(line.size, above.size);
    return (
      isAlike &&
      isUnder(line, above) &&
      line.y - above.y >= NEXT.least * line.size &&
      line.y - above.y <= NEXT.most * line.size
    );
  });

/** Lines that begin or end at one place. */
const isUnder = (line: TextItem, above: TextItem) =>
  Math.abs(line.x - above.x) <= NEXT.beside * line.size ||
  Math.abs(line.x + line.width - above.x - above.width) <= NEXT.beside * line.size;
