import type { Segment } from './segment.ts';

/** Sizes of a text layer are exact, those of recognised text tremble. */
const ALIKE = { written: 1.06, recognised: 1.16 };

const tolerance = (a: Segment, b: Segment) => (a.recognised || b.recognised ? ALIKE.recognised : ALIKE.written);

export const isSmaller = (a: Segment, b: Segment) => a.size * tolerance(a, b) < b.size;

export const isSameSize = (a: Segment, b: Segment) => !isSmaller(a, b) && !isSmaller(b, a);

export const isSamePrint = (a: Segment, b: Segment) => a.bold === b.bold && isSameSize(a, b);
