import type { Run } from './labels.ts';

/** Words this far apart, in ems, had one between them that was not recognised. */
const LOST_WORD = 1.1;

/** Recognised lines of which a part is missing: what is left of a name is another name. */
export const isTorn = (run: Run): boolean => isRecognised(run) && hasGap(run);

export const isRecognised = ({ words }: Run) => words.some(({ confidence }) => confidence !== null);

const hasGap = ({ words, size }: Run) =>
  words.some(
    (word, index) => index > 0 && word.x - (words[index - 1] as Run['words'][number]).right > LOST_WORD * size,
  );
