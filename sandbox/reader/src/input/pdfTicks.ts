import { edgesOf, type Edges, type TextItem } from '../reading.ts';

/** What may be a box to tick, a mark in one, or handwriting; `full`: the part of its extent that it fills. */
export type Drawn = { edges: Edges; isBox: boolean; full: number };

/** Boxes and marks as fonts have them. */
const [BOX, MARK] = [/^(?:[☐-☒□❍❏-❒○]|[([]_*[)\]])$/u, /^[xX✓-✘❌❎■●☑☒]$/u];
/** In points: the sides of boxes, how far off their corners may be, the longest mark, and the highest handwriting. */
const [SMALLEST, LARGEST, ALIKE, MARKED, HIGHEST] = [5, 16, 1.5, 40, 60];
/** A circle fills this part of its extent at least by the points between its curves; handwriting fills less. */
const ROUND = 0.45;
/** In ems: how far from its label a value is at most. */
const REACH = 8;
/** More boxes than a form has are a pattern. */
const MOST_BOXES = 300;
/** How much longer one side is than the other; in heights of a box, how far it is from its words. */
const [LONGER, BESIDE] = [1.25, 1.5];

/** Remembers what was drawn; the sides of some boxes are single lines. */
export function noteDrawn(drawn: Drawn[], { edges, full }: { edges: Edges; full: number }, isOutline: boolean): void {
  const [left, top, right, bottom] = edges;
  if (bottom - top > HIGHEST) return;
  const isOther = ({ edges: [begin, , end] }: Drawn) => Math.max(Math.abs(begin - left), Math.abs(end - right)) < ALIKE;
  const other = bottom - top < ALIKE ? drawn.slice(-3).find(isOther)?.edges : undefined;
  const whole: Edges = other ? [left, Math.min(top, other[1]), right, Math.max(bottom, other[3])] : edges;
  const [short = 0, long = 0] = [right - left, whole[3] - whole[1]].toSorted((a, b) => a - b);
  const isSquare = short > SMALLEST && long < LARGEST && long < LONGER * short;
  drawn.push({ edges: whole, isBox: isSquare && (other !== undefined || (isOutline && full > ROUND)), full });
}

/** The boxes beside words, as texts that say which are ticked. What is in them is seen no more. */
export function ticksOn(words: (TextItem & { isSeen: boolean })[], drawn: Drawn[]): TextItem[] {
  const seen = words.filter(({ isSeen }) => isSeen);
  const signs = seen
    .filter(({ text }) => BOX.test(text))
    .map((sign) => ({ edges: edgesOf({ ...sign, width: Math.max(sign.width, sign.size) }) }));
  const boxes = [...signs, ...drawn.filter(({ isBox }) => isBox)];
  if (boxes.length > MOST_BOXES) return [];
  return boxes.flatMap(({ edges }, at) => {
    const [left, top, right, bottom] = edges;
    const inside = seen.filter((word) => isIn(edges, edgesOf(word)));
    const beside = seen.find(
      ({ x, y, width, size }) =>
        Math.abs((top + bottom) / 2 - y + size / 3) < size / 2 &&
        Math.abs(x + width / 2 - (left + right) / 2) < (width + right - left) / 2 + BESIDE * (bottom - top),
    );
    const isOne = !boxes.slice(0, at).some((other) => isIn(other.edges, edges));
    if (!isOne || !beside || !inside.every(({ text }) => BOX.test(text) || MARK.test(text))) return [];
    for (const word of inside) word.isSeen = false;
    const isTicked =
      inside.some(({ text }) => MARK.test(text)) ||
      drawn.some((mark) => !mark.isBox && mark.edges[2] - mark.edges[0] < MARKED && isIn(edges, mark.edges));
    const { y, size, bold, cell } = beside;
    return [{ text: isTicked ? '☒' : '☐', x: left, y, width: right - left, size, bold, cell }];
  });
}

/** Where no text but something that is drawn stands beside a label, as what was filled in by hand. */
export const inkBeside = (items: TextItem[], drawn: Pick<Drawn, 'edges' | 'full'>[]): Edges[] =>
  drawn.flatMap(({ edges, full }) => {
    const [left, top, right, bottom] = edges;
    if (full > ROUND || bottom - top < ALIKE || bottom - top > HIGHEST) return [];
    const line = items.filter(({ y, size }) => Math.abs(y - size / 3 - (top + bottom) / 2) < size);
    const before = line.filter(({ x, width }) => x + width < left + 1).toSorted((a, b) => a.x - b.x);
    const label = before.at(-1);
    const isNear = label && /:\s*$/.test(label.text) && left - label.x - label.width < REACH * label.size;
    const isBlank = line.every(({ x, width }) => x > right || x + width < left + 1);
    return isNear && isBlank ? [edges] : [];
  });

/** Whether the middle of what is on a page is in a box. */
const isIn = ([left, top, right, bottom]: Edges, [x0, y0, x1, y1]: Edges) =>
  x0 + x1 > 2 * left && x0 + x1 < 2 * right && y0 + y1 > 2 * top && y0 + y1 < 2 * bottom;
