import type { Grey } from '../preprocessing/images.ts';
import type { WordLine } from './words.ts';

/** A line of text in a picture: its middle, how long and high it is, and the angle it runs at. */
export type LineBox = { x: number; y: number; length: number; height: number; angle: number };

/** With its upper edge (`side` -1) or its lower one (1) moved outwards by so many pixels. */
export function moveEdge(box: LineBox, side: number, by: number): LineBox {
  const shift = (side * by) / 2;
  return {
    ...box,
    x: box.x - shift * Math.sin(box.angle),
    y: box.y + shift * Math.cos(box.angle),
    height: box.height + by,
  };
}

/** Cuts a line of text out and lays it level, so many pixels high. */
export function cropLine(picture: Grey, box: LineBox, height: number): Grey {
  const step = box.height / height;
  const width = Math.max(1, Math.round(box.length / step));
  const data = new Uint8Array(width * height);
  const [cos, sin] = [Math.cos(box.angle) * step, Math.sin(box.angle) * step];
  for (let row = 0; row < height; row++) {
    const across = row - (height - 1) / 2;
    for (let column = 0; column < width; column++) {
      const along = column - (width - 1) / 2;
      data[row * width + column] = sample(
        picture,
        box.x + along * cos - across * sin,
        box.y + along * sin + across * cos,
      );
    }
  }
  return { data, width, height };
}

/** The value between four pixels; outside is what the border has. */
function sample({ data, width, height }: Grey, x: number, y: number): number {
  const [cx, cy] = [Math.min(width - 1.001, Math.max(0, x - 0.5)), Math.min(height - 1.001, Math.max(0, y - 0.5))];
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const [a, b] = [cx - left, cy - top];
  const at = top * width + left;
  const down = top + 1 < height ? width : 0;
  const upper = (data[at] as number) * (1 - a) + (data[at + 1] as number) * a;
  const lower = (data[at + down] as number) * (1 - a) + (data[at + down + 1] as number) * a;
  return Math.round(upper * (1 - b) + lower * b);
}

/** With a white margin around. */
export function withMargin({ data, width, height }: Grey, margin: number): Grey {
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const outer = new Uint8Array(outerWidth * outerHeight).fill(255);
  for (let y = 0; y < height; y++)
    outer.set(data.subarray(y * width, (y + 1) * width), (y + margin) * outerWidth + margin);
  return { data: outer, width: outerWidth, height: outerHeight };
}

/** Words read in a box that was cut so high and given such a margin, back where they stand in the picture. */
export function placeOf(
  { words, baseline }: WordLine,
  box: LineBox,
  cut: { height: number; margin: number },
): WordLine {
  const step = box.height / cut.height;
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const along = (x: number) => (x - cut.margin) * step - box.length / 2;
  const across = (y: number) => (y - cut.margin) * step - box.height / 2;
  const place = (x: number, y: number) => ({
    x: box.x + along(x) * cos - across(y) * sin,
    y: box.y + along(x) * sin + across(y) * cos,
  });
  const [start, end] = [place(baseline.x0, baseline.y0), place(baseline.x1, baseline.y1)];
  const moved = words.map((word) => {
    const middle = (word.left + word.right) / 2;
    const [top, bottom] = [place(middle, word.top).y, place(middle, word.bottom).y];
    return { ...word, left: place(word.left, word.bottom).x, right: place(word.right, word.bottom).x, top, bottom };
  });
  return { words: moved, baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y } };
}

/** How far over a box accents may reach, in its heights, and how many rows it is cut into to look. */
const REACH = 0.3;
const ROWS = 40;
const ABOVE = Math.round(REACH * ROWS);
const UP = -1;

/**
 * A box up to where the accents of its capitals end, which the edge of a region often cuts. What comes down from a line
 * above is left out.
 */
export function withAccentRoom(picture: Grey, box: LineBox): LineBox {
  const cut = cropLine(picture, moveEdge(box, UP, REACH * box.height), ROWS + ABOVE);
  const isInk = inkOf(cut, { x0: 0, x1: cut.width, y0: ABOVE, y1: cut.height });
  const isBlank = Array.from({ length: ABOVE + 1 }, (_, y) => count(0, cut.width, (x) => isInk(x, y)) === 0);
  const lowest = isBlank.lastIndexOf(false);
  const end = isBlank.lastIndexOf(true, lowest);
  return lowest < 0 || end < 0 ? box : moveEdge(box, UP, ((ABOVE - end) / ROWS) * box.height);
}

/** Darker than this is ink. */
const INK = 190;
const WHITE = 255;
/** A ruling may be broken in so much of its way. */
const UNBROKEN = 0.93;

/** Takes the rulings of forms out of a crop: no letter reaches from its top to its bottom or from end to end. */
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
  const isColumnRule = wide(inColumn, UNBROKEN * height);
  const isRowRule = wide(inRow, UNBROKEN * width);
  if (!isColumnRule.includes(true) && !isRowRule.includes(true)) return crop;
  return {
    data: data.map((value, at) => (isColumnRule[at % width] || isRowRule[Math.floor(at / width)] ? WHITE : value)),
    width,
    height,
  };
}

/** The blurred edges of a ruling belong to it. */
function wide(counts: Uint32Array, least: number): boolean[] {
  const isRule = Array.from(counts, (count) => count >= least);
  return isRule.map((own, at) => own || Boolean(isRule[at - 1]) || Boolean(isRule[at + 1]));
}

/** What is darker than the paper of a part of a picture. */
export function inkOf(
  { data, width }: Grey,
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number },
): (x: number, y: number) => boolean {
  const values: number[] = [];
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) values.push(data[y * width + x] as number);
  values.sort((a, b) => a - b);
  const [dark = 0, paper = 255] = [values[Math.floor(0.05 * values.length)], values[Math.floor(0.75 * values.length)]];
  const limit = paper - 0.4 * (paper - dark);
  return (x, y) => (data[y * width + x] as number) < limit;
}

export function count(from: number, to: number, is: (at: number) => boolean): number {
  let sum = 0;
  for (let at = from; at < to; at++) if (is(at)) sum++;
  return sum;
}
