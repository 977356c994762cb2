import { pointFrom, type RotatedBox } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';
import type { WordLine } from './words.ts';

/** A line of text. One that is bent leaves its straight by `square`·a² + `cube`·a³ at the distance a from its middle. */
export type LineBox = RotatedBox & { bend?: Bend };

export type Bend = { square: number; cube: number };

/** How far a line is beside its straight at this distance from its middle. */
export const bendAt = ({ bend }: LineBox, along: number): number =>
  bend ? along * along * (bend.square + along * bend.cube) : 0;

/** The box with its middle at another point of the line, and the direction the line has there. */
export function slid(box: LineBox, by: number): LineBox {
  const { angle, bend } = box;
  const moved = { ...box, ...pointFrom(box, by, bendAt(box, by)) };
  if (!bend) return moved;
  return {
    ...moved,
    angle: angle + Math.atan(by * (2 * bend.square + 3 * by * bend.cube)),
    bend: { square: bend.square + 3 * by * bend.cube, cube: bend.cube },
  };
}

/** The box with its upper edge (`side` -1) or lower edge (1) moved outwards by so many pixels. */
export const moveEdge = (box: LineBox, side: number, by: number): LineBox => ({
  ...box,
  ...pointFrom(box, 0, (side * by) / 2),
  height: box.height + by,
});

/** The most length of a line, in its heights: 200 characters of condensed print have 80. */
const LONGEST = 160;

/** The line crop: the line as a level image of this height, dark on light. Of a box too long for a line it has the middle. */
export function cropLine(picture: Grey, box: LineBox, height: number): Grey {
  const step = box.height / height;
  const width = Math.min(LONGEST * height, Math.max(1, Math.round(box.length / step)));
  const data = new Uint8Array(width * height);
  const [cos, sin] = [Math.cos(box.angle) * step, Math.sin(box.angle) * step];
  const bends = Float32Array.from(
    { length: width },
    (_, column) => bendAt(box, (column - (width - 1) / 2) * step) / step,
  );
  for (let row = 0; row < height; row++) {
    const level = row - (height - 1) / 2;
    for (let column = 0; column < width; column++) {
      const along = column - (width - 1) / 2;
      const across = level + (bends[column] as number);
      data[row * width + column] = sample(
        picture,
        box.x + along * cos - across * sin,
        box.y + along * sin + across * cos,
      );
    }
  }
  return darkOnLight({ data, width, height });
}

/** The ground is at most this far above the darkest parts of a light line, in parts of its contrast; print is less than half. */
const DARK_GROUND = 0.35;

/** Light print on a dark ground, on a stripe of a page or all over it, turned into what every engine reads. */
function darkOnLight(crop: Grey): Grey {
  const sorted = crop.data.toSorted();
  const [darkest = 0, ground = 0, lightest = 0] = [0.02, 0.5, 0.98].map(
    (part) => sorted[Math.floor(part * sorted.length)],
  );
  const contrast = lightest - ground;
  if (ground - darkest >= DARK_GROUND * (lightest - darkest)) return crop;
  const turned = (value: number) => Math.max(0, Math.min(255, (255 * (lightest - value)) / contrast));
  return { ...crop, data: crop.data.map(turned) };
}

/** Bilinear interpolation; outside the image the border continues. */
function sample({ data, width, height }: Grey, x: number, y: number): number {
  // No destructuring here: it takes longer than the interpolation.
  const cx = Math.min(width - 1.001, Math.max(0, x - 0.5));
  const cy = Math.min(height - 1.001, Math.max(0, y - 0.5));
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const a = cx - left;
  const b = cy - top;
  const at = top * width + left;
  const down = top + 1 < height ? width : 0;
  const upper = (data[at] as number) * (1 - a) + (data[at + 1] as number) * a;
  const lower = (data[at + down] as number) * (1 - a) + (data[at + down + 1] as number) * a;
  return Math.round(upper * (1 - b) + lower * b);
}

/** The image with a white margin. */
export function withMargin({ data, width, height }: Grey, margin: number): Grey {
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const outer = new Uint8Array(outerWidth * outerHeight).fill(255);
  for (let y = 0; y < height; y++)
    outer.set(data.subarray(y * width, (y + 1) * width), (y + margin) * outerWidth + margin);
  return { data: outer, width: outerWidth, height: outerHeight };
}

/** Words read in a line crop of this height and margin, at their position in the page image. */
export function toPagePosition(
  { words, baseline }: WordLine,
  box: LineBox,
  cut: { height: number; margin: number },
): WordLine {
  const step = box.height / cut.height;
  const along = (x: number) => (x - cut.margin) * step - box.length / 2;
  const across = (x: number, y: number) => (y - cut.margin) * step - box.height / 2 + bendAt(box, along(x));
  const place = (x: number, y: number) => pointFrom(box, along(x), across(x, y));
  const [start, end] = [place(baseline.x0, baseline.y0), place(baseline.x1, baseline.y1)];
  const moved = words.map((word) => {
    const middle = (word.left + word.right) / 2;
    const [top, bottom] = [place(middle, word.top).y, place(middle, word.bottom).y];
    return { ...word, left: place(word.left, word.bottom).x, right: place(word.right, word.bottom).x, top, bottom };
  });
  return { words: moved, baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y } };
}

/** How far above a box accents may reach, in its heights, and the rows of the crop in which they are looked for. */
const REACH = 0.3;
const ROWS = 40;
const ABOVE = Math.round(REACH * ROWS);
const UP = -1;

/** The box extended to the top of its accents, which detection often cuts off, but not into the line above. */
export function withAccentRoom(picture: Grey, box: LineBox): LineBox {
  const cut = cropLine(picture, moveEdge(box, UP, REACH * box.height), ROWS + ABOVE);
  const isInk = inkOf(cut, { x0: 0, x1: cut.width, y0: ABOVE, y1: cut.height });
  const isBlank = Array.from({ length: ABOVE + 1 }, (_, y) => count(0, cut.width, (x) => isInk(x, y)) === 0);
  const lowest = isBlank.lastIndexOf(false);
  const end = isBlank.lastIndexOf(true, lowest);
  return lowest < 0 || end < 0 ? box : moveEdge(box, UP, ((ABOVE - end) / ROWS) * box.height);
}

/** Values below this are ink. */
export const INK = 190;
const WHITE = 255;
/** The least part of a row or column that a ruling covers. */
const UNBROKEN = 0.93;

/** The crop without the rulings of a form. No letter extends over the whole height or width. */
export function withoutRulings(crop: Grey): Grey {
  const { data, width, height } = crop;
  const [inColumn, inRow] = [new Uint32Array(width), new Uint32Array(height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] as number) >= INK) continue;
      (inColumn[x] as number)++;
      (inRow[y] as number)++;
    }
  }
  const isColumnRuling = rulingsOf(inColumn, UNBROKEN * height);
  const isRowRuling = rulingsOf(inRow, UNBROKEN * width);
  if (!isColumnRuling.includes(true) && !isRowRuling.includes(true)) return crop;
  return {
    data: data.map((value, at) => (isColumnRuling[at % width] || isRowRuling[Math.floor(at / width)] ? WHITE : value)),
    width,
    height,
  };
}

/** Which rows or columns are rulings; the blurred ones beside them too. */
function rulingsOf(counts: Uint32Array, least: number): boolean[] {
  const isRuling = Array.from(counts, (count) => count >= least);
  return isRuling.map((own, at) => own || Boolean(isRuling[at - 1]) || Boolean(isRuling[at + 1]));
}

/** How much darker than the paper ink is, in parts of the contrast. */
export const INK_DARKNESS = 0.4;

/** Whether a pixel is darker than the paper of this part of the image. */
export function inkOf(
  { data, width }: Grey,
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number },
  darkness = INK_DARKNESS,
): (x: number, y: number) => boolean {
  const across = Math.max(0, x1 - x0);
  const values = new Uint8Array(across * Math.max(0, y1 - y0));
  for (let y = y0; y < y1; y++) values.set(data.subarray(y * width + x0, y * width + x0 + across), (y - y0) * across);
  values.sort();
  const [dark = 0, paper = 255] = [values[Math.floor(0.05 * values.length)], values[Math.floor(0.75 * values.length)]];
  const threshold = paper - darkness * (paper - dark);
  return (x, y) => (data[y * width + x] as number) < threshold;
}

/** How many numbers of a range fulfil a condition. */
export function count(from: number, to: number, is: (at: number) => boolean): number {
  let sum = 0;
  for (let at = from; at < to; at++) if (is(at)) sum++;
  return sum;
}
