import { type Pairing, pageStep, pairValues } from './formPairing.ts';
import type { LabelledText } from './labelMatching.ts';
import { asRun, type Run } from './textRuns.ts';

/** Height of capitals, in ems. */
const CAPITAL = 0.72;
/** How many labels must have a value above them, and how much nearer than below they must be, in ems of the value. */
const [ENOUGH_LABELS, NEARER] = [4, 0.3];

/** The pairing of a page, or of the page upside down where labels stand below their values, as under ruled lines. */
export function pairOnPage(labelled: LabelledText): Pairing {
  const [over, under] = [pairValues(labelled), pairValues(upsideDown(labelled))];
  const isUnder = under.filled >= Math.max(ENOUGH_LABELS, over.filled) && under.drop + NEARER < over.drop;
  return isUnder ? turnedBackUp(under) : over;
}

/** The page upside down: what stood above a label stands below it. Turned twice it is the page again. */
const upsideDown = ({ labels, runs }: LabelledText): LabelledText => ({
  labels: labels.map(turnedRun),
  runs: runs.map(turnedRun),
});

/** What was found on the page upside down, of the page as it is. */
const turnedBackUp = ({ pairs, steps, ...pairing }: Pairing): Pairing => ({
  pairs: pairs.map(({ label, beside, below }) => ({
    label: turnedRun(label),
    beside: beside.map(turnedRun),
    below: below.map(turnedRun).toSorted((a, b) => a.y - b.y),
  })),
  ...pairing,
  steps: [
    pageStep('labels stand below their values, so the page was paired upside down'),
    ...steps.map((step) =>
      step.step === 'candidate'
        ? { ...step, label: turned(step.label), value: turned(step.value), way: step.way.replace('below', 'above') }
        : step,
    ),
  ],
});

const turned = <T extends { y: number; size: number }>(place: T): T => ({
  ...place,
  y: CAPITAL * place.size - place.y,
});

const turnedRun = <R extends Run>(run: R): R => ({ ...run, ...asRun(run.words.map(turned)) });
