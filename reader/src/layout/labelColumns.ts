import { hasLabel, isValueLike, labelStrength } from './labels.ts';
import { isSameSize, isSameStyle, type Line, type Segment } from './segments.ts';

/**
 * Labels under each other with their values beside them, in print that tells nothing. `sure`: most labels are known
 * words.
 */
export type LabelColumn = {
  pairs: Pair[];
  /** Labels of the column that have nothing beside them. */ empty: Segment[];
  sure: boolean;
};
export type Pair = { label: Segment; value: Segment };

const SAME_EDGE = 0.5;
/** Rows of one list are no farther apart, in ems. */
const FARTHEST = 3.2;

type Entry = Pair & { before: Segment | undefined; isLast: boolean };
/** `waiting`: labels by themselves, of which is not known yet whether the next label or a value stands under them. */
type Run = { entries: Entry[]; empty: Segment[]; waiting: Segment[] };
type Judged = Pick<Run, 'entries' | 'empty'> & { share: number; isWeak: boolean };

/** All columns of labels in these lines, the surest first; no text belongs to two. */
export function findLabelColumns(lines: Line[]): LabelColumn[] {
  const runs = columnsOf(lines)
    .map(judge)
    .filter((run) => run !== null)
    .toSorted((a, b) => Number(a.isWeak) - Number(b.isWeak) || b.share - a.share);
  const taken = new Set<Segment>();
  const found: LabelColumn[] = [];
  for (const { entries, empty, share, isWeak } of runs) {
    const free = entries.filter(({ label, value }) => !taken.has(label) && !taken.has(value));
    if (isWeak && !entries.every(({ isLast, before }) => isLast && (!before || taken.has(before)))) continue;
    if (free.length < entries.length / 2) continue;
    free.forEach(({ label, value }) => taken.add(label).add(value));
    found.push({
      pairs: free,
      empty: isWeak ? [] : empty.filter((label) => !taken.has(label)),
      sure: share >= SURE_SHARE,
    });
  }
  return found;
}

function columnsOf(lines: Line[]): Run[] {
  const open: Run[] = [];
  for (const line of lines) {
    const [only] = line.segments;
    const alone =
      line.segments.length === 1 && only && labelStrength(only.text) >= 2 && !hasLabel(only.text) ? only : null;
    for (const run of open)
      if (alone && isUnder(run, alone)) run.waiting.push(alone);
      else if (!entriesOf(line).some((entry) => goesOn(run, entry)))
        run.waiting = run.waiting.filter((label) => !isOver(label, line));
    for (const entry of entriesOf(line)) {
      const run = open.find((candidate) => goesOn(candidate, entry));
      if (run) addTo(run, entry);
      else open.push({ entries: [entry], empty: [], waiting: [] });
    }
  }
  return open;
}

function addTo(run: Run, entry: Entry): void {
  run.entries.push(entry);
  run.empty.push(...run.waiting);
  run.waiting = [];
}

const isOver = ({ x, right }: Segment, { segments }: Line) =>
  segments.some((other) => other.x < right && other.right > x);

function entriesOf({ segments }: Line): Entry[] {
  return segments.slice(1).flatMap((value, index) => {
    const label = segments[index] as Segment;
    const fits = labelStrength(label.text) > 0 && !hasLabel(label.text) && !hasLabel(value.text);
    return fits ? [{ label, value, before: segments[index - 1], isLast: index === segments.length - 2 }] : [];
  });
}

function goesOn(run: Run, { label, value }: Entry): boolean {
  const last = run.entries.at(-1) as Entry;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE * label.size;
  if (!isUnder(run, label) || !isSameSize(value, last.value)) return false;
  return near(value.x, last.value.x) || run.entries.every((entry) => near(entry.value.right, value.right));
}

/** The next label of a column: set like the others, and beginning or ending where they do. */
function isUnder({ entries, waiting }: Run, label: Segment): boolean {
  const last = waiting.at(-1) ?? (entries.at(-1) as Entry).label;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE * label.size;
  return (
    label.y - last.y <= FARTHEST * label.size &&
    (near(label.x, last.x) || near(label.right, last.right)) &&
    isSameStyle(label, last)
  );
}

const SURE_SHARE = 0.5;

/** `isWeak`: only the numbers beside it say that it is one, so nothing else may claim its line. */
function judge({ entries, empty }: Run): Judged | null {
  const part = (fits: (entry: Entry) => boolean) => entries.filter(fits).length / entries.length;
  const share = part(({ label }) => labelStrength(label.text) >= 2);
  const values = part(({ value }) => isValueLike(value.text));
  const labelsAmongValues = part(({ value }) => labelStrength(value.text) >= 2);
  const certain = entries.length === 2 && part(({ label }) => labelStrength(label.text) === 3) === 1;
  if ((entries.length < 3 && !certain) || labelsAmongValues > 0.2 || isUnderHeader(entries)) return null;
  if (new Set(entries.map(({ label }) => label.text)).size < entries.length) return null;
  if (share >= SURE_SHARE || (share >= 0.25 && values >= 0.25)) return { entries, empty, share, isWeak: false };
  return values >= 0.6 ? { entries, empty, share, isWeak: true } : null;
}

/** A name over nothing but numbers is the header of a column, whatever stands left of them. */
const isUnderHeader = ([first, ...rest]: Entry[]) =>
  labelStrength(first?.value.text ?? '') >= 2 && rest.length > 1 && rest.every(({ value }) => isValueLike(value.text));
