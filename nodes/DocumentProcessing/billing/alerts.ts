import { groupBy } from '../common/shape';
import { arrowOf } from './format';
import type { Report } from './report-model';
import { shortName, upperFirst } from './service-names';
import { isQuiet } from './summary';

/** What a reader should see before reading the rest. */
export interface Alert {
  level: 'over' | 'warning';
  /** Says without colour what it is. */
  sign: '!' | '▲' | '▼';
  title: string;
  details: string[];
}

/** What nobody here has sent, the alerts of the budget, then those of unusual days. */
export const alertsOf = (report: Report): Alert[] => [
  ...unaccountedWords(report).map((title): Alert => ({ level: 'warning', sign: '!', title, details: [] })),
  ...budgetAlerts(report),
  ...unusualAlerts(report),
];

const unaccountedWords = ({ sent, format }: Report): string[] =>
  sent && sent.unaccounted > 0 ? [format.texts.unaccounted(format.requests(sent.unaccounted))] : [];

/** As many alerts as have room, and a line for the others. */
export function shownAlerts(report: Report, most: number): { shown: Alert[]; others: string[] } {
  const alerts = alertsOf(report);
  const { format } = report;
  const left = alerts.length - most;
  const others = left > 0 ? [format.texts.furtherUnusual(left, format.number(left))] : [];
  return { shown: alerts.slice(0, most), others };
}

function budgetAlerts({ budget, format }: Report): Alert[] {
  if (!budget) return [];
  const { texts } = format;
  const { used, limit, crossed, crossedFrom, until } = budget;
  const percents = crossed.map((percent) => format.percent(percent)).join(', ');
  const [first, last] = [format.day(crossedFrom ?? ''), format.day(until ?? '')];
  const over = overBudget(budget);
  const alert = (level: Alert['level'], title: string): Alert => ({ level, sign: '!', title, details: [] });
  return [
    ...(over === 'used' ? [alert('over', texts.overBudget(format.amount(used - limit)))] : []),
    ...(over === 'forecast' ? [alert('warning', texts.forecastOver(format.amount(forecastOf(budget) - limit)))] : []),
    ...(crossed.length > 0
      ? [alert('warning', first === last ? texts.crossed(percents, last) : texts.crossedBetween(percents, first, last))]
      : []),
  ];
}

type Budget = NonNullable<Report['budget']>;

const forecastOf = ({ forecast, used }: Budget): number => forecast?.expected ?? used;

/** What of a budget is more than its limit; a budget that is used up needs no forecast to say so. */
export const overBudget = (budget: Budget): 'used' | 'forecast' | undefined =>
  budget.used > budget.limit ? 'used' : forecastOf(budget) > budget.limit ? 'forecast' : undefined;

function unusualAlerts({ span, budget, days, format, serviceText }: Report): Alert[] {
  const { texts } = format;
  const withoutUse = new Set(days.list.filter(isQuiet).map(({ name }) => name));
  // A day without any use is one alert, not one for each service.
  const groups = groupBy(budget?.unusual ?? [], ({ service, day }) =>
    withoutUse.has(day) ? day : `${day} ${service}`,
  );
  return [...groups.values()].map((group) => {
    const [{ service, day }] = group as [Unusual];
    const [actual, expected] = [sumOf(group, 'actual'), sumOf(group, 'expected')];
    // Unusual days are those of the service, which may have another number here than the reported day.
    const date = span.start.offset === 0 ? format.day(day) : texts.inUtc(format.day(day));
    return {
      level: 'warning',
      sign: arrowOf(actual, expected),
      title:
        group.length > 1
          ? texts.unusualServices(format.number(group.length))
          : texts.unusual(shortName(serviceText(service))),
      details: [upperFirst(texts.unusualDay(date, format.units(actual), format.units(Math.round(expected))))],
    };
  });
}

type Unusual = Budget['unusual'][number];

const sumOf = (group: Unusual[], number: 'actual' | 'expected'): number =>
  group.reduce((sum, one) => sum + one[number], 0);

/** The alerts in a few words, for the subject of a mail. */
export const alertWords = (report: Report): string[] => [...unaccountedWords(report), ...budgetWords(report)];

function budgetWords({ budget, format, serviceText }: Report): string[] {
  if (!budget) return [];
  const { texts } = format;
  const over = overBudget(budget);
  const highest = budget.crossed.at(-1);
  const unusual = [...new Set(budget.unusual.map(({ service }) => service))];
  const [first, ...others] = unusual;
  return [
    ...(over === 'used' ? [texts.isOverBudget] : over === 'forecast' ? [texts.isForecastOver] : []),
    ...(highest === undefined ? [] : [texts.hasCrossed(format.percent(highest))]),
    ...(first === undefined
      ? []
      : [
          others.length === 0
            ? texts.unusual(shortName(serviceText(first)))
            : texts.unusualServices(format.number(unusual.length)),
        ]),
  ];
}
