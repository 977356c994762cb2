import type { Run } from './labels.ts';
import type { Owned } from './pairing.ts';

/** Words this far apart, in ems, had one between them that was not recognised. */
const LOST_WORD = 1.1;
/** A first line that stands this much farther below its label than is usual on the page is a second one. */
const LOST_LINE = 1.6;
/** A line that begins this far right of where lines begin on the page has lost its beginning. */
const LOST_BEGINNING = 1.5;
/** Pairs that say what is usual. */
const ENOUGH = 3;

type Place = { drop: number; indent: number };

/** Recognised lines of which a part is missing: what is left of a name is another name. */
export function tornRuns(owned: Owned[]): Set<Run> {
  const runs = owned.flatMap(({ right, below }) => [...right, ...below]).filter(isRecognised);
  const places = new Map(owned.flatMap(({ label, below: [first] }) => (first ? [[first, placeOf(first, label)] as const] : [])));
  const usual = places.size >= ENOUGH ? usualOf([...places.values()]) : null;
  const firsts = [...places].filter(([run, place]) => isRecognised(run) && usual !== null && isOut(place, usual)).map(([run]) => run);
  return new Set([...runs.filter(hasGap), ...firsts]);
}

const isRecognised = ({ words }: Run) => words.some(({ confidence }) => confidence !== null);

const placeOf = (run: Run, label: Run): Place => ({ drop: (run.y - label.y) / run.size, indent: (run.x - label.x) / run.size });

const usualOf = (places: Place[]): Place => ({ drop: median(places.map(({ drop }) => drop)), indent: median(places.map(({ indent }) => indent)) });

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const isOut = (place: Place, usual: Place) => place.drop > LOST_LINE * usual.drop || place.indent > usual.indent + LOST_BEGINNING;

const hasGap = ({ words, size }: Run) => words.some((word, index) => index > 0 && word.x - (words[index - 1] as Run['words'][number]).right > LOST_WORD * size);
