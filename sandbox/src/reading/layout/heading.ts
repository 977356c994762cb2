import { hasLabel, isShouted } from './label.ts';
import type { Line, Segment } from './line.ts';

const NUMBERED =
  /^(CL[ÁA]USULA|CAP[ÍI]TULO|SE[ÇC][ÃA]O|T[ÍI]TULO|ANEXO|ARTICLE|SECTION|SCHEDULE)\s+[\dIVXLA-ZÀ-Ú]|^(R|AV)\s?[.\-–]\s?\d+\b/;

/** A record or annotation of a register, or a numbered clause, whatever its print. */
export const isNumberedHeading = (text: string) => NUMBERED.test(text);

/** Does this line give what follows a name? */
export function isHeading(lines: Line[], at: number, bodySize: number): boolean {
  const line = lines[at] as Line;
  const [only] = line.segments;
  if (!only || only.text.length > 90 || !/\p{L}{2}/u.test(only.text)) return false;
  if (isNumberedHeading(only.text)) return true;
  if (line.segments.length !== 1 || hasLabel(only.text) || /[:,;.]$/.test(only.text)) return false;
  if (isLabelOfNextLine(lines, at)) return false;
  return stands(only, bodySize) || (only.size >= 0.95 * bodySize && isPlainCapitals(only, lines[at - 1]));
}

const stands = (segment: Segment, bodySize: number) => segment.bold || segment.size >= 1.15 * bodySize;

/** Capitals in ordinary print are a heading only if they cannot be the value of a label above. */
function isPlainCapitals({ text, size }: Segment, above: Line | undefined): boolean {
  if (!isShouted(text) || /\d/.test(text) || text.length < 6) return false;
  if (!above) return true;
  const lastAbove = above.segments.at(-1)?.text ?? '';
  return above.size >= 0.93 * size && !lastAbove.endsWith(':') && above.segments[0]?.bold !== true;
}

/** A bold label by itself over one short plain line reads as a field, unless a paragraph follows. */
function isLabelOfNextLine(lines: Line[], at: number): boolean {
  const [line, value, after] = [lines[at], lines[at + 1], lines[at + 2]];
  const label = line?.segments[0];
  const below = value?.segments[0];
  if (!label || !below || value.segments.length !== 1 || !label.bold || below.bold) return false;
  if (label.size > 1.08 * below.size || Math.abs(label.x - below.x) > label.size || below.text.length > 60) return false;
  if (/[.;]$/.test(below.text) || hasLabel(below.text)) return false;
  const closeness = value.y - label.y;
  if (closeness > (isShouted(label.text) ? 1.7 : 2.2) * below.size) return false;
  return !after || after.segments[0]?.bold === true || after.y - value.y > 1.3 * closeness;
}
