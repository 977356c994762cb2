import type { PairingStep, Trace } from '../../reading.ts';
import type { Label } from './labelMatching.ts';
import { type Run, textOf } from './textRuns.ts';

type Candidate = Extract<PairingStep, { step: 'candidate' }>;

/** Tells of a run that a known label may have as its value. */
export function tellCandidate(
  trace: Trace,
  label: Label,
  run: Run,
  outcome: Pick<Candidate, 'way' | 'cost' | 'isChosen' | 'reason'>,
): void {
  const known = label.name;
  trace({ step: 'candidate', rules: 'form', label: { ...seen(label), known }, value: seen(run), ...outcome });
}

const seen = (run: Run) => ({ text: textOf(run), x: run.x, y: run.y, size: run.size });
