import type { Output } from '../common/output';
import { asNumber, asObject, asObjects, asText, type JsonObject } from '../common/shape';
import type { Envelope } from '../transport/envelope';
import { asPeriod, countDays, dateAsUtc, type Span, type Spans } from './period';
import { billingReport } from './report';
import { COUNTS, dateOf } from './summary';

export type BillingRows = 'services' | 'days' | 'totals';

/** How a billing summary becomes items. */
export interface BillingSettings {
  /** What each output item represents. */
  rows: BillingRows;
  spans: Spans;
  /** The locale of the report; `undefined` for no report. */
  reportLocale: string | undefined;
}

/** The items of a billing summary: per day and service, per day, or one for the whole period. */
export function billingOutputs(envelope: Envelope, settings: BillingSettings, previous?: Envelope): Output[] {
  const { rows, spans, reportLocale } = settings;
  const found = READERS[rows](asObject(envelope.result));
  const counterpartOf = previous && matchRows(READERS[rows](asObject(previous.result)), spans);
  const compared = found.map((row) => (counterpartOf ? { ...row, ...comparison(row, counterpartOf(row)) } : row));
  const hint = found.length > 0 ? undefined : 'noConsumption';
  const outputs: Output[] = (found.length > 0 ? compared : [emptyRow(rows, previous)]).map((json) => ({
    json: { ...json, ...asPeriod(spans.current), requestId: envelope.requestId ?? null },
    hint,
  }));
  if (reportLocale === undefined) return outputs;

  // The report goes with the first item.
  const [first, ...others] = outputs;
  const report = billingReport(
    { span: spans.current, result: envelope.result },
    previous && { span: spans.previous, result: previous.result },
    reportLocale,
  );
  return [{ ...first, json: { ...first?.json, ...report.json }, files: report.files }, ...others];
}

const READERS: Record<BillingRows, (summary: JsonObject) => JsonObject[]> = {
  services: (summary) =>
    readDays(summary).flatMap(({ date, services }) =>
      services.map((service) => ({ date, serviceName: service['serviceName'] ?? null, ...countsOf(service) })),
    ),
  days: (summary) => readDays(summary).map(({ date, services }) => ({ date, ...sumOf(services) })),
  totals: (summary) => [countsOf(summary)],
};

export const isBillingRows = (text: string): text is BillingRows => Object.hasOwn(READERS, text);

const readDays = (summary: JsonObject) =>
  asObjects(summary['details']).map((day) => ({
    date: asText(day['date']) ?? null,
    services: asObjects(day['services']),
  }));

/** The counts as they came. */
const countsOf = (holder: JsonObject): JsonObject =>
  Object.fromEntries(COUNTS.map((name) => [name, holder[name] ?? null]));

const sumOf = (services: JsonObject[]): JsonObject =>
  Object.fromEntries(
    COUNTS.map((name) => [name, services.reduce((sum, service) => sum + (asNumber(service[name]) ?? 0), 0)]),
  );

/**
 * A period without consumption is one row of zeros, compared with the whole period before, so that a report is sent
 * then too.
 */
function emptyRow(rows: BillingRows, previous: Envelope | undefined): JsonObject {
  const zeros = sumOf([]);
  return {
    date: null,
    ...(rows === 'services' ? { serviceName: null } : {}),
    ...zeros,
    ...(previous ? comparison(zeros, countsOf(asObject(previous.result))) : {}),
  };
}

/** The members `previous…` and `change…` for each count of a row; `null` if it has no counterpart. */
function comparison(row: JsonObject, counterpart: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    COUNTS.flatMap((count) => {
      const current = asNumber(row[count]) ?? 0;
      const previous = counterpart && (asNumber(counterpart[count]) ?? 0);
      const name = count.charAt(0).toUpperCase() + count.slice(1);
      return [
        [`previous${name}`, previous ?? null],
        [`change${name}`, previous === undefined ? null : current - previous],
      ];
    }),
  );
}

/**
 * Finds the row of the previous period that a row is compared with. Days are compared by their position in the period,
 * the first with the first; the 31st has no counterpart after a month of 30 days.
 */
function matchRows(previousRows: JsonObject[], { current, previous }: Spans) {
  const keyOf = (row: JsonObject, position: number) => JSON.stringify([position, row['serviceName']]);
  const byKey = new Map(previousRows.map((row) => [keyOf(row, dayPosition(row, previous)), row]));
  const [days, previousDays] = [countDays(current), countDays(previous)];
  return (row: JsonObject): JsonObject | undefined => {
    if (!('date' in row)) return previousRows[0];
    const position = dayPosition(row, current);
    const hasCounterpart = !Number.isNaN(position) && (position < previousDays || days <= previousDays);
    return hasCounterpart ? (byKey.get(keyOf(row, position)) ?? {}) : undefined;
  };
}

/** The position of a row's day in a period, from 0; NaN if its date is not one. */
const dayPosition = (row: JsonObject, { start }: Span): number =>
  Math.round((Date.parse(dateOf(row['date']) ?? '') - +dateAsUtc(start)) / 86_400_000);
