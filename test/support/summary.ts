import { DateTime } from 'luxon';
import type { Span } from '../../nodes/DocumentProcessing/billing/period';

const SERVICES: Array<[name: string, perDay: number]> = [
  ['Content extraction', 410],
  ['Invoice extraction', 180],
  ['Multi-page content extraction', 95],
  ['Generative content extraction (registry records with annotations)', 40],
  ['Driver licence (VIO)', 62],
  ['Payment card extraction', 21],
  ['Multi-address parsing', 130],
  ['Enrichment: pf full', 12],
  ['content-compare-with-a-name-that-has-no-space-and-does-not-end', 9],
];

/** The same numbers on every run, derived from the position of the day and of the service. */
const requestsOn = (perDay: number, day: number, service: number): number =>
  Math.round(perDay * (0.6 + (((day * 7 + service * 3) % 11) / 11) * 0.8));

function serviceItem([serviceName, perDay]: [string, number], day: number, index: number, growth: number) {
  const requestCount = Math.round(requestsOn(perDay, day, index) * growth);
  const nonTypifiedItemCount = Math.floor(requestCount / 40);
  return {
    serviceName,
    requestCount,
    typifiedItemCount: requestCount - nonTypifiedItemCount,
    nonTypifiedItemCount,
    billingCount: requestCount - nonTypifiedItemCount,
  };
}

export interface SampleService {
  serviceName: string;
  requestCount: number;
  typifiedItemCount: number;
  nonTypifiedItemCount: number;
  billingCount: number;
}

export const totalsOf = (services: SampleService[]) => {
  const sum = (count: Exclude<keyof SampleService, 'serviceName'>) =>
    services.reduce((total, service) => total + service[count], 0);
  return {
    requestCount: sum('requestCount'),
    typifiedItemCount: sum('typifiedItemCount'),
    nonTypifiedItemCount: sum('nonTypifiedItemCount'),
    billingCount: sum('billingCount'),
  };
};

/** A synthetic summary of so many days from a date, with fewer requests at weekends and none on the sixth day. */
export function sampleSummary(first: string, days: number, growth = 1, services = SERVICES) {
  const start = DateTime.fromISO(first, { zone: 'utc' });
  const details = Array.from({ length: days }, (_, day) => ({ at: start.plus({ days: day }), day }))
    .filter(({ day }) => day !== 5)
    .map(({ at, day }) => ({
      date: at.toISO(),
      services: services.map((service, index) =>
        serviceItem(service, day, index, growth * (at.weekday > 5 ? 0.25 : 1)),
      ),
    }));
  return { details, ...totalsOf(details.flatMap((detail) => detail.services)) };
}

export const spanOf = (first: string, last: string, zone = 'UTC'): Span => ({
  start: DateTime.fromISO(first, { zone }).startOf('day'),
  end: DateTime.fromISO(last, { zone }).endOf('day'),
});
