import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { asPeriod, RELATIVE_PERIODS } from '../../nodes/DocumentProcessing/billing/period';
import { billingOutputs, spansOf } from '../../nodes/DocumentProcessing/billing/outputs';
import type { BillingSettings } from '../../nodes/DocumentProcessing/billing/outputs';
import { billingFields } from '../../nodes/DocumentProcessing/parameters/billing-fields';
import type { Item } from '../../nodes/DocumentProcessing/parameters/item';
import { ParameterReader } from '../../nodes/DocumentProcessing/parameters/parameter-reader';
import { answerOf } from './eight-weeks.ts';

/** A use of the service at a time. */
export interface Use {
  at: string;
  service: string;
  count: number;
}

export interface SummaryRequest {
  startDate: string;
  endDate: string;
}

/** What the service answers for a period: the uses in it by day, in UTC, and service. */
export function summaryOf(uses: Use[], period: SummaryRequest) {
  const records = uses.map(({ at, service, count }) => ({
    date: at,
    serviceName: service,
    requestCount: count,
    typifiedItemCount: count,
    nonTypifiedItemCount: 0,
    billingCount: count,
  }));
  return answerOf(records, period);
}

/** Uses at noon in UTC of each day from one to another; `countOn` gives the count of each service. */
export function dailyUses(
  from: string,
  to: string,
  countOn: (date: string, weekday: number) => Record<string, number>,
): Use[] {
  const first = DateTime.fromISO(from, { zone: 'utc' });
  const days = DateTime.fromISO(to, { zone: 'utc' }).diff(first, 'days').days + 1;
  return Array.from({ length: days }, (_, index) => first.plus({ days: index })).flatMap((day) =>
    Object.entries(countOn(day.toISODate()!, day.weekday)).map(([service, count]) => ({
      at: day.plus({ hours: 12 }).toISO()!,
      service,
      count,
    })),
  );
}

interface Run {
  now: string;
  zone?: string;
  period?: string;
  settings?: Partial<BillingSettings>;
}

/** Units at these prices, by the keys of services. */
export const moneyOf = (prices: Map<string, number>) => ({ prices, services: [...prices.keys()], currency: 'BRL' });

/** The first item, and the periods requested for it, of a summary of these uses. */
export function runBilling(uses: Use[], { now, zone = 'UTC', period = 'yesterday', settings = {} }: Run) {
  const at = DateTime.fromISO(now, { zone });
  const complete: BillingSettings = {
    rows: 'totals',
    spans: RELATIVE_PERIODS[period]!(at),
    now: at,
    comparison: undefined,
    budget: undefined,
    money: undefined,
    reportLocale: undefined,
    ...settings,
  };
  const requested = spansOf(complete).map(asPeriod);
  const envelopes = requested.map((asked) => ({
    result: summaryOf(uses, asked),
    requestId: 'req-1',
    elapsedMilliseconds: 1,
    status: {},
  }));
  const [first] = billingOutputs(envelopes as [(typeof envelopes)[number]], complete);
  return { json: first!.json, requested: requested.map(({ startDate, endDate }) => `${startDate} to ${endDate}`) };
}

/** As much of an item as reading a period needs: its parameters, the time and the time zone of the workflow. */
export function itemAt(now: string, timezone: string, parameters: INodeParameters): Item {
  const reader = new ParameterReader(
    (name) => parameters[name],
    billingFields,
    (label) => `The parameter "${label}"`,
  );
  return Object.assign(reader, { now: new Date(now), timezone }) as unknown as Item;
}
