import { lifetimeDatesIn } from '../../text/dates.ts';
import type { ParsedValue, ScoredValue } from './value.ts';

/** The one date in a text; null if there are several. */
export function date(text: string): ParsedValue | null {
  const [only, ...others] = new Set(lifetimeDatesIn(text));
  return only && others.length === 0 ? { value: only } : null;
}

/** The dates of identity documents, in the order in which they happen. */
const DAYS = ['data_nascimento', 'data_primeira_habilitacao', 'data_emissao', 'data_validade'];

/** The fields without a date that contradicts the others; of two that contradict each other, both go. */
export function dropContradictoryDates<Fields extends Record<string, ScoredValue | null>>(found: Fields): Fields {
  const days = DAYS.flatMap((name) => (found[name] ? [{ name, day: found[name].value }] : []));
  const against = days.map(
    ({ day }, at) => days.filter((other, index) => (index < at ? other.day > day : other.day < day)).length,
  );
  const most = Math.max(0, ...against);
  if (most === 0) return found;
  const dropped = days.filter((_, at) => against[at] === most);
  return dropContradictoryDates({ ...found, ...Object.fromEntries(dropped.map(({ name }) => [name, null])) });
}
