import { hasLabel, labelStrength } from './labels.ts';
import type { Line, Segment } from './segments.ts';

/**
 * The captions of a form: known labels that are repeated. In a form with empty cells they stand where values would: a
 * label is never a value. Only a text layer tells; recognised text has its letters wrong.
 */
export function findCaptions(lines: Line[]): Set<Segment> {
  const segments = lines.flatMap((line) => line.segments).filter(({ recognised }) => !recognised);
  const known = segments.filter(({ text }) => labelStrength(text) === 3 && !hasLabel(text));
  return new Set([...Map.groupBy(known, ({ text }) => text).values()].filter((same) => same.length > 1).flat());
}
