import type { Budget } from './budget';
import type { Report } from './report-model';
import { foldedDays, type NamedCounts } from './summary';

export const isEmpty = ({ summary }: Report): boolean =>
  summary.services.length === 0 && summary.totals.requestCount === 0 && summary.totals.billingCount === 0;

export const mailSubject = ({ span, summary, format }: Report): string =>
  format.texts.subject(format.span(span), format.units(summary.totals.billingCount));

/** What lists of mails show after the subject. */
export function mailPreview(report: Report): string {
  const { texts, documents, requests } = wordsOf(report);
  const change = changeLines(report)[0];
  return `${change === undefined ? '' : `${change}. `}${requests}, ${texts.documentsIdentified.toLowerCase()}: ${documents}.`;
}

function wordsOf({ summary: { totals }, format }: Report) {
  const { texts } = format;
  return {
    texts,
    requests: format.requests(totals.requestCount),
    documents: format.number(totals.typifiedItemCount),
  };
}

/** What the total is compared with: a sentence, and the numbers behind it. */
export function changeLines({ summary, previous, format }: Report): string[] {
  if (!previous) return [];
  const { compared, summary: before } = previous;
  const { billingCount } = before.totals;
  const spans = [...compared.spans].reverse().map((span) => format.span(span));
  const isScaled = compared.spans.length === 1 && compared.factor !== 1;
  const counted = isScaled ? billingCount / compared.factor : billingCount;
  return [
    format.changeSentence(summary.totals.billingCount, billingCount, compared),
    `${spans.join('; ')}: ${format.units(counted)}`,
    ...(isScaled ? [format.texts.atThatRate(format.units(billingCount))] : []),
  ];
}

export function budgetLines(budget: Budget, { format, serviceText }: Report): string[] {
  const { texts } = format;
  const { used, limit, forecast, crossed, unpriced } = budget;
  const amount = (value: number) => format.amount(value, budget);
  const rest = forecast
    ? texts.forecast(amount(forecast.expected), amount(forecast.low), amount(forecast.high))
    : texts.noForecastYet;
  return [
    texts.budgetUsed(format.percent(budget.budgetUsed), amount(used), amount(limit)),
    ...(used > limit ? [texts.overBudget(amount(used - limit))] : []),
    ...(crossed.length > 0 ? [texts.crossed(crossed.map((percent) => format.percent(percent)).join(', '))] : []),
    budget.isMonthOver ? texts.monthIsOver : rest,
    ...(unpriced.length > 0 ? [texts.unpriced(unpriced.map(serviceText).join(', '))] : []),
  ];
}

/** What was unusual, a line each: the service, and what happened. */
export const unusualLines = ({ budget, format, serviceText }: Report): Array<[service: string, text: string]> =>
  (budget?.unusual ?? []).map(({ service, day, expected, actual }) => [
    serviceText(service),
    format.texts.unusualDay(format.day(day), format.units(actual), format.units(Math.round(expected))),
  ]);

export const monthToDateLine = ({ monthToDate, format }: Report): string | undefined =>
  monthToDate &&
  upperFirst(`${format.texts.monthToDate(format.month(monthToDate.month))}: ${format.units(monthToDate.billingCount)}`);

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The report as plain text, for programs that show no HTML. */
export function mailText(report: Report): string {
  const { span, summary, previous, budget, format, serviceText } = report;
  const { texts } = format;
  const { totals } = summary;
  const [change, ...before] = changeLines(report);
  const monthToDate = monthToDateLine(report);
  const unusual = unusualLines(report).map(([service, text]) => `- ${service}: ${text}`);
  const lineOf = (label: string, { billingCount, requestCount }: NamedCounts) =>
    `- ${label}: ${format.units(billingCount)} (${format.requests(requestCount)})`;
  return [
    texts.title,
    `${format.span(span)} (${lowerFirst(texts.timeZone(span.start.zoneName ?? 'UTC'))})`,
    '',
    ...(unusual.length > 0 ? [texts.unusual, ...unusual, ''] : []),
    `${texts.toBeBilled}: ${format.units(totals.billingCount)}`,
    ...(previous && change !== undefined ? [`${change} (${before.join('. ')})`] : []),
    ...(monthToDate === undefined ? [] : [monthToDate]),
    `${texts.requests}: ${format.number(totals.requestCount)}`,
    `${texts.documentsIdentified}: ${format.number(totals.typifiedItemCount)}`,
    `${texts.documentsNotIdentified}: ${format.number(totals.nonTypifiedItemCount)}`,
    ...(budget ? ['', texts.budget(format.month(budget.month)), ...budgetLines(budget, report)] : []),
    '',
    ...(isEmpty(report)
      ? [texts.noConsumption]
      : [texts.byService, ...summary.services.map((service) => lineOf(serviceText(service.name), service))]),
    ...dayLines(report, lineOf),
    '',
    ...mailNotes(report),
    '',
  ].join('\n');
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function dayLines(report: Report, lineOf: (label: string, counts: NamedCounts) => string): string[] {
  const { format, strip } = report;
  const { texts } = format;
  if (!strip && isEmpty(report)) return [];
  const { unit, list } = foldedDays(report);
  return [
    '',
    strip ? texts.lastDays(format.number(strip.length)) : texts.billedBy[unit],
    ...list.map((entry) =>
      'counts' in entry
        ? lineOf(format[unit](entry.counts.name), entry.counts)
        : `- ${quietLabel(entry.quiet, (name) => format[unit](name))}: ${lowerFirst(texts.noConsumptionOnDay)}`,
    ),
  ];
}

export function quietLabel(names: string[], write: (name: string) => string): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  return first === last ? write(first) : `${write(first)} – ${write(last)}`;
}

/** What a reader must know to understand the numbers. */
export function mailNotes({ span, summary, strip, format }: Report): string[] {
  const { texts } = format;
  const { totals, sumOfDays } = summary;
  const notes = [texts.csvNote];
  if (span.start.offset !== 0 || span.end.offset !== 0) notes.push(strip ? texts.stripUtcNote : texts.utcNote);
  if (totals.billingCount !== sumOfDays.billingCount)
    notes.push(texts.totalsNote(format.number(totals.billingCount), format.number(sumOfDays.billingCount)));
  return notes;
}
