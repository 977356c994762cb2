import { hasLabel, isValueLike, labelStrength } from './label.ts';
import type { Line } from './line.ts';
import { isSamePrint, isSameSize } from './print.ts';
import type { Segment } from './segment.ts';

/** Labels under each other with their values beside them, in print that tells nothing. `sure`: most labels are known words. */
export type LabelColumn = { pairs: Pair[]; sure: boolean };
export type Pair = { label: Segment; value: Segment };

const SAME_EDGE = 0.5;
/** Rows of one list are no farther apart, in ems. */
const FARTHEST = 3.2;

type Entry = Pair & { before: Segment | undefined; isLast: boolean };

/** All columns of labels in these lines, the surest first; no text belongs to two. */
export function findLabelColumns(lines: Line[]): LabelColumn[] {
  const runs = columnsOf(lines).map(judge).filter((run) => run !== null).toSorted((a, b) => Number(a.isWeak) - Number(b.isWeak) || b.share - a.share);
  const taken = new Set<Segment>();
  const found: LabelColumn[] = [];
  for (const { entries, share, isWeak } of runs) {
    const free = entries.filter(({ label, value }) => !taken.has(label) && !taken.has(value));
    if (isWeak && !entries.every(({ isLast, before }) => isLast && (!before || taken.has(before)))) continue;
    if (free.length < entries.length / 2) continue;
    free.forEach(({ label, value }) => taken.add(label).add(value));
    found.push({ pairs: free, sure: share >= SURE_SHARE });
  }
  return found;
}

function columnsOf(lines: Line[]): Entry[][] {
  const open: Entry[][] = [];
  for (const line of lines) {
    for (const entry of entriesOf(line)) {
      const run = open.find((candidate) => goesOn(candidate, entry));
      if (run) run.push(entry);
      else open.push([entry]);
    }
  }
  return open;
}

function entriesOf({ segments }: Line): Entry[] {
  return segments.slice(1).flatMap((value, index) => {
    const label = segments[index] as Segment;
    const fits = labelStrength(label.text) > 0 && !hasLabel(label.text) && !hasLabel(value.text);
    return fits ? [{ label, value, before: segments[index - 1], isLast: index === segments.length - 2 }] : [];
  });
}

function goesOn(run: Entry[], { label, value }: Entry): boolean {
  const last = run.at(-1) as Entry;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE * label.size;
  if (label.y - last.label.y > FARTHEST * label.size || !near(label.x, last.label.x)) return false;
  if (!isSamePrint(label, last.label) || !isSameSize(value, last.value)) return false;
  return near(value.x, last.value.x) || run.every((entry) => near(entry.value.right, value.right));
}

const SURE_SHARE = 0.5;

/** `isWeak`: only the numbers beside it say that it is one, so nothing else may claim its line. */
function judge(entries: Entry[]): { entries: Entry[]; share: number; isWeak: boolean } | null {
  const part = (fits: (entry: Entry) => boolean) => entries.filter(fits).length / entries.length;
  const share = part(({ label }) => labelStrength(label.text) >= 2);
  const values = part(({ value }) => isValueLike(value.text));
  const labelsAmongValues = part(({ value }) => labelStrength(value.text) >= 2);
  const certain = entries.length === 2 && part(({ label }) => labelStrength(label.text) === 3) === 1;
  if ((entries.length < 3 && !certain) || labelsAmongValues > 0.2) return null;
  if (new Set(entries.map(({ label }) => label.text)).size < entries.length) return null;
  if (share >= SURE_SHARE || (share >= 0.25 && values >= 0.25)) return { entries, share, isWeak: false };
  return values >= 0.6 ? { entries, share, isWeak: true } : null;
}
