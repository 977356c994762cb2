import { labelStrength } from '../../layout/labels.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { FormLine } from '../form/formLine.ts';
import { isOnLineOf } from '../form/textRuns.ts';
import type { Label } from '../form/labelMatching.ts';
import { majorityValue, type ScoredValue } from './value.ts';

/** What may be the name of a party: letters first, and no colon. */
export const PARTY_NAME = /^\p{L}[\p{L}\d\s.,&'’/()-]{3,}$/u;

/** What a name of a company ends with. */
export const COMPANY = /\b(LTDA|S\/?A|S\.A\.|EIRELI|EPP|ME|MEI)\.?$/i;

/** Whether a line cannot end a name, or the next one cannot begin one: `IRMÃOS E`, `DA SILVA`. */
export const isHalf = (line: string, next = '') =>
  /\s(?:d[aeo]s?|e|&)$/i.test(line) || /^(?:d[aeo]s?|e|&)\s/i.test(next);

/** In ems, how alike lines of one name begin, and how near they are. */
const [START, NEXT_LINE] = [0.5, 1.6];

/** Whether a text may be the rest of a name: it has only letters. */
export const mayBeRest = (text: string) => /^[\p{L}\s.&'’-]+$/u.test(text) && labelStrength(text) < 3;

/** A name with its next line, which a text layer has right below it. */
export function wholeName([line, next]: FormLine[]): string | null {
  if (!line) return null;
  const isNext =
    next?.fromTextLayer &&
    mayBeRest(next.text) &&
    Math.abs(next.x - line.x) <= START * line.size &&
    next.y - line.y <= NEXT_LINE * line.size;
  const name = isNext ? `${line.text.trim()} ${next.text.trim()}` : line.text.trim();
  return isHalf(name) ? null : name;
}

/** The name that most readings have, whichever letters of it were taken for others. */
export function majorityName(readings: ScoredValue[]): ScoredValue | null {
  const same = majorityValue(readings.map(({ value, score }) => ({ value: lookAlikeKey(value), score })));
  return same && majorityValue(readings.filter(({ value }) => lookAlikeKey(value) === same.value));
}

/** A company name with the dots of `S.A.`, which recognition often loses. */
export const withCompanyDots = (name: string, printed: boolean): string =>
  printed ? name : name.replace(/\bS\s?[.,]\s?A\s?[.,]?$/, 'S.A.');

/** The heading that a box belongs to: the last one left of its label on that line, else the nearest above it. */
export function headingOf(label: Label, headings: Label[]): Label | undefined {
  const left = headings.filter((other) => isOnLineOf(other, label) && other.x < label.x);
  const above = headings.filter(({ x, y }) => y < label.y && x <= label.x + 2 * label.size);
  return left.toSorted((a, b) => b.x - a.x)[0] ?? above.toSorted((a, b) => b.y - a.y)[0];
}
