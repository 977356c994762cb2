import { pointFrom } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';
import { bendAt, count, INK, type LineBox } from './lineCrop.ts';
import type { Word, WordLine } from './words.ts';

/** A box to tick in a picture, in its pixels. */
type TickBox = { left: number; top: number; right: number; bottom: number; isTicked: boolean };

/** In heights of a line: the sides of boxes, and how far from their words they are. */
const [SMALLEST, LARGEST, BESIDE] = [0.45, 1.1, 2];
/** What of each side is drawn at least, and how much longer one is than the other; in sides, how far it is off. */
const [DRAWN, LONGER, OFF] = [0.92, 1.25, 0.08];
/** A box is ticked if more of the rows in its middle have ink. */
const TICKED = 0.3;
const [FAINT, WHITE] = [215, 255];

/** Finds the boxes to tick beside words, and takes them out of the picture: they look like letters. */
export function takeTickBoxes(picture: Grey, lines: LineBox[]): TickBox[] {
  const found: TickBox[] = [];
  for (const line of lines) {
    const end = line.length / 2 + BESIDE * line.height;
    for (let along = -end; along < end; along++) {
      const { x, y } = pointFrom(line, along, bendAt(line, along));
      const box = tickBoxAt(picture, Math.round(x), Math.round(y), line.height);
      if (box && !found.some((other) => areNear(box, other, 0))) found.push(box);
    }
  }
  // Those side by side are for letters.
  const boxes = found.filter(
    (box) => !found.some((other) => other !== box && areNear(box, other, box.right - box.left)),
  );
  if (boxes.every(({ isTicked }) => isTicked)) return [];
  for (const box of boxes) takeOut(picture, box);
  return boxes;
}

const areNear = (a: TickBox, b: TickBox, gap: number) =>
  a.left <= b.right + gap && b.left <= a.right + gap && a.top <= b.bottom && b.top <= a.bottom;

/** A mark may reach out of its box. */
function takeOut({ data, width }: Grey, { left, top, right, bottom }: TickBox): void {
  const points: [x: number, y: number][] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) points.push([x, y]);
  const isFar = (x: number, y: number) =>
    Math.max(Math.abs(2 * x - left - right), Math.abs(2 * y - top - bottom)) > 2 * (right - left);
  for (const [x, y] of points)
    for (const [nextX, nextY] of [[x - 1, y] as const, [x + 1, y] as const, [x, y - 1] as const, [x, y + 1] as const]) {
      const at = nextY * width + nextX;
      if (isFar(nextX, nextY) || (data[at] ?? WHITE) > FAINT) continue;
      data[at] = WHITE;
      points.push([nextX, nextY]);
    }
}

/** The box whose left side is at this point. */
function tickBoxAt({ data, width }: Grey, left: number, middle: number, height: number): TickBox | null {
  const isInk = (x: number, y: number) => (data[y * width + x] as number) < INK;
  if (!isInk(left, middle)) return null;
  let [top, bottom] = [middle, middle];
  while (isInk(left, top - 1) && bottom - top < height * 2) top--;
  while (isInk(left, bottom) && bottom - top < height * 2) bottom++;
  const side = bottom - top;
  if (side < SMALLEST * height || side > LARGEST * height) return null;
  const off = Math.max(1, Math.floor(OFF * side));
  const isOn = (x: number, y: number) => count(0, off + 1, (by) => isInk(x, y + by)) > 0;
  const isLine = (y: number, right: number) => count(left, right, (x) => isOn(x, y)) > DRAWN * (right - left);
  for (let right = Math.round(left + LONGER * side); right > left + side / LONGER; right--) {
    const isSide = count(top, bottom, (y) => isInk(right, y) || isInk(right - 1, y)) > DRAWN * side;
    if (!isSide || !isLine(top, right) || !isLine(bottom - 1 - off, right)) continue;
    const goesOn = [left - 2 * off, right + 2 * off].some((x) => isOn(x, top) && isOn(x, bottom - 1 - off));
    // The sides of an O are arcs.
    const isRound = [top - 1, bottom].every((y) => isInk(Math.round((left + right) / 2), y));
    const [from, to] = [side / 4, (3 * side) / 4].map(Math.round) as [number, number];
    const inked = count(from, to, (down) => count(from, to, (across) => isInk(left + across, top + down)) > 0);
    return goesOn || isRound ? null : { left, top, right, bottom, isTicked: inked > TICKED * (to - from) };
  }
  return null;
}

/** Boxes as signs at the words of lines: of those before and behind, the nearest. */
export function addTickBoxes(lines: WordLine[], boxes: TickBox[]): WordLine[] {
  const words = lines.flatMap((line) => line.words);
  for (const { left, top, right, bottom, isTicked } of boxes) {
    const sign = isTicked ? '☒' : '☐';
    const side = right - left;
    const gapTo = (word: Word) => (word.right > right ? word.left - right : left - word.right + side / 2);
    const row = words.filter((word) => Math.abs(word.top + word.bottom - top - bottom) < side);
    const [word] = row.toSorted((a, b) => gapTo(a) - gapTo(b));
    if (!word || gapTo(word) > 2 * BESIDE * side) continue;
    if (word.right > right) Object.assign(word, { text: `${sign} ${word.text}`, left });
    else Object.assign(word, { text: `${word.text} ${sign}`, right });
  }
  return lines;
}
