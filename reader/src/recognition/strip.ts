import type { Grey } from '../preprocessing/grey.ts';
import type { WordLine } from './words.ts';

/** A line of text in a picture: its middle, how long and high it is, and the angle it runs at. */
export type Strip = { x: number; y: number; length: number; height: number; angle: number };

/** With its upper edge (`side` -1) or its lower one (1) moved outwards by so many pixels. */
export function moveEdge(strip: Strip, side: number, by: number): Strip {
  const shift = (side * by) / 2;
  return {
    ...strip,
    x: strip.x - shift * Math.sin(strip.angle),
    y: strip.y + shift * Math.cos(strip.angle),
    height: strip.height + by,
  };
}

/** Cuts a line of text out and lays it level, so many pixels high. */
export function cutStrip(picture: Grey, strip: Strip, height: number): Grey {
  const step = strip.height / height;
  const width = Math.max(1, Math.round(strip.length / step));
  const data = new Uint8Array(width * height);
  const [cos, sin] = [Math.cos(strip.angle) * step, Math.sin(strip.angle) * step];
  for (let row = 0; row < height; row++) {
    const across = row - (height - 1) / 2;
    for (let column = 0; column < width; column++) {
      const along = column - (width - 1) / 2;
      data[row * width + column] = sample(
        picture,
        strip.x + along * cos - across * sin,
        strip.y + along * sin + across * cos,
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
export function framed({ data, width, height }: Grey, margin: number): Grey {
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const outer = new Uint8Array(outerWidth * outerHeight).fill(255);
  for (let y = 0; y < height; y++)
    outer.set(data.subarray(y * width, (y + 1) * width), (y + margin) * outerWidth + margin);
  return { data: outer, width: outerWidth, height: outerHeight };
}

/** Words read in a strip that was cut so high and given such a margin, back where they stand in the picture. */
export function placeOf(
  { words, baseline }: WordLine,
  strip: Strip,
  cut: { height: number; margin: number },
): WordLine {
  const step = strip.height / cut.height;
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const along = (x: number) => (x - cut.margin) * step - strip.length / 2;
  const across = (y: number) => (y - cut.margin) * step - strip.height / 2;
  const place = (x: number, y: number) => ({
    x: strip.x + along(x) * cos - across(y) * sin,
    y: strip.y + along(x) * sin + across(y) * cos,
  });
  const [start, end] = [place(baseline.x0, baseline.y0), place(baseline.x1, baseline.y1)];
  const moved = words.map((word) => {
    const middle = (word.left + word.right) / 2;
    const [top, bottom] = [place(middle, word.top).y, place(middle, word.bottom).y];
    return { ...word, left: place(word.left, word.bottom).x, right: place(word.right, word.bottom).x, top, bottom };
  });
  return { words: moved, baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y } };
}
