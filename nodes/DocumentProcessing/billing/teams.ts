import { cut, emptyLine, largestServices, shownUnusual, totalLine } from './chat';
import { budgetLines, changeLines, mailNotes, monthToDateLine } from './mail-text';
import type { JsonObject } from '../common/shape';
import type { Report } from './report-model';

/** What Teams shows of Adaptive Cards. */
const VERSION = '1.5';
const LONGEST_TEXT = 500;

interface Style {
  size?: 'Small' | 'Medium' | 'Large' | 'ExtraLarge';
  weight?: 'Bolder';
  isSubtle?: boolean;
  color?: 'Attention' | 'Warning';
}

export function teamsCard(report: Report): JsonObject {
  const { span, format } = report;
  const { texts } = format;
  const [change, ...before] = changeLines(report);
  const monthToDate = monthToDateLine(report);
  const subtle = { size: 'Small', isSubtle: true } as const;
  const empty = emptyLine(report);
  const notes = [texts.timeZone(span.start.zoneName ?? 'UTC'), ...mailNotes(report).slice(1)];
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: VERSION,
    fallbackText: `${texts.title} ${format.span(span)}. ${totalLine(report)}`,
    body: [
      text(`${texts.title} ${format.span(span)}`, { size: 'Medium', weight: 'Bolder' }),
      text(totalLine(report), { size: 'ExtraLarge', weight: 'Bolder' }),
      ...(change === undefined ? [] : [text(change)]),
      ...before.map((line) => text(line, subtle)),
      ...(monthToDate === undefined ? [] : [text(monthToDate)]),
      ...unusualItems(report),
      ...budgetItems(report),
      ...(empty === undefined ? serviceItems(report) : [separated(text(empty))]),
      ...notes.map((note) => text(note, subtle)),
    ],
  };
}

function unusualItems(report: Report): JsonObject[] {
  const { shown, others } = shownUnusual(report);
  if (shown.length === 0) return [];
  return [
    separated(text(`▲▼ ${report.format.texts.unusual}`, { weight: 'Bolder', color: 'Warning' })),
    ...shown.map(([service, line]) => runs([service, { weight: 'Bolder' }], [`: ${line}`, {}])),
    ...others.map((line) => text(line)),
  ];
}

function budgetItems(report: Report): JsonObject[] {
  const { budget, format } = report;
  if (!budget) return [];
  const isOver = budget.used > budget.limit;
  const percent = Math.min(100, Math.max(0, Math.round((budget.used / budget.limit) * 100)));
  const part = (width: number, style: string) =>
    width > 0 ? [{ type: 'Column', width: String(width), style, minHeight: '12px', items: [] }] : [];
  const [used, ...others] = budgetLines(budget, report);
  return [
    separated(text(format.texts.budget(format.month(budget.month)), { weight: 'Bolder' })),
    {
      type: 'ColumnSet',
      spacing: 'Small',
      columns: [...part(percent, isOver ? 'attention' : 'accent'), ...part(100 - percent, 'emphasis')],
    },
    text(used ?? '', { weight: 'Bolder', ...(isOver ? { color: 'Attention' } : {}) }),
    ...others.map((line) => text(line, { size: 'Small' })),
  ];
}

const serviceItems = (report: Report): JsonObject[] => [
  separated(text(report.format.texts.byService, { weight: 'Bolder' })),
  ...largestServices(report).map(({ name, units }) => ({
    type: 'ColumnSet',
    spacing: 'Small',
    columns: [
      { type: 'Column', width: 'stretch', items: [text(name)] },
      { type: 'Column', width: 'auto', items: [text(units, { weight: 'Bolder' })] },
    ],
  })),
];

const text = (content: string, style: Style = {}): JsonObject => runs([content, style]);

/** Text without Markdown: a TextBlock would read marks and links out of a service's name. */
const runs = (...parts: Array<[text: string, style: Style]>): JsonObject => ({
  type: 'RichTextBlock',
  inlines: parts.map(([content, style]) => ({ type: 'TextRun', text: cut(content, LONGEST_TEXT), ...style })),
});

const separated = (item: JsonObject): JsonObject => ({ ...item, separator: true, spacing: 'Medium' });
