import { overBudget, shownAlerts } from './alerts';
import { barLine, dayNotes, largestServices, MAX_ALERTS_IN_CHAT, totalLine, totalNotes } from './chat';
import type { JsonObject } from '../common/shape';
import type { Report } from './report-model';
import { budgetLines, changeLines, mailNotes } from './sentences';
import { cut } from './service-names';

/** What Teams shows of Adaptive Cards. */
const VERSION = '1.5';
const LONGEST_TEXT = 500;

interface Style {
  size?: 'Small' | 'Medium' | 'Large' | 'ExtraLarge';
  weight?: 'Bolder';
  isSubtle?: boolean;
}

const SUBTLE = { size: 'Small', isSubtle: true } as const;

/** The report as an Adaptive Card for Microsoft Teams. */
export function teamsCard(report: Report): JsonObject {
  const { period, zone, isUnused, isNew, format } = report;
  const { texts } = format;
  const notes = [zone, ...mailNotes(report)];
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: VERSION,
    fallbackText: `${texts.title} ${period}. ${totalLine(report)}`,
    body: [
      text(`${texts.title} ${period}`, { size: 'Medium', weight: 'Bolder' }),
      ...alertItems(report),
      ...(isNew ? [] : totalItems(report)),
      ...(isUnused ? [separated(text(texts.noConsumption, isNew ? { size: 'Large', weight: 'Bolder' } : {}))] : []),
      ...budgetItems(report),
      ...(isUnused ? [] : serviceItems(report)),
      ...dayItems(report),
      ...notes.map((note) => text(note, SUBTLE)),
    ],
  };
}

/** Containers have the colours: those of texts are hard to read on white. */
function alertItems(report: Report): JsonObject[] {
  const { shown, others } = shownAlerts(report, MAX_ALERTS_IN_CHAT);
  return [
    ...shown.map(({ level, sign, title, details }) => ({
      type: 'Container',
      style: level === 'over' ? 'attention' : 'warning',
      spacing: 'Small',
      items: [
        text(`${sign} ${title}`, { weight: 'Bolder' }),
        ...details.map((words) => ({ ...text(words), spacing: 'None' })),
      ],
    })),
    ...others.map((line) => text(line, SUBTLE)),
  ];
}

function totalItems(report: Report): JsonObject[] {
  const { summary, format } = report;
  const { billingCount, amount } = summary.totals;
  const [change, ...before] = changeLines(report);
  const main: [string, Style] = [format.isMoney ? format.amount(amount) : format.units(billingCount), LARGE];
  const beside: Array<[string, Style]> = format.isMoney ? [[` ${format.units(billingCount)}`, { isSubtle: true }]] : [];
  return [
    text(format.texts.toBeBilled, { isSubtle: true }),
    { ...runs(main, ...beside), spacing: 'None' },
    ...(change === undefined ? [] : [text(change, { weight: 'Bolder' })]),
    ...before.map((line) => text(line, SUBTLE)),
    ...totalNotes(report).map((line) => text(line)),
  ];
}

const LARGE = { size: 'ExtraLarge', weight: 'Bolder' } as const;

function budgetItems(report: Report): JsonObject[] {
  const { budget, isNew } = report;
  if (!budget) return [];
  const percent = Math.min(100, Math.max(0, Math.round((budget.used / budget.limit) * 100)));
  const part = (width: number, style: string) =>
    width > 0 ? [{ type: 'Column', width: String(width), style, spacing: 'None', minHeight: '12px', items: [] }] : [];
  const [month = '', used = '', ...others] = budgetLines(report);
  const style = overBudget(budget) === 'used' ? 'attention' : 'accent';
  const bars = {
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [...part(percent, style), ...part(100 - percent, 'emphasis')],
  };
  return [
    separated(text(month, { weight: 'Bolder' })),
    ...(isNew ? [] : [bars]),
    text(used, { weight: 'Bolder' }),
    ...others.map((line) => text(line, { size: 'Small' })),
  ];
}

const serviceItems = (report: Report): JsonObject[] => [
  separated(text(report.format.texts.byService, { weight: 'Bolder' })),
  ...largestServices(report).map(({ name, billed, beside }) => ({
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      {
        type: 'Column',
        width: 'stretch',
        items: [text(name), ...(beside === '' ? [] : [{ ...text(beside, SUBTLE), spacing: 'None' }])],
      },
      { type: 'Column', width: 'auto', items: [text(billed, { weight: 'Bolder' })] },
    ],
  })),
];

function dayItems(report: Report): JsonObject[] {
  const bars = barLine(report);
  const notes = dayNotes(report);
  if (bars === '') return [];
  return [
    separated(text(report.days.title, { weight: 'Bolder' })),
    { ...text(bars, { size: 'Large' }), spacing: 'None' },
    ...notes.map((note) => text(note, SUBTLE)),
  ];
}

const text = (content: string, style: Style = {}): JsonObject => runs([content, style]);

/** Text without Markdown: a TextBlock would read marks and links out of a service's name. */
const runs = (...parts: Array<[text: string, style: Style]>): JsonObject => ({
  type: 'RichTextBlock',
  inlines: parts.map(([content, style]) => ({ type: 'TextRun', text: cut(content, LONGEST_TEXT), ...style })),
});

const separated = (item: JsonObject): JsonObject => ({ ...item, separator: true, spacing: 'Medium' });
