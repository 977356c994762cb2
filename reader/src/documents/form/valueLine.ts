import { DISPUTED } from '../../reading.ts';
import { type Run, textOf } from './textRuns.ts';

/**
 * A line of text found for a label. `score` says how sure pair and letters are; what is in a text layer is surely so
 * `printed`; of a `torn` line a part is missing, or no more than a guess.
 */
export type ValueLine = {
  text: string;
  score: number;
  fromTextLayer: boolean;
  incomplete: boolean;
  x: number;
  right: number;
  y: number;
  size: number;
};

/** How sure a text is its label's, by where it stands. */
export const PAIRING_SCORE = { colon: 0.99, right: 0.95, below: 0.92, unlabelled: 0.85 };

export function toValueLine(run: Run, pairing: number): ValueLine {
  const { x, right, y, size } = run;
  const confidence = confidenceOf(run);
  return {
    text: textOf(run),
    score: pairing * (confidence ?? 1),
    fromTextLayer: confidence === null,
    incomplete: isIncomplete(run) || run.words.some(isGuess),
    x,
    right,
    y,
    size,
  };
}

const isGuess = ({ text, confidence }: Run['words'][number]) =>
  confidence !== null && confidence <= DISPUTED && /[\p{L}\p{N}]/u.test(text);

/** Long words weigh more; null if all of it comes from a text layer. */
function confidenceOf({ words }: Run): number | null {
  if (words.every(({ confidence }) => confidence === null)) return null;
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + (confidence ?? 1) * text.length, 0) / letters;
}

/** Words this far apart, in ems, had one between them that was not recognised. */
const LOST_WORD = 1.1;

/** Recognised lines of which a part is missing: what is left of a name is another name. */
export const isIncomplete = (run: Run): boolean => isRecognised(run) && hasGap(run);

export const isRecognised = ({ words }: Run) => words.some(({ confidence }) => confidence !== null);

const hasGap = ({ words, size }: Run) =>
  words.some(
    (word, index) => index > 0 && word.x - (words[index - 1] as Run['words'][number]).right > LOST_WORD * size,
  );
