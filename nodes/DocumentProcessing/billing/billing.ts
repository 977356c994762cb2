import type { Envelope } from '../transport/envelope';
import { asNumber, asObject, asObjects, asText, type JsonObject } from '../common/shape';
import type { Spans, Span } from './spans';
import { comparisonMembers, type Counterpart, counterpartsIn } from './comparison';
import type { Output } from '../common/output';
import { billingReport } from './report/report';
import { COUNTS } from './report/summary';

export type BillingRows = 'services' | 'days' | 'totals';

/** The period as it is sent, in UTC. */
export interface Period {
  startDate: string;
  endDate: string;
}

/** How a summary becomes items. */
export interface BillingSettings {
  rows: BillingRows;
  spans: Spans;
  period: Period;
  /** In which locale the report is written; `undefined` where none is asked for. */
  reportLocale: string | undefined;
}

/** Consumption as rows: per day and service, per day, or one for the period (interface, "Billing summary result"). */
export function billingOutputs(envelope: Envelope, settings: BillingSettings, comparison?: Envelope): Output[] {
  const found = READERS[settings.rows](asObject(envelope.result));
  const counterpart = comparison && counterpartsIn(READERS[settings.rows](asObject(comparison.result)), settings.spans);
  const rows =
    found.length > 0 ? found.map((row) => withComparison(row, counterpart)) : [quietRow(settings.rows, comparison)];
  const hint = found.length > 0 ? undefined : 'noConsumption';
  const outputs: Output[] = rows.map((json) => ({
    json: { ...json, ...settings.period, requestId: envelope.requestId ?? null },
    hint,
  }));
  return settings.reportLocale === undefined
    ? outputs
    : withReport(outputs, settings.spans, envelope, comparison, settings.reportLocale);
}

const READERS: Record<BillingRows, (summary: JsonObject) => JsonObject[]> = {
  services: (summary) =>
    eachDay(summary).flatMap(({ date, services }) =>
      services.map((service) => ({ date, serviceName: service['serviceName'] ?? null, ...counts(service) })),
    ),
  days: (summary) => eachDay(summary).map(({ date, services }) => ({ date, ...sumCounts(services) })),
  totals: (summary) => [counts(summary)],
};

export const isBillingRows = (text: string): text is BillingRows => Object.hasOwn(READERS, text);

const eachDay = (summary: JsonObject) =>
  asObjects(summary['details']).map((day) => ({
    date: asText(day['date']) ?? null,
    services: asObjects(day['services']),
  }));

const counts = (holder: JsonObject): JsonObject =>
  Object.fromEntries(COUNTS.map((name) => [name, holder[name] ?? null]));

const sumCounts = (services: JsonObject[]): JsonObject =>
  Object.fromEntries(
    COUNTS.map((name) => [name, services.reduce((sum, service) => sum + (asNumber(service[name]) ?? 0), 0)]),
  );

const withComparison = (row: JsonObject, counterpart: Counterpart | undefined): JsonObject =>
  counterpart ? { ...row, ...comparisonMembers(row, counterpart(row)) } : row;

/**
 * A report is sent on quiet days too: a period without consumption is a row of zeros, compared with the whole period
 * before.
 */
function quietRow(rows: BillingRows, comparison: Envelope | undefined): JsonObject {
  const totals = comparison && counts(asObject(comparison.result));
  return {
    date: null,
    ...(rows === 'services' ? { serviceName: null } : {}),
    ...withComparison(sumCounts([]), totals && (() => totals)),
  };
}

/** The report goes with the first item. */
function withReport(
  [first, ...others]: Output[],
  { current, previous }: Spans,
  envelope: Envelope,
  comparison: Envelope | undefined,
  locale: string,
): Output[] {
  const answered = (span: Span, { result }: Envelope) => ({ span, result });
  const { json, files } = billingReport(
    answered(current, envelope),
    comparison && answered(previous, comparison),
    locale,
  );
  return [{ ...first, json: { ...first?.json, ...json }, files }, ...others];
}
