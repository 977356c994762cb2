import { DISPUTED, UNPROVEN } from '../reading.ts';
import { median } from '../statistics.ts';
import type { Grey } from '../preprocessing/images.ts';
import { connectedPoints } from './lineBoxes.ts';
import { count, INK_DARKNESS, inkOf } from './lineCrop.ts';
import type { Word, WordLine } from './words.ts';

/** Words without an accent, where one may have been lost. */
const BARE_CAPITALS = /^[B-DF-HJ-NP-TV-Z.'-]*[AEIOU][A-Z.'-]*$/;
const BARE = /^[A-Z]?[a-z]+[.,;:]?$/;
const SHORTEST = 3;

/** A row with less than this part of the usual ink is above the letters. */
const LETTERS_END = 0.3;
/** In heights of the letters: where an accent begins and ends above them, its greatest width, and its least ink. */
const ACCENT = { from: 0.06, to: 0.5, widest: 0.75, ink: 0.012 };
/** In heights of the whole word above its baseline: where its small letters may end. */
const SMALL = { lowest: 0.42, highest: 0.85 };
/** In heights of small letters: the rows above them, and those below their baseline, in which only some letters have ink. */
const [ABOVE, BELOW] = [
  { from: 0.12, to: 0.75 },
  { from: 0.16, to: 0.4 },
];
/** How many pieces of ink a letter has there at most. */
const HIGH: [RegExp, number][] = [
  [/[HKMNUVXY]/g, 2],
  [/W/g, 3],
  [/[A-GIJLO-TZbdfhijklt]/g, 1],
];
const LOW: [RegExp, number][] = [[/[gjpqyJQ,;]/g, 1]];

/**
 * Lowers the confidence of words that were read without an accent but have more ink above them than their letters have, or
 * below a c; and of those whose accents are not of the kind that the print above them shows. `getCrop` returns the line crop.
 */
export function doubtAccents(lines: WordLine[], getCrop: () => Grey): WordLine[] {
  const crop = getCrop();
  return lines.map((line) => {
    const { x0, y0, x1, y1 } = line.baseline;
    const baselineOf = ({ left, right }: Word) =>
      Math.round(y0 + (((left + right) / 2 - x0) * (y1 - y0)) / Math.max(1, x1 - x0));
    const mostOf = (word: Word) => {
      const hasLost = BARE_CAPITALS.test(word.text) ? hasAccent : hasMark;
      if (mayHaveLost(word) && hasLost(word, baselineOf(word), crop)) return DISPUTED;
      return WRITTEN.test(word.text) && !isAccented(word, baselineOf(word), crop) ? UNPROVEN : 1;
    };
    return {
      ...line,
      words: line.words.map((word) => ({ ...word, confidence: Math.min(word.confidence, mostOf(word)) })),
    };
  });
}

const mayHaveLost = ({ text }: Word) => text.length >= SHORTEST && (BARE_CAPITALS.test(text) || BARE.test(text));

function hasAccent({ left, right, top, bottom }: Word, _: number, crop: Grey): boolean {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(crop.width, Math.ceil(right))];
  const y1 = Math.min(crop.height, Math.round(bottom));
  const isInk = inkOf(crop, { x0, x1, y0: 0, y1 });
  const rowInk = Array.from({ length: y1 }, (_, y) => count(x0, x1, (x) => isInk(x, y)));
  const middle = Math.round((Math.max(0, top) + y1) / 2);
  const usual = median(rowInk.slice(middle, y1)) ?? 0;
  let capTop = middle;
  while (capTop > 0 && (rowInk[capTop - 1] as number) >= LETTERS_END * usual) capTop--;
  const height = y1 - capTop;
  const [from, to] = [Math.round(capTop - ACCENT.from * height), Math.max(0, Math.round(capTop - ACCENT.to * height))];
  return spots(x0, x1, to, from, isInk).some(
    ({ width, ink, touchesTop }) =>
      !touchesTop && width <= ACCENT.widest * height && ink >= ACCENT.ink * height * height,
  );
}

/** Among small letters, what is above them and below their baseline is counted; a dot may be an accent all the same. */
function hasMark({ text, left, right, top }: Word, baseline: number, crop: Grey): boolean {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(crop.width, Math.ceil(right))];
  const height = baseline - Math.max(0, Math.floor(top));
  const isInk = inkOf(crop, { x0, x1, y0: 0, y1: Math.min(crop.height, baseline + height) });
  const inkIn = (y: number) => count(x0, x1, (x) => isInk(x, y));
  // The row in which most of the ink begins.
  let [smallTop, most] = [0, 0];
  for (let y = Math.round(baseline - SMALL.highest * height); y <= baseline - SMALL.lowest * height; y++) {
    const more = inkIn(y + 1) - inkIn(y - 1);
    if (more > most) [smallTop, most] = [y, more];
  }
  const small = baseline - smallTop;
  const countIn = (from: number, to: number) =>
    spots(x0, x1, Math.max(0, Math.round(from)), Math.min(crop.height, Math.round(to)), isInk).filter(
      ({ ink }) => ink > ACCENT.ink * small * small,
    ).length;
  const above = countIn(smallTop - ABOVE.to * small, smallTop - ABOVE.from * small);
  const below = text.includes('c') ? countIn(baseline + BELOW.from * small, baseline + BELOW.to * small) : 0;
  return above > mostIn(text, HIGH) || below > mostIn(text, LOW);
}

const mostIn = (text: string, letters: [RegExp, number][]) =>
  letters.reduce((sum, [pattern, pieces]) => sum + pieces * (text.match(pattern)?.length ?? 0), 0);

type Spot = { width: number; ink: number; touchesTop: boolean };

/** The ink in these rows, divided at empty columns. */
function spots(x0: number, x1: number, y0: number, y1: number, isInk: (x: number, y: number) => boolean): Spot[] {
  const found: Spot[] = [];
  let last: Spot | null = null;
  for (let x = x0; x < x1; x++) {
    const ink = count(y0, y1, (y) => isInk(x, y));
    if (ink === 0) last = null;
    else {
      if (!last) found.push((last = { width: 0, ink: 0, touchesTop: false }));
      last.width++;
      last.ink += ink;
      last.touchesTop ||= isInk(x, y0);
    }
  }
  return found;
}

/** Words of which all that stands above their letters is known. */
const WRITTEN = /^(?=.*\p{L}{2})[\p{L}\d.,;:()/-]+$/u;
/** The accents of Unicode, and their kinds as signs; two dots of one letter are a colon. */
const KINDS: Record<string, string> = {
  '\u0301': '/',
  '\u0300': '\\',
  '\u0302': '^',
  '\u0303': '~',
  '\u0308': ':',
};
/** An accent that touches its letter may be apart from it where only darker pixels count. */
const DARKNESS = [INK_DARKNESS, 0.55];

/** Whether the print shows these accents, and no others. A dot may touch its letter, or be part of the f before it. */
function isAccented(word: Word, baseline: number, crop: Grey): boolean {
  const kinds = [...word.text.normalize('NFD')].map((sign, at, all) =>
    /^[ij]$/.test(sign) && !KINDS[all[at + 1] ?? ''] ? '.' : (KINDS[sign] ?? ''),
  );
  const shown = new RegExp(
    `^${kinds.join('').replace(/[/\\^~:.]/g, (kind) => (kind === '.' ? '\\.?' : `\\${kind}`))}$`,
  );
  const tall = baseline - Math.max(0, word.top);
  const [found, darker] = DARKNESS.map((darkness) => marksOver(word, baseline, crop, darkness)) as [Mark[], Mark[]];
  // Darker pixels alone leave dots out, and break thin letters.
  const mayBeJoined = /[^.]/.test(kinds.join('')) && darker.length >= found.length;
  return shown.test(kindsOf(found, tall)) || (mayBeJoined && shown.test(kindsOf(darker, tall)));
}

/** A piece of ink above the letters, and the number of the piece that it stands over. */
type Mark = { xs: number[]; ys: number[]; left: number; right: number; top: number; bottom: number; over: number };

/** In heights of the word: the least height of a letter below a mark, and of a mark, and the least ink of a mark. */
const [LETTER, FLAT, SPECK] = [0.3, 0.08, 0.008];

/** What is printed above the letters of a word and apart from them, from left to right. */
function marksOver({ left, right, top }: Word, baseline: number, crop: Grey, darkness: number): Mark[] {
  const [x0, x1] = [Math.max(0, Math.floor(left) - 1), Math.min(crop.width, Math.ceil(right) + 1)];
  const tall = baseline - Math.max(0, top);
  const [width, height] = [Math.max(0, x1 - x0), Math.max(0, Math.min(crop.height, Math.round(baseline + 0.1 * tall)))];
  const isInk = inkOf(crop, { x0, x1, y0: 0, y1: height }, darkness);
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at++) values[at] = Number(isInk(x0 + (at % width), Math.floor(at / width)));
  const visited = new Uint8Array(values.length);
  const pieces: Omit<Mark, 'over'>[] = [];
  for (let at = 0; at < values.length; at++) {
    if (visited[at] || values[at] === 0) continue;
    const points = connectedPoints(at, { values, width, height }, visited);
    const [xs, ys] = [points.map((point) => point % width), points.map((point) => Math.floor(point / width))];
    const edges = {
      left: Math.min(...xs),
      right: Math.max(...xs) + 1,
      top: Math.min(...ys),
      bottom: Math.max(...ys) + 1,
    };
    pieces.push({ xs, ys, ...edges });
  }
  const letters = pieces.filter((piece) => piece.bottom - piece.top > LETTER * tall);
  // What is lower are parts of letters whose thin strokes are broken.
  const tops = letters.map((letter) => letter.top).toSorted((a, b) => b - a);
  const lowest = tops.find((top, at) => top - (tops[at + 1] ?? -1) <= 1) ?? tops[0] ?? 0;
  return pieces
    .filter((piece) => {
      const { xs, bottom: end, top: begin } = piece;
      return xs.length >= Math.max(3, SPECK * tall * tall) && end - begin >= FLAT * tall && end <= lowest;
    })
    .map((piece) => {
      const middle = (piece.left + piece.right) / 2;
      const isBelow = (letter: typeof piece) =>
        letter.top >= piece.bottom - 1 && letter.left < middle + 1 && letter.right > middle - 1;
      return { ...piece, over: letters.findIndex(isBelow) };
    })
    .filter(({ over }) => over >= 0)
    .toSorted((a, b) => a.left - b.left);
}

/** In heights of the word: how near to each other the two dots of one letter are, and how wide an arch is at least. */
const [TWO_DOTS, ARCH] = [0.35, 0.2];

function kindsOf(marks: Mark[], tall: number): string {
  let [kinds, before] = ['', null as Mark | null];
  for (const mark of marks) {
    const kind = kindOf(mark, ARCH * tall);
    const isSecond =
      kind === '.' && kinds.endsWith('.') && before?.over === mark.over && mark.left - before.right < TWO_DOTS * tall;
    kinds = isSecond ? `${kinds.slice(0, -1)}:` : kinds + kind;
    before = mark;
  }
  return kinds;
}

/** As the correlation of its pixels, how level an arch is, how steep a stroke; how wide a wave for its height, how high an arch. */
const SHAPE = { level: 0.28, steep: 0.35, waving: 0.6, wide: 1.6, widest: 1.9, arched: 0.08, high: 0.15 };

/** The kind of an accent by its shape, or a question mark. */
function kindOf({ xs, ys, left, right, top, bottom }: Mark, leastArch: number): string {
  const [width, height] = [right - left, bottom - top];
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)];
  const spread = (a: number[], meanA: number, b: number[], meanB: number) =>
    meanOf(a.map((value, at) => (value - meanA) * ((b[at] as number) - meanB)));
  const slope =
    spread(xs, meanX, ys, meanY) /
    Math.sqrt((spread(xs, meanX, xs, meanX) + 1 / 12) * (spread(ys, meanY, ys, meanY) + 1 / 12));
  const [first = NaN, second = NaN, third = NaN] = [0, 1, 2].map((part) =>
    meanOf(ys.filter((_, at) => Math.floor((3 * ((xs[at] as number) - left + 0.5)) / width) === part)),
  );
  const isWide = width >= SHAPE.widest * height;
  const isArch = ((first + third) / 2 - second) / height >= SHAPE[isWide ? 'high' : 'arched'] && width >= leastArch;
  if (isWide && Math.abs(slope) > SHAPE.level) return '~';
  if (isArch) return Math.abs(slope) <= SHAPE.level ? '^' : Math.abs(slope) <= SHAPE.steep ? '?' : strokeOf(slope);
  if (isWide || (width >= SHAPE.wide * height && Math.abs(slope) <= SHAPE.waving)) return '~';
  return Math.abs(slope) >= SHAPE.steep ? strokeOf(slope) : Math.abs(slope) <= SHAPE.level ? '.' : '?';
}

const strokeOf = (slope: number) => (slope < 0 ? '/' : '\\');

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
