import { plain } from '../words/plain.ts';
import { agreed, type Reading } from './agree.ts';

/** What a name is worth of which one reading has lost its accents. */
const WITH_ACCENTS = 0.9;

/**
 * The name most readings have. Accents are lost, not invented: of two readings that differ in nothing else the one with
 * more of them is it.
 */
export function sameName(readings: Reading[]): Reading | null {
  const same = agreed(readings.map(({ value, score }) => ({ value: plain(value), score })));
  if (!same) return null;
  const alike = readings.filter(({ value }) => plain(value) === same.value);
  const agreedOn = agreed(alike);
  if (agreedOn) return agreedOn;
  const [most] = alike.toSorted((a, b) => accents(b.value) - accents(a.value));
  return most ? { value: most.value, score: WITH_ACCENTS * most.score } : null;
}

const accents = (text: string) => text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0;

/** A name as a company writes it: the points of `S.A.` are easily lost where letters were recognised. */
export const withPoints = (name: string, printed: boolean): string =>
  printed ? name : name.replace(/\bS\s?[.,]\s?A\s?[.,]?$/, 'S.A.');
