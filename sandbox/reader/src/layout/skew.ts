import type { TextItem } from '../reading.ts';

/** Two items that may be on one line: how far apart they are, and how far down the page (0 to 1). */
type Pair = { dx: number; dy: number; size: number; down: number };

/** The steepest slope that is left left after dewarping. */
const STEEPEST = 0.1;
const STEP = 0.002;
const MOST_MORE = 0.04;
const STEP_MORE = 0.008;
/** Baselines of one line agree within this part of their font size. */
const AGREEMENT = 0.25;
/** More pairs add no accuracy, only time. */
const MOST_PAIRS = 4000;

/** Removes the skew of a scan or photograph: items of one line then have the same y. */
export function deskew(items: TextItem[]): TextItem[] {
  if (items.every(({ confidence }) => confidence === undefined)) return items;
  const top = Math.min(...items.map(({ y }) => y));
  const height = Math.max(1, Math.max(...items.map(({ y }) => y)) - top);
  const { across, more } = estimateSkew(pairsOf(items, top, height));
  return items.map((item) => ({
    ...item,
    y: item.y - (across + more * ((item.y - top) / height - 0.5)) * middleOf(item),
  }));
}

const middleOf = ({ x, width }: TextItem) => x + width / 2;

function pairsOf(items: TextItem[], top: number, height: number): Pair[] {
  const sorted = items.toSorted((a, b) => a.x - b.x);
  const pairs = sorted.flatMap((left, index) =>
    sorted.slice(index + 1).flatMap((right) => pairOf(left, right, top, height)),
  );
  const every = Math.ceil(pairs.length / MOST_PAIRS);
  return pairs.filter((_, index) => index % every === 0);
}

function pairOf(left: TextItem, right: TextItem, top: number, height: number): Pair[] {
  const [dx, dy] = [middleOf(right) - middleOf(left), right.y - left.y];
  const size = Math.min(left.size, right.size);
  const apart = right.x - left.x - left.width;
  if (apart < 0.3 * size || Math.abs(dy) > (STEEPEST + MOST_MORE / 2) * dx + AGREEMENT * size) return [];
  return [{ dx, dy, size, down: ((left.y + right.y) / 2 - top) / height - 0.5 }];
}

/**
 * The slope of the baselines that most pairs agree with: `across` everywhere, and `more` from the top of the page to the bottom, from
 * perspective. A level page is preferred unless another fits clearly better, and a small slope to a steep one, with which labels may
 * meet the values of the row above.
 */
function estimateSkew(pairs: Pair[]) {
  let best = { across: 0, more: 0, agreed: agreement(pairs, 0, 0) * 1.02 };
  for (let across = -STEEPEST; across <= STEEPEST; across += STEP) {
    for (let more = -MOST_MORE; more <= MOST_MORE; more += STEP_MORE) {
      const agreed = agreement(pairs, across, more) * (1 - Math.abs(across));
      if (agreed > best.agreed) best = { across, more, agreed };
    }
  }
  return best;
}

function agreement(pairs: Pair[], across: number, more: number): number {
  let sum = 0;
  for (const { dx, dy, size, down } of pairs) {
    const off = Math.abs(dy - (across + more * down) * dx) / (AGREEMENT * size);
    if (off < 1) sum += 1 - off;
  }
  return sum;
}
