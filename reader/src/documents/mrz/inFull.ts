import type { Found } from '../form/found.ts';
import type { Zone } from './zone.ts';

/**
 * Given names and surname in one, as Brazil's cards print them. Which of the two comes first in the zone differs
 * between licences.
 */
export const namesInFull = ({ names: { given, surname } }: Zone): Found[] =>
  given && surname ? [join(given, surname), join(surname, given)] : [];

const join = (first: Found, second: Found): Found => ({
  value: `${first.value} ${second.value}`,
  score: Math.min(first.score, second.score),
});
