import type { Output } from '../common/output';
import { asNumber, asObject, asObjects, asText, type JsonObject } from '../common/shape';
import type { Envelope } from '../transport/envelope';
import { Answers, spansToRequest } from './answers';
import { type Budget, budgetOf, type BudgetSettings, daysBeforeForBudget } from './budget';
import {
  type Compared,
  compared,
  comparedSpans,
  type Comparison,
  comparisonMembers,
  describeCompared,
  matchRows,
} from './comparison';
import { type History, planHistory } from './history';
import { billingReport } from './messages';
import { asPeriod, countDays, type Span, type Spans } from './period';
import { STRIP_DAYS } from './report';
import { type Counts, COUNTS } from './summary';

export type BillingRows = 'services' | 'days' | 'totals';

/** What to say of a period, and how. */
export interface BillingSettings {
  /** What each output item represents. */
  rows: BillingRows;
  spans: Spans;
  /** When the node started. */
  now: Span['start'];
  comparison: (Comparison & { isExplicit: boolean }) | undefined;
  budget: BudgetSettings | undefined;
  /** The locale of the report; `undefined` for no report. */
  reportLocale: string | undefined;
}

/** The spans to request, the period itself first. */
export function spansOf(settings: BillingSettings): [Span, ...Span[]] {
  const { spans, comparison } = settings;
  return spansToRequest(spans.current, [
    ...(comparison ? comparedSpans(spans, comparison) : []),
    ...(historyOf(settings)?.pieces ?? []),
  ]);
}

/** The days before the period are known for a budget, and for the report of a single day. */
function historyOf({ spans: { current }, now, budget, reportLocale }: BillingSettings): History | undefined {
  if (budget) return planHistory(current, now, daysBeforeForBudget(current));
  return reportLocale !== undefined && countDays(current) === 1 ? planHistory(current, now, STRIP_DAYS - 1) : undefined;
}

/** The items of a billing summary: per day and service, per day, or one for the whole period. */
export function billingOutputs(envelopes: [Envelope, ...Envelope[]], settings: BillingSettings): Output[] {
  const { rows, spans, reportLocale } = settings;
  const [envelope] = envelopes;
  const answers = new Answers(spansOf(settings).map((span, index) => ({ span, result: envelopes[index]?.result })));
  const comparison = settings.comparison && compared(spans, settings.comparison, (span) => answers.resultFor(span));
  const history = historyOf(settings);
  const budget = settings.budget && history && budgetOf(settings.budget, spans.current, history, answers);

  const found = READERS[rows](asObject(envelope.result));
  const hint = found.length > 0 ? undefined : 'noConsumption';
  const withComparison = comparison ? compareRows(found, rows, spans.current, comparison) : found;
  const period = {
    ...asPeriod(spans.current),
    ...(comparison && settings.comparison?.isExplicit ? { comparedWith: describeCompared(comparison) } : {}),
    requestId: envelope.requestId ?? null,
  };
  const outputs: Output[] = (found.length > 0 ? withComparison : [emptyRow(rows, spans.current, comparison)]).map(
    (json) => ({ json: { ...json, ...period }, hint }),
  );

  // Budget and report go with the first item.
  const [first, ...others] = outputs;
  const report =
    reportLocale === undefined
      ? undefined
      : billingReport(
          { span: spans.current, result: envelope.result, comparison, history, answers, budget },
          reportLocale,
        );
  const json = { ...first?.json, ...(budget ? budgetMembers(budget) : {}), ...report?.json };
  return [{ ...first, json, ...(report ? { files: report.files } : {}) }, ...others];
}

function budgetMembers({
  month,
  until,
  limit,
  used,
  budgetUsed,
  forecast,
  crossed,
  unusual,
  ...other
}: Budget): JsonObject {
  const budget = { month, until, limit, used, currency: other.currency ?? null, unpriced: other.unpriced };
  return { budget, budgetUsed, forecast, crossed, unusual };
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

const sumOf = (services: JsonObject[]): Counts =>
  Object.fromEntries(
    COUNTS.map((name) => [name, services.reduce((sum, service) => sum + (asNumber(service[name]) ?? 0), 0)]),
  ) as Counts;

function compareRows(rows: JsonObject[], kind: BillingRows, current: Span, comparison: Compared): JsonObject[] {
  const counterpartOf = matchRows(READERS[kind], comparison, current);
  return rows.map((row) => ({ ...row, ...comparisonMembers(row, counterpartOf(row)) }));
}

/**
 * A period without consumption is one row of zeros, compared with the whole period before, so that a report is sent
 * then too.
 */
function emptyRow(rows: BillingRows, current: Span, comparison: Compared | undefined): JsonObject {
  const zeros: JsonObject = sumOf([]);
  const counterpart = comparison && matchRows(READERS.totals, comparison, current)(zeros);
  return {
    date: null,
    ...(rows === 'services' ? { serviceName: null } : {}),
    ...zeros,
    ...(comparison ? comparisonMembers(zeros, counterpart) : {}),
  };
}
