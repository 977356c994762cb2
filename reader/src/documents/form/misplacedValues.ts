import { median } from '../../statistics.ts';
import type { LabelValues } from './keyValuePairing.ts';
import type { Label } from './labelMatching.ts';
import { endsWithColon, type Run } from './textRuns.ts';
import { isRecognised } from './valueLine.ts';

/** A first line that stands this much farther from its label than is usual on the page is a second one. */
const LOST_LINE = 1.6;
/** A line that begins this far right of where lines begin on the page has lost its beginning. */
const LOST_BEGINNING = 1.5;
/** What stands this near to the label on its left needs no others to stand in line with, in ems. */
const NEXT_TO = 5;
/** Pairs that say what is usual, and how many of one sort an exception stands against. */
const ENOUGH = 3;
const MANY = 3;
/** The part that begins where lines begin. */
const MOST = 0.6;

type Place = { drop: number; indent: number };
type Pair = { label: Label; run: Run };

/**
 * Recognised values that do not stand where those of the page do: their label's own was not read, and these are others.
 */
export function misplacedRuns(labelValues: LabelValues[]): Set<Run> {
  const below = labelValues.flatMap(({ label, right, below: [run] }) =>
    run && right.length === 0 ? [{ label, run }] : [],
  );
  const beside = labelValues.flatMap(({ label, right: [run] }) => (run ? [{ label, run }] : []));
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
  const places = pairs.map(({ run, label }): Place => ({
    drop: Math.abs(run.y - label.y) / size,
    indent: (run.x - label.x) / size,
  }));
  const usual = {
    drop: median(places.map(({ drop }) => drop)) as number,
    indent: median(places.map(({ indent }) => indent)) as number,
  };
  const inOneLine =
    places.filter(({ indent }) => Math.abs(indent - usual.indent) <= LOST_BEGINNING).length >= MOST * places.length;
  return pairs.filter((_, index) => isOut(places[index] as Place, usual, inOneLine));
}

/** Lines in the middle or at the right of their cells may begin anywhere. */
const isOut = (place: Place, usual: Place, inOneLine: boolean) =>
  place.drop > LOST_LINE * usual.drop || (inOneLine && place.indent > usual.indent + LOST_BEGINNING);

/** What stands far right of its label stands in a column with others, or belongs to a label that was not read. */
function outOfLine(pairs: Pair[]): Pair[] {
  const inLine = ({ run }: Pair, other: Pair) => other.run !== run && Math.abs(other.run.x - run.x) <= run.size;
  const alike = ({ run, label }: Pair, other: Pair) =>
    other.run !== run && Math.abs(other.label.x - label.x) <= run.size;
  return pairs.filter((pair) => {
    const isFar = (pair.run.x - pair.label.right) / pair.run.size > NEXT_TO && !endsWithColon(pair.label);
    const siblings = pairs.filter((other) => alike(pair, other));
    return isFar && siblings.length > 0 && !siblings.some((other) => inLine(pair, other));
  });
}
