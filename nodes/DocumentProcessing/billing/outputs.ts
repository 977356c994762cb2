import { UnreadableResponseError } from '../common/errors';
import type { Output, SoughtName } from '../common/output';
import type { JsonObject } from '../common/shape';
import type { Envelope } from '../transport/envelope';
import { Answers, spansToRequest } from './answers';
import { type Budget, budgetOf, daysBeforeForBudget, type Money } from './budget';
import {
  type Compared,
  compared,
  comparedSpans,
  type Comparison,
  comparisonMembers,
  describeCompared,
  isKnown,
  matchRows,
} from './comparison';
import { type BillingRows, type Counts, countsFrom, ROW_READERS } from './details';
import { type History, planHistory } from './history';
import { billingReport } from './report';
import { asPeriod, countDays, type Span, type Spans } from './period';
import { STRIP_DAYS } from './report-model';
import { serviceKey } from './service-names';
import { isEmpty, isSummary, readSummary } from './summary';

export interface BillingSettings {
  rows: BillingRows;
  spans: Spans;
  /** When the node started. */
  now: Span['start'];
  comparison: Comparison | undefined;
  /** What may be consumed in a month, in units or money. */
  budget: number | undefined;
  /** What the report and the budget are in, if not in units. */
  money: Money | undefined;
  /** How many requests were sent from here, if that is known. */
  requestsSent?: number | undefined;
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
  const { rows, spans, requestsSent, reportLocale } = settings;
  const odd = envelopes.find(({ result }) => !isSummary(result));
  // Read as no consumption, it would be a report that all is well.
  if (odd)
    throw new UnreadableResponseError(
      'The response of the service has no summary',
      'Try again later. If it keeps happening, give the request ID to the support of the service.',
      odd.requestId,
    );
  const [envelope] = envelopes;
  const answers = new Answers(spansOf(settings).map((span, index) => ({ span, result: envelopes[index]?.result })));
  const comparison = settings.comparison && compared(spans, settings.comparison, (span) => answers.resultFor(span));
  const history = historyOf(settings);
  // Read as no consumption, the budget would be full of room.
  const isBudgetUnknown = settings.budget !== undefined && !answers.areByDay;
  const budget =
    settings.budget && history && !isBudgetUnknown
      ? budgetOf(settings.budget, settings.money, spans.current, history, answers)
      : undefined;

  const found = ROW_READERS[rows](envelope.result);
  const summary = readSummary(envelope.result);
  const totals = countsFrom((count) => summary.totals[count]);
  const isUnused = isEmpty(summary);
  const withComparison = comparison ? compareRows(found, rows, spans.current, comparison) : found;
  const period = {
    ...asPeriod(spans.current),
    ...(comparison?.isChosen && { comparedWith: describeCompared(comparison) }),
    requestId: envelope.requestId ?? null,
  };
  const whole = wholePeriod(isUnused ? countsFrom(() => 0) : totals, rows, spans.current, comparison);
  const shown = found.length > 0 ? withComparison : [whole];
  const outputs: Output[] = shown.map((json) => ({ json: { ...json, ...period } }));

  // Budget and report go with the first item.
  const [first, ...others] = outputs;
  const report =
    reportLocale === undefined
      ? undefined
      : billingReport(
          {
            span: spans.current,
            result: envelope.result,
            comparison,
            history,
            answers,
            budget,
            isBudgetUnknown,
            requestsSent,
          },
          settings.money,
          reportLocale,
        );
  const json = {
    ...first?.json,
    ...(settings.budget && budgetMembers(budget)),
    ...(requestsSent !== undefined && { requestsSent, unaccounted: totals.requestCount - requestsSent }),
    ...report?.json,
  };
  const hint = isBudgetUnknown
    ? 'unknownBudget'
    : comparison && !isKnown(comparison)
      ? 'unknownComparison'
      : isUnused
        ? 'noConsumption'
        : report && others.length > 0
          ? 'reportInFirst'
          : undefined;
  return [
    {
      json,
      hint,
      period: daysIn(spans.current),
      soughtNames: pricedServices(settings.money, answers.services),
      ...(report && { files: report.files }),
    },
    ...others,
  ];
}

/** Its days, as a person writes them down. */
function daysIn({ start, end }: Span): string {
  const [first, last] = [start.toISODate(), end.toISODate()];
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** A service that is not used says nothing by itself; beside one without a price of its own, its name may be mistaken. */
function pricedServices(money: Money | undefined, used: Set<string>): SoughtName[] {
  const haveAll = [...used].every((key) => money?.prices.has(key));
  return (money?.services ?? []).map((name) => ({
    name,
    chosenIn: 'Unit Prices',
    isFound: haveAll || used.has(serviceKey(name)),
  }));
}

/** What a summary says is billed in its period. */
export const unitsBilled = (result: unknown): number | undefined =>
  isSummary(result) ? readSummary(result).totals.billingCount : undefined;

/** What is not known is null, so that it is taken for neither. */
const budgetMembers = (budget: Budget | undefined): JsonObject => ({
  budget: budget ? standOf(budget) : null,
  budgetUsed: budget?.budgetUsed ?? null,
  withinBudget: budget ? budget.remaining > 0 : null,
  remaining: budget?.remaining ?? null,
  forecast: budget?.forecast ?? null,
  crossed: budget?.crossed ?? [],
  unusual: budget?.unusual ?? [],
});

const standOf = ({ month, until, limit, used, currency, unpriced }: Budget): JsonObject => ({
  month,
  until,
  limit,
  used,
  currency: currency ?? null,
  unpriced,
});

function compareRows(rows: JsonObject[], kind: BillingRows, current: Span, comparison: Compared): JsonObject[] {
  const counterpartOf = matchRows(ROW_READERS[kind], comparison, current);
  return rows.map((row) => ({ ...row, ...comparisonMembers(row, counterpartOf(row)) }));
}

/**
 * A period without days is one row of its totals, zeros as a rule, compared with the whole period before, so that a
 * report is sent then too.
 */
function wholePeriod(totals: Counts, rows: BillingRows, current: Span, comparison: Compared | undefined): JsonObject {
  const counterpart = comparison && matchRows(ROW_READERS.totals, comparison, current)(totals);
  return {
    date: null,
    ...(rows === 'services' && { serviceName: null }),
    ...totals,
    ...(comparison && comparisonMembers(totals, counterpart)),
  };
}
