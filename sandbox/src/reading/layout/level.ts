import type { TextItem } from '../document.ts';

/** A page leans no more than this when it has been straightened. */
const STEEPEST = 0.15;
/** Less than this moves nothing by half a letter. */
const FLATTEST = 0.0005;

/** Takes the slope of a scan or photograph out of its baselines: texts of one line then have one y. */
export function level(items: TextItem[]): TextItem[] {
  const slope = commonSlope(items);
  return Math.abs(slope) < FLATTEST ? items : items.map((item) => ({ ...item, y: item.y - slope * middleOf(item) }));
}

const middleOf = ({ x, width }: TextItem) => x + width / 2;

/** The slope most text agrees on, from neighbours in a line; the farther apart they are the more they say. */
function commonSlope(items: TextItem[]): number {
  const sorted = items.toSorted((a, b) => a.y - b.y);
  const slopes = sorted.flatMap((item, index) => neighbours(sorted, index).map((other) => slopeBetween(item, other)));
  const known = slopes.filter(({ slope }) => Math.abs(slope) <= STEEPEST).toSorted((a, b) => a.slope - b.slope);
  const half = known.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  return known.find(({ weight }) => (passed += weight) >= half)?.slope ?? 0;
}

function slopeBetween(a: TextItem, b: TextItem): { slope: number; weight: number } {
  const distance = middleOf(b) - middleOf(a);
  return { slope: (b.y - a.y) / distance, weight: Math.abs(distance) };
}

/** The nearest text on either side that can only be of the same line. */
function neighbours(sorted: TextItem[], index: number): TextItem[] {
  const item = sorted[index] as TextItem;
  const sameLine = (other: TextItem) => Math.abs(other.y - item.y) < 0.6 * Math.min(item.size, other.size);
  let nearest: TextItem | null = null;
  for (const step of [-1, 1]) {
    for (let at = index + step; sorted[at] && Math.abs((sorted[at] as TextItem).y - item.y) < item.size; at += step) {
      const other = sorted[at] as TextItem;
      const right = other.x - item.x - item.width;
      if (sameLine(other) && right > -0.2 * item.size && (!nearest || other.x < nearest.x)) nearest = other;
    }
  }
  return nearest ? [nearest] : [];
}
