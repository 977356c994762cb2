import { asObject, asObjects, type JsonObject } from '../common/shape';
import type { Answers } from './answers';
import type { Budget } from './budget';
import { type Compared, comparedSummary } from './comparison';
import type { Format } from './format';
import type { History } from './history';
import { countDays, dateAsUtc, type Span } from './period';
import { readableServices } from './service-names';
import { type NamedCounts, readSummary, type Summary, zeroCounts } from './summary';

/** How many days the report of a single day shows, with the day itself. */
export const STRIP_DAYS = 14;

export interface Report {
  span: Span;
  summary: Summary;
  previous: { compared: Compared; summary: Summary } | undefined;
  budget: Budget | undefined;
  /** The days up to a single one, and its month so far. */
  strip: NamedCounts[] | undefined;
  monthToDate: { month: string; billingCount: number } | undefined;
  /** A service's name as the report writes it. */
  serviceText: (name: string) => string;
  format: Format;
}

/** What the service answered, and what was made of it. */
export interface ReportData {
  span: Span;
  result: unknown;
  comparison: Compared | undefined;
  history: History | undefined;
  answers: Answers;
  budget: Budget | undefined;
}

export function readReport({ span, result, comparison, history, answers, budget }: ReportData, format: Format): Report {
  const summary = readSummary(result);
  const previous = comparison && { compared: comparison, summary: comparedSummary(comparison) };
  const pieces = (history?.pieces ?? []).map((piece) => ({ piece, details: detailsOf(answers.resultFor(piece)) }));
  const names = [summary, ...(previous ? [previous.summary] : [])].flatMap(({ services }) =>
    services.map(({ name }) => name),
  );
  const inBudget = [...(budget?.unpriced ?? []), ...(budget?.unusual ?? []).map(({ service }) => service)];
  const readable = readableServices([...new Set([...names, ...inBudget])], format.texts);
  return {
    span,
    summary,
    previous,
    budget,
    strip:
      history && countDays(span) === 1
        ? stripOf(
            history,
            pieces.flatMap(({ details }) => details),
          )
        : undefined,
    monthToDate: history && monthToDateOf(history, pieces),
    // A name is one line, so that it cannot pass for lines of the report.
    serviceText: (name) => (readable.get(name) ?? name).replace(/\s+/g, ' '),
    format,
  };
}

const detailsOf = (result: unknown): JsonObject[] => asObjects(asObject(result)['details']);

function stripOf({ lastDay }: History, details: JsonObject[]): NamedCounts[] {
  const { days } = readSummary({ details });
  return Array.from({ length: STRIP_DAYS }, (_, index) => {
    const date =
      dateAsUtc(lastDay.start)
        .minus({ days: STRIP_DAYS - 1 - index })
        .toISODate() ?? '';
    return days.find(({ name }) => name === date) ?? zeroCounts(date);
  });
}

function monthToDateOf({ month, monthToDate }: History, pieces: Array<{ piece: Span; details: JsonObject[] }>) {
  if (!monthToDate) return undefined;
  const inMonth = pieces.filter(({ piece }) => piece.start >= monthToDate.start && piece.end <= monthToDate.end);
  const { totals } = readSummary({ details: inMonth.flatMap(({ details }) => details) });
  return { month: month.start.toFormat('yyyy-MM'), billingCount: totals.billingCount };
}
