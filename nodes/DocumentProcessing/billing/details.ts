// The days, services and counts of a billing summary, as the service sends them (interface, "Billing summary result").
import { DateTime } from 'luxon';
import {
  asNumber,
  asObject,
  asText,
  groupBy,
  isObject,
  type JsonObject,
  oneOrMoreObjects,
  textOf,
} from '../common/shape';

export const COUNTS = ['requestCount', 'typifiedItemCount', 'nonTypifiedItemCount', 'billingCount'] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

export const countsFrom = (valueOf: (count: keyof Counts) => number): Counts =>
  Object.fromEntries(COUNTS.map((count) => [count, valueOf(count)])) as Counts;

export const countOf = (holder: JsonObject, count: keyof Counts): number | undefined => asNumber(holder[count]);

interface DayDetails {
  /** As the service writes it. */
  date: string | null;
  /** In UTC, e.g. `2025-01-31`; empty if the date is none. */
  day: string;
  services: ServiceDetails[];
}

export interface ServiceDetails {
  serviceName: unknown;
  /** Its name as a text; empty if the service gives none. */
  name: string;
  /** Those the response has, by their names; numbers where they can be read as numbers. */
  counts: JsonObject;
}

/**
 * Reads a response of the service (service interface, "Billing summary result"). A day and a service are there once each: a
 * response that has one of them again, or several times of a day, has its counts in parts.
 */
export function readDetails(result: unknown): DayDetails[] {
  const days = groupBy(detailsOf(result), ({ date }) => dateOf(date) ?? textOf(date));
  return [...days.values()].map((details) => {
    const date = textOf(details[0]?.['date']) || null;
    const services = groupBy(details.flatMap(servicesOf), ({ serviceName }) => textOf(serviceName).trim());
    return {
      date,
      day: dateOf(date) ?? '',
      services: [...services].map(([name, parts]) => ({
        serviceName: firstGiven(parts, 'serviceName'),
        name,
        counts: addCounts(parts),
      })),
    };
  });
}

/** The days of a response as they came. The only one may stand without a list. */
export const detailsOf = (result: unknown): JsonObject[] => oneOrMoreObjects(asObject(result)['details']);

/** The services of a day; in an object of several, their names stand before them. */
function servicesOf({ services }: JsonObject): JsonObject[] {
  const isOne = ['serviceName', ...COUNTS].some((name) => Object.hasOwn(asObject(services), name));
  if (!isObject(services) || isOne) return oneOrMoreObjects(services);
  return Object.entries(services).map(([serviceName, service]) => ({ serviceName, ...asObject(service) }));
}

function addCounts(parts: JsonObject[]): JsonObject {
  const sums = COUNTS.map((count) => {
    const numbers = parts.flatMap((part) => countOf(part, count) ?? []);
    return [count, numbers.length > 0 ? numbers.reduce((sum, one) => sum + one) : firstGiven(parts, count)];
  });
  return Object.fromEntries(sums) as JsonObject;
}

const firstGiven = (parts: JsonObject[], name: string): unknown =>
  parts.map((part) => part[name]).find((one) => (one ?? null) !== null) ?? null;

/** The day of a timestamp of the response in UTC, e.g. `2025-01-31`. */
export function dateOf(date: unknown): string | undefined {
  const text = asText(date)?.trim() ?? '';
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined;
  // With another offset it may be another day in UTC.
  const hasOffset = /^\d{4}-\d{2}-\d{2}[T ][\d:.]*[+-]\d{2}(?::?\d{2})?$/.test(text);
  return (hasOffset && DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' }).toISODate()) || day;
}

export type BillingRows = keyof typeof ROW_READERS;

/** The rows of a response: per day and service, per day, or one of its totals. */
export const ROW_READERS = {
  services: (result) =>
    readDetails(result).flatMap(({ date, services }) =>
      services.map(({ serviceName, counts }) => ({ date, serviceName, ...counts })),
    ),
  days: (result) => readDetails(result).map(({ date, services }) => ({ date, ...sumOfServices(services) })),
  totals: (result) => [totalsOf(result)],
} satisfies Record<string, (result: unknown) => JsonObject[]>;

const sumOfServices = (services: ServiceDetails[]): Counts =>
  countsFrom((count) => services.reduce((sum, { counts }) => sum + (countOf(counts, count) ?? 0), 0));

/** The totals of a response; the sums of its days where it has none. */
function totalsOf(result: unknown): Counts {
  const sums = sumOfServices(readDetails(result).flatMap(({ services }) => services));
  return countsFrom((count) => countOf(asObject(result), count) ?? sums[count]);
}
