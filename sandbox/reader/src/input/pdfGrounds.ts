// What lies under the words of a PDF's page, and what was laid over them: whether they can be seen.
import type { Edges, TextItem } from '../reading.ts';

/** A word as it is printed; `annotation` is the stamp, note or field it belongs to. */
export type PrintedWord = TextItem & {
  isSeen: boolean;
  /** Whether only the drawn page tells what is seen there: a picture may show the same, or what hides it is not followed. */
  isInDoubt: boolean;
  /** Whether something covers some of its letters: then it is not seen, and what is left of it is not read. */
  isCut: boolean;
  /** Whether a blank is printed before it. */
  isApart: boolean;
  annotation: string | null;
};

/** A word with its font and the colours it is printed in; `isVague`: whether something hides it that is not followed. */
export type InkedWord = PrintedWord & { font: string; inks: Colour[]; isVague: boolean };

/** Null where it is not known. */
export type Colour = number[] | null;

/**
 * What a colour or picture lies on; `at`: the number of words before it, `isLow`: no ground, but several of them may cover
 * a text. Of an unknown colour, and of what may cover or not, it is null.
 */
type Ground = {
  edges: Edges;
  colour: Colour;
  covers: boolean | null;
  isPicture: boolean;
  isLow: boolean;
  at: number;
};

/** How something is laid over a page; `isMasked` and `isVague`: something hides it that is not followed. */
type Paint = { alpha: number; blend: string; isMasked: boolean; isVague: boolean };

/** More than these of a page are not looked at, nor more of what else is drawn on it. */
export const MOST_GROUNDS = 4000;
/** In points: a lower ground is a ruling; but a bar may cover a part of a text. */
export const LOWEST_GROUND = 4;
export const BAR = { length: 12, height: 1.2 };
const WHITE = [255, 255, 255];
/** Colours that differ less cannot be seen. */
const LEAST_CONTRAST = 40;
/** What is less opaque than this does not hide what it lies on. */
export const OPAQUE = 0.85;
export const PLAIN = 'source-over';
/** What is blended so is never lighter than without. */
export const DARKENING = new Set([PLAIN, 'multiply', 'darken']);
/** A ground of this colour hides text, even where it lets it through. */
const DARK = 96;
/** In ems: how far the middle of letters is above their baseline, and how far a copy may be from what it is a copy of. */
const [MIDDLE, COPY] = [0.3, 0.12];

/** Remembers what is laid over a page, to say in the end which of its words can be seen. */
export class Grounds {
  readonly #grounds: Ground[] = [];

  /** Whether a part of the page is large enough to be a ground for text or to cover some; `at`: the number of words before it. */
  lay(
    edges: Edges,
    { colour, covers, isPicture = false }: { colour: Colour; covers: boolean | null; isPicture?: boolean },
    { alpha, blend, isMasked, isVague }: Paint,
    at: number,
  ): boolean {
    const [width, height] = [edges[2] - edges[0], edges[3] - edges[1]];
    const isLow = Math.min(width, height) < LOWEST_GROUND;
    if (isLow && (width < BAR.length || height < BAR.height)) return false;
    if (this.#grounds.length >= MOST_GROUNDS) return false;
    const isOpaque = alpha > OPAQUE && blend === PLAIN;
    const isClear = isOpaque && !isMasked && !isVague;
    const isDark = colour !== null && Math.max(...colour) < DARK;
    const mayCover = alpha > OPAQUE && (blend === PLAIN || !DARKENING.has(blend) || isDark) && covers !== false;
    this.#grounds.push({
      ...{ edges, colour: isClear ? colour : null, covers: isClear && !isLow ? covers : mayCover && null },
      ...{ isPicture, isLow, at },
    });
    return !isLow;
  }

  /** Says of each word whether it is seen. */
  see(words: InkedWord[]): void {
    const sights = words.map((word, at) => this.#sightOf(word, at));
    words.forEach((word, at) => Object.assign(word, sights[at]));
    for (const [at, { isErasing }] of sights.entries()) if (isErasing) erase(words, at);
  }

  /** By what lies under a word, and what was laid over it later. */
  #sightOf(word: InkedWord, at: number) {
    const middle = middleOf(word);
    const letter = word.width / word.text.length;
    let { isSeen, isVague } = word;
    let [isInDoubt, isCut, under] = [false, false, WHITE as Colour];
    isVague ||= this.#grounds.length >= MOST_GROUNDS;
    for (const { edges, colour, covers, isPicture, ...ground } of this.#grounds) {
      if (middle.y <= edges[1] || middle.y >= edges[3]) continue;
      const isOver = ground.at > at;
      const shared = Math.min(edges[2], word.x + word.width) - Math.max(edges[0], word.x);
      // A letter that is covered says something else than the word does without it.
      if (isOver && covers !== false ? shared <= letter / 2 : !isInside(edges, middle)) continue;
      isCut ||= isSeen && isOver && covers === true && shared < word.width - letter / 2;
      // What a shading or picture covers it may show too.
      isInDoubt ||= isPicture || (isOver && covers === true && colour === null);
      if (!isOver && !ground.isLow) under = colour;
      if (isOver && covers === null) isVague = true;
      if (isOver && covers) isSeen = false;
    }
    // White on a picture is how some programs hide what they recognised in it.
    const contrasts = word.inks.map((ink) => (ink ? differenceOf(ink, under ?? WHITE) : LEAST_CONTRAST));
    const isKnown = under !== null || isInDoubt;
    const isErasing = isSeen && isKnown && Math.max(...contrasts) < LEAST_CONTRAST;
    isSeen &&= !isErasing;
    return { isErasing, isSeen: isSeen && !isVague, isInDoubt: isInDoubt || (isSeen && isVague), isCut };
  }
}

/** What the colour of its ground is printed over is gone, or in part: its own copy leaves nothing. */
function erase(words: InkedWord[], at: number): void {
  const over = words[at] as InkedWord;
  for (const word of words.slice(0, at)) {
    const shared = Math.min(word.x + word.width, over.x + over.width) - Math.max(word.x, over.x);
    const [aside, apart] = [Math.abs(word.x - over.x), Math.abs(word.y - over.y)];
    if (shared <= Math.min(word.width, over.width) / 2 || apart > word.size / 2) continue;
    const isCopy = word.text === over.text && Math.max(aside, apart) < COPY * word.size;
    Object.assign(word, { isSeen: false, isInDoubt: (word.isSeen || word.isInDoubt) && !isCopy });
  }
}

export const middleOf = ({ x, y, width, size }: Pick<TextItem, 'x' | 'y' | 'width' | 'size'>) => ({
  x: x + width / 2,
  y: y - MIDDLE * size,
});

export const isInside = ([left, top, right, bottom]: Edges, { x, y }: { x: number; y: number }) =>
  x > left && x < right && y > top && y < bottom;

export const isWhite = (colour: Colour, tolerance = LEAST_CONTRAST) =>
  colour !== null && differenceOf(colour, WHITE) <= tolerance;

const differenceOf = (a: number[], b: number[]) => Math.max(...a.map((part, at) => Math.abs(part - (b[at] as number))));
