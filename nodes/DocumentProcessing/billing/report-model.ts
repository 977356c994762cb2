import type { JsonObject } from '../common/shape';
import type { Answers } from './answers';
import { type Budget, type Money, priceOf } from './budget';
import { type Compared, comparedSummary, isKnown } from './comparison';
import { detailsOf } from './details';
import type { Format } from './format';
import type { History } from './history';
import { countDays, dateAsUtc, isSameSpan, type Span } from './period';
import { readableServices } from './service-names';
import {
  addUp,
  countsByDay,
  isEmpty,
  type NamedSums,
  type PriceOf,
  readSummary,
  type Summary,
  type Sums,
  zeroSums,
} from './summary';

/** How many days the report of a single day shows, with the day itself. */
export const STRIP_DAYS = 14;

export interface Report extends Pick<ReportData, 'span' | 'budget' | 'isBudgetUnknown'> {
  /** Its days and its time zone in words. */
  period: string;
  zone: string;
  summary: Summary;
  previous: { compared: Compared; summary: Summary } | undefined;
  /** Those of the period, then those that were used only before: that is a change too. */
  services: ServiceRow[];
  /** Whether the answers do not tell what it is compared with. */
  isComparisonUnknown: boolean;
  /** Requests that were sent from here, and those that the service counted beyond them. */
  sent: { requests: number; unaccounted: number } | undefined;
  /** The days up to a single one. */
  strip: NamedSums[] | undefined;
  /** These, or the days or months of the period: of long ones there are thousands. With what they are, for a heading. */
  days: { unit: 'day' | 'month'; list: NamedSums[]; title: string };
  /** The month so far, named e.g. `2025-01`. */
  monthToDate: NamedSums | undefined;
  /** Services without a price, where others have one: what is said of the period, or compared with it, lacks them. */
  unpriced: string[];
  /** Whether nothing has been consumed in the period. */
  isUnused: boolean;
  /** The same, nor in any time before it that is known. */
  isNew: boolean;
  /** A service's name as the report writes it. */
  serviceText: (name: string) => string;
  format: Format;
}

export interface ServiceRow {
  /** As the report writes it. */
  text: string;
  sums: Sums;
  /** In the period it is compared with. */
  before: Sums;
  hasPrice: boolean;
}

/** What the service answered, and what was made of it. */
export interface ReportData {
  span: Span;
  result: unknown;
  comparison: Compared | undefined;
  history: History | undefined;
  answers: Answers;
  budget: Budget | undefined;
  /** Whether there is a budget, and the answers do not tell what is used of it. */
  isBudgetUnknown: boolean;
  requestsSent?: number | undefined;
}

export function readReport(data: ReportData, money: Money | undefined, format: Format): Report {
  const { span, result, comparison, answers, budget, isBudgetUnknown, requestsSent: sent } = data;
  // Days without what is billed would be shown as days without use.
  const history = answers.areByDay ? data.history : undefined;
  const price: PriceOf = (service) => money && priceOf(service, money.prices);
  const summary = readSummary(result, price);
  const isComparisonUnknown = comparison !== undefined && !isKnown(comparison);
  const previous =
    comparison && !isComparisonUnknown
      ? { compared: comparison, summary: comparedSummary(comparison, price) }
      : undefined;
  const pieces = (history?.pieces ?? []).map((piece) => ({ piece, details: detailsOf(answers.resultFor(piece)) }));
  const before = new Map((previous?.summary.services ?? []).map((sums) => [sums.name, sums]));
  const names = new Set(summary.services.map(({ name }) => name));
  // A total without services does not say which are no longer used.
  const areTold = !Number.isNaN(summary.totals.amount);
  const ended = areTold ? [...before.keys()].filter((name) => !names.has(name)).map(zeroSums) : [];
  const services = [...summary.services, ...ended];
  const month = history && monthToDateOf(history, pieces, price);
  const used = [summary, previous?.summary, month].flatMap((one) => one?.services ?? []);
  const named = [...used.map(({ name }) => name), ...(budget?.unusual ?? []).map(({ service }) => service)];
  const { texts } = format;
  const readable = readableServices([...new Set(named)], texts);
  // A name is one line, so that it cannot pass for lines of the report.
  const serviceText = (name: string) => (readable.get(name) ?? name).replace(/\s+/g, ' ');
  const strip = history && countDays(span) === 1 ? stripOf(history, pieces, { span, summary }, price) : undefined;
  const days = strip ? { unit: 'day' as const, list: strip } : countsByDay(span, summary);
  const unpriced = used.filter((one) => money && one.billingCount !== 0 && price(one.name) === undefined);
  return {
    span,
    budget,
    isBudgetUnknown,
    period: format.span(span),
    zone: texts.timeZone(span.start.zoneName ?? 'UTC'),
    summary,
    previous,
    services: services.map(({ name, ...sums }) => ({
      text: serviceText(name),
      sums,
      before: before.get(name) ?? zeroSums(name),
      hasPrice: !money || price(name) !== undefined,
    })),
    isComparisonUnknown,
    sent: sent === undefined ? undefined : { requests: sent, unaccounted: summary.totals.requestCount - sent },
    strip,
    days: {
      ...days,
      title: strip ? texts.lastDays(format.number(strip.length)) : texts.billedBy[days.unit],
    },
    monthToDate: history && month && { name: history.month.start.toFormat('yyyy-MM'), ...month.totals },
    unpriced: [...new Set(unpriced.map(({ name }) => name))].map(serviceText),
    isUnused: isEmpty(summary),
    isNew: answers.haveOthers && answers.areEmpty,
    serviceText,
    format,
  };
}

/** So many rows at most: the smallest services share one. */
export function joinSmallest({ services, format }: Report, most: number): ServiceRow[] {
  const others = services.slice(most);
  // One service takes no more room than a row for the others.
  if (others.length <= 1) return services;
  const joined = {
    text: format.texts.otherServices(format.number(others.length)),
    sums: addUp(others.map(({ sums }) => sums)),
    before: addUp(others.map(({ before }) => before)),
    hasPrice: others.some(({ hasPrice }) => hasPrice),
  };
  return [...services.slice(0, most), joined];
}

interface Piece {
  piece: Span;
  details: JsonObject[];
}

/** The days before are those of the service, in UTC; the reported one is the same here as in the rest of the report. */
function stripOf({ lastDay }: History, pieces: Piece[], reported: Pick<Report, 'span' | 'summary'>, price: PriceOf) {
  const { days } = readSummary({ details: pieces.flatMap(({ details }) => details) }, price);
  return Array.from({ length: STRIP_DAYS }, (_, index): NamedSums => {
    const at = dateAsUtc(lastDay.start).minus({ days: STRIP_DAYS - 1 - index });
    const date = at.toISODate() ?? '';
    if (index === STRIP_DAYS - 1 && isSameSpan(lastDay, reported.span))
      return { name: date, ...reported.summary.totals };
    return days.find(({ name }) => name === date) ?? zeroSums(date);
  });
}

function monthToDateOf({ monthToDate }: History, pieces: Piece[], price: PriceOf): Summary | undefined {
  if (!monthToDate) return undefined;
  const inMonth = pieces.filter(({ piece }) => piece.start >= monthToDate.start && piece.end <= monthToDate.end);
  return readSummary({ details: inMonth.flatMap(({ details }) => details) }, price);
}
