import { DISPUTED } from '../../reading.ts';
import { confidenceOf } from '../values/value.ts';
import { isRecognised, type Run, textOf, type Word } from './textRuns.ts';

/**
 * A line of text that a label may have as its value. `score`: how sure the pairing and the letters are.
 * `fromTextLayer`: no letter can be misread. `incomplete`: a part of it was not recognised, or is a guess. `misplaced`: it
 * may be the value of another label.
 */
export type FormLine = Run & {
  text: string;
  score: number;
  fromTextLayer: boolean;
  incomplete: boolean;
  misplaced: boolean;
};

/** What becomes of a line, in words. */
export const READ = 'read';
export const UNFIT = 'not what this field may have';

/** How sure a text belongs to its label, by where it stands. */
export const PAIRING_SCORE = { colon: 0.99, right: 0.95, below: 0.92, unlabelled: 0.85 };

export function toFormLine(run: Run, pairing: number, misplaced: boolean): FormLine {
  return {
    ...run,
    text: textOf(run),
    score: pairing * confidenceOf(run.words),
    fromTextLayer: !isRecognised(run),
    incomplete: isRecognised(run) && (hasGap(run) || run.words.some(isGuess)),
    misplaced,
  };
}

const isGuess = ({ text, confidence }: Word) =>
  confidence !== null && confidence <= DISPUTED && /[\p{L}\p{N}]/u.test(text);

/** A gap this wide between words, in ems, has lost a word: the rest of a name is another name. */
const LOST_WORD = 1.1;

const hasGap = ({ words, size }: Run) =>
  words.some(({ x }, at) => at > 0 && x - (words[at - 1] as Word).right > LOST_WORD * size);
