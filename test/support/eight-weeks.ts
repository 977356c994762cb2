import { type SampleService, totalsOf } from './summary.ts';

/** Usage as the sandbox takes it at `/_sandbox/usage`. */
export interface UsageRecord extends SampleService {
  /** A time in UTC. */
  date: string;
}

/** What a small office sends on a workday. */
const OFFICE: Record<string, number> = {
  'content-extraction': 410,
  'invoice-extraction': 180,
  'multi-address-parsing': 130,
  'vio-extraction': 62,
  'generative-content-extraction': 40,
  'payment-card-extraction': 21,
};

/** Hours in UTC at which the work of a day is sent, with their shares of it: a day in Brazil, without its night. */
const HOURS: Array<[hour: number, share: number]> = [
  [12, 0.3],
  [15, 0.25],
  [18, 0.3],
  [21, 0.15],
];

const DAY = 86_400_000;

/** By how much a service is used more or less on a day than usually. */
export type Factor = (date: string, serviceName: string) => number;

/**
 * Eight made-up weeks of use up to a time: slowly more, less at weekends, and invoices four times as many on the last whole
 * day. The same on every run at the same time.
 */
export function eightWeeks(
  now: Date,
  {
    services = OFFICE,
    factorOn = peakOn(dateOf(+now - now.getTimezoneOffset() * 60_000 - DAY)),
  }: { services?: Record<string, number>; factorOn?: Factor } = {},
): UsageRecord[] {
  const days = Array.from({ length: 57 }, (_, index) => dateOf(+now - (56 - index) * DAY));
  return days.flatMap((date, day) =>
    Object.entries(services).flatMap(([serviceName, perWorkday], index) => {
      const weekday = new Date(date).getUTCDay();
      const usual = perWorkday * (weekday % 6 === 0 ? 0.15 : 1) * (0.95 + day / 600);
      const swing = 0.88 + (((day * 7 + index * 3) % 11) / 11) * 0.24;
      return HOURS.map(([hour, share]): UsageRecord => {
        const requestCount = Math.round(usual * swing * share * factorOn(date, serviceName));
        const nonTypifiedItemCount = Math.floor(requestCount / 30 + ((day + hour) % 3) / 3);
        const billingCount = Math.max(0, requestCount - nonTypifiedItemCount);
        return {
          date: `${date}T${hour}:30:00.000Z`,
          serviceName,
          requestCount,
          typifiedItemCount: billingCount,
          nonTypifiedItemCount: requestCount - billingCount,
          billingCount,
        };
      }).filter(({ date: at, requestCount }) => requestCount > 0 && Date.parse(at) <= +now);
    }),
  );
}

const peakOn =
  (last: string): Factor =>
  (date, serviceName) =>
    date === last && serviceName === 'invoice-extraction' ? 4 : 1;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What the service answers for a period in which these records are. */
export function answerOf(records: UsageRecord[], { startDate, endDate }: { startDate: string; endDate: string }) {
  const [start, end] = [startDate, endDate].map((text) => Date.parse(text.replace(' ', 'T')));
  const inPeriod = records.filter(({ date }) => Date.parse(date) >= (start ?? 0) && Date.parse(date) <= (end ?? 0));
  const days = Map.groupBy(inPeriod, ({ date }) => dateOf(Date.parse(date)));
  const details = [...days].map(([date, ofDay]) => ({
    date: `${date}T00:00:00.000Z`,
    services: [...Map.groupBy(ofDay, ({ serviceName }) => serviceName)].map(([serviceName, ofService]) => ({
      serviceName,
      ...totalsOf(ofService),
    })),
  }));
  return { details, ...totalsOf(inPeriod) };
}
