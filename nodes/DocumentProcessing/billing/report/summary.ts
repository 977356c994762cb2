import { asNumber, asObject, asObjects, asText, type JsonObject } from '../../common/shape';

export const COUNTS = ['requestCount', 'typifiedItemCount', 'nonTypifiedItemCount', 'billingCount'] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

/** The consumption of one service, or of one day; a day is called by its date in UTC, as the service counts days. */
export interface Line extends Counts {
  name: string;
}

export interface Summary {
  /** As the service says them; added up where it does not. */
  totals: Counts;
  added: Counts;
  /** The largest first. */
  services: Line[];
  days: Line[];
}

/** The service's answer (interface, "Billing summary result") as numbers to report. */
export function readSummary(result: unknown): Summary {
  const summary = asObject(result);
  const entries = asObjects(summary['details']).flatMap(readDay);
  const added = addUp(entries.map(({ counts }) => counts));
  return {
    added,
    totals: fill((count) => asNumber(summary[count]) ?? added[count]),
    services: mergeLines(entries.map(({ service, counts }) => ({ name: service, ...counts }))).sort(byBilling),
    days: mergeLines(entries.map(({ day, counts }) => ({ name: day, ...counts }))).sort(byName),
  };
}

export const fill = (valueOf: (count: keyof Counts) => number): Counts =>
  Object.fromEntries(COUNTS.map((count) => [count, valueOf(count)])) as Counts;

export const addUp = (list: Counts[]): Counts => fill((count) => list.reduce((sum, counts) => sum + counts[count], 0));

interface Entry {
  day: string;
  service: string;
  counts: Counts;
}

function readDay(day: JsonObject): Entry[] {
  return asObjects(day['services']).map((service) => ({
    day: dateOf(day['date']) ?? 'No date',
    service: asText(service['serviceName'])?.trim() || 'No name',
    counts: fill((count) => asNumber(service[count]) ?? 0),
  }));
}

/** The date of a day in an answer, whatever time the timestamp has. */
export const dateOf = (date: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(asText(date) ?? '')?.[0];

/** One line for each name, in the order in which they first come. */
export function mergeLines(lines: Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const before = merged.get(line.name);
    merged.set(line.name, before ? { name: line.name, ...addUp([before, line]) } : line);
  }
  return [...merged.values()];
}

const byBilling = (one: Line, other: Line): number =>
  other.billingCount - one.billingCount || other.requestCount - one.requestCount || byName(one, other);

const byName = (one: Line, other: Line): number => (one.name < other.name ? -1 : 1);
