import { dateOf, detailsOf, readDetails } from './details';
import { isSameSpan, isWholeUtcDays, type Span } from './period';
import { serviceKey } from './service-names';
import { isEmpty, readSummary, tellsDays } from './summary';

/** What the service answered for a span. */
interface Answer {
  span: Span;
  result: unknown;
}

/**
 * The spans to request so that the consumption of each wanted one is known. The first stays as it is. Spans of whole days in
 * UTC are requested in one go, because an answer has its days apart; others have edges that only a request of their own
 * keeps.
 */
export function spansToRequest(current: Span, wanted: Span[]): [Span, ...Span[]] {
  const others = wanted.filter(
    (span, index) => !isSameSpan(span, current) && wanted.findIndex((one) => isSameSpan(one, span)) === index,
  );
  const [wholeDays, edged] = [others.filter(isWholeUtcDays), others.filter((span) => !isWholeUtcDays(span))];
  const [first, ...rest] = wholeDays;
  if (!first) return [current, ...edged];
  const joined = rest.reduce(
    (all, { start, end }) => ({ start: start < all.start ? start : all.start, end: end > all.end ? end : all.end }),
    first,
  );
  return [current, joined, ...edged];
}

/** Finds the consumption of spans in the answers to `spansToRequest`. */
export class Answers {
  constructor(private readonly answers: Answer[]) {}

  /** Whether more was asked than the period itself. */
  get haveOthers(): boolean {
    return this.answers.length > 1;
  }

  /** Whether nothing was consumed in any span. */
  get areEmpty(): boolean {
    return this.answers.every(({ result }) => isEmpty(readSummary(result)));
  }

  /** Whether it is known of each day what was billed. */
  get areByDay(): boolean {
    return this.answers.every(({ result }) => tellsDays(result));
  }

  /** The services consumed in any span, by `serviceKey`. */
  get services(): Set<string> {
    const days = this.answers.flatMap(({ result }) => readDetails(result));
    return new Set(days.flatMap(({ services }) => services.map(({ name }) => serviceKey(name))));
  }

  /** The result of the service for a span, or the part of one; `undefined` if that does not say what is of which day. */
  resultFor(span: Span): unknown {
    const own = this.answers.find((answer) => isSameSpan(answer.span, span));
    if (own) return own.result;
    const wider = this.answers.find(
      (answer) => isWholeUtcDays(answer.span) && answer.span.start <= span.start && answer.span.end >= span.end,
    );
    return wider && tellsDays(wider.result) ? partOf(wider.result, span) : undefined;
  }
}

/** The days of a span out of a result, with their sums. The span may be of centuries: its days are not listed. */
function partOf(result: unknown, { start, end }: Span) {
  const [first = '', last = ''] = [start, end].map((at) => at.toUTC().toISODate() ?? '');
  const isIn = (date: string) => date >= first && date <= last;
  const details = detailsOf(result).filter((day) => isIn(dateOf(day['date']) ?? ''));
  return { details, ...readSummary({ details }).totals };
}
