import { median } from '../../statistics.ts';
import type { LabelValues } from './formPairing.ts';
import type { Label } from './labelMatching.ts';
import { endsWithColon, type Run } from './textRuns.ts';
import { isRecognised } from './formLine.ts';

/** A line this many times farther below its label than is usual on the page is the second line of the value. */
const LOST_LINE = 1.6;
/** A line that begins this far right of where lines begin on the page has lost its beginning, in ems. */
const LOST_BEGINNING = 1.5;
/** A value this near to the label on its left need not be aligned with others, in ems. */
const NEXT_TO = 5;
/** How many pairs show what is usual, and how many times more than the exceptions they must be. */
const ENOUGH = 3;
const MANY = 3;
/** The share of values that must begin where lines usually begin. */
const MOST = 0.6;

type Pair = { label: Label; run: Run };

/**
 * Recognised values that stand elsewhere than the values of the page do: the value of their label was not recognised,
 * and these belong to another.
 */
export function misplacedRuns(all: LabelValues[]): Set<Run> {
  const labelValues = all.filter(({ label }) => label.name !== null);
  const below = labelValues.flatMap(({ label, beside, below: [run] }) =>
    run && beside.length === 0 ? [{ label, run }] : [],
  );
  const beside = labelValues.flatMap(({ label, beside: [run] }) => (run ? [{ label, run }] : []));
  const astray = [
    ...(beside.length >= Math.max(ENOUGH, MANY * below.length) ? below : outOfPlace(below)),
    ...outOfLine(beside),
  ];
  return new Set(astray.map(({ run }) => run).filter(isRecognised));
}

function outOfPlace(pairs: Pair[]): Pair[] {
  if (pairs.length < ENOUGH) return [];
  // One letter says little of the size of all.
  const size = median(pairs.map(({ run }) => run.size)) as number;
  const drop = ({ run, label }: Pair) => Math.abs(run.y - label.y) / size;
  const indent = ({ run, label }: Pair) => (run.x - label.x) / size;
  const [usualDrop, usualIndent] = [median(pairs.map(drop)) as number, median(pairs.map(indent)) as number];
  const inOneLine = pairs.filter((pair) => Math.abs(indent(pair) - usualIndent) <= LOST_BEGINNING);
  // Centred and right-aligned lines may begin anywhere.
  const mayBeCentred = inOneLine.length < MOST * pairs.length;
  return pairs.filter(
    (pair) => drop(pair) > LOST_LINE * usualDrop || (!mayBeCentred && indent(pair) > usualIndent + LOST_BEGINNING),
  );
}

/** A value far right of its label is aligned with other values, or belongs to a label that was not recognised. */
function outOfLine(pairs: Pair[]): Pair[] {
  return pairs.filter((pair) => {
    const { run, label } = pair;
    const isFar = (run.x - label.right) / run.size > NEXT_TO && !endsWithColon(label);
    const siblings = pairs.filter((other) => other.run !== run && Math.abs(other.label.x - label.x) <= run.size);
    return isFar && siblings.length > 0 && siblings.every((other) => Math.abs(other.run.x - run.x) > run.size);
  });
}
