import type { JsonObject } from '../common/shape';
import { type Alert, shownAlerts } from './alerts';
import { barLine, dayNotes, largestServices, MAX_ALERTS_IN_CHAT, totalLine, totalNotes } from './chat';
import type { Report } from './report-model';
import { budgetLines, changeLines, mailNotes } from './sentences';
import { cut } from './service-names';

// What Slack takes.
const LONGEST_TEXT = 3000;
const LONGEST_LINE = 500;
const LONGEST_FIELD = 2000;
const MAX_FIELDS = 10;

/** The report as blocks of a Slack message. */
export function slackBlocks(report: Report): JsonObject[] {
  const { period, zone, budget, isUnused, isNew, format } = report;
  const { texts } = format;
  const [month = '', ...budgetStand] = budgetLines(report);
  return [
    { type: 'header', text: plain(`${texts.title} ${period}`) },
    ...alertBlocks(report),
    ...(isNew ? [] : totalBlocks(report)),
    ...(isUnused ? [section([(isNew ? bold : escape)(texts.noConsumption)])] : []),
    ...(budget
      ? [
          section([
            bold(month),
            ...(isNew ? [] : [escape(barOf(budget.used / budget.limit))]),
            ...budgetStand.map(escape),
          ]),
        ]
      : []),
    ...(isUnused ? [] : [{ type: 'divider' }, ...serviceBlocks(report)]),
    ...dayBlocks(report),
    context([...mailNotes(report), zone]),
  ];
}

/** Slack has no colours but those of its signs. */
const SIGNS: Record<Alert['level'], string> = { over: '🔴', warning: '🟠' };

function alertBlocks(report: Report): JsonObject[] {
  const { shown, others } = shownAlerts(report, MAX_ALERTS_IN_CHAT);
  const lines = shown.flatMap(({ level, sign, title, details }) => [
    `${SIGNS[level]} ${sign} ${bold(title)}`,
    ...details.map(escape),
  ]);
  return lines.length === 0 ? [] : [section([...lines, ...others.map(escape)])];
}

function totalBlocks(report: Report): JsonObject[] {
  const [change, ...before] = changeLines(report);
  return [
    section([bold(totalLine(report)), ...(change === undefined ? [] : [escape(change)])]),
    ...(before.length > 0 ? [context(before)] : []),
    section(totalNotes(report).map((line) => escape(cut(line, LONGEST_LINE)))),
  ];
}

function serviceBlocks(report: Report): JsonObject[] {
  const fields = largestServices(report).map(({ name, billed, beside }) =>
    markdown([bold(name), escape(billed), escape(beside)].filter(Boolean).join('\n'), LONGEST_FIELD),
  );
  const blocks: JsonObject[] = [section([bold(report.format.texts.byService)])];
  for (let at = 0; at < fields.length; at += MAX_FIELDS)
    blocks.push({ type: 'section', fields: fields.slice(at, at + MAX_FIELDS) });
  return blocks;
}

function dayBlocks(report: Report): JsonObject[] {
  const bars = barLine(report);
  const notes = dayNotes(report);
  if (bars === '') return [];
  return [section([bold(report.days.title), bars]), ...(notes.length > 0 ? [context(notes)] : [])];
}

/** Ten squares, filled by a share. */
function barOf(share: number): string {
  const filled = Math.min(10, Math.max(0, Math.round(share * 10)));
  return '■'.repeat(filled) + '□'.repeat(10 - filled);
}

const section = (lines: string[]): JsonObject => ({ type: 'section', text: markdown(lines.join('\n'), LONGEST_TEXT) });

const context = (sentences: string[]): JsonObject => ({
  type: 'context',
  elements: [markdown(sentences.map(escape).join(' · '), LONGEST_TEXT)],
});

/** Text with Slack's marks; what was cut off leaves no half of an entity behind. */
const markdown = (text: string, longest: number): JsonObject => ({
  type: 'mrkdwn',
  text: text.length > longest ? `${text.slice(0, longest - 1).replace(/&[a-z]*$/, '')}…` : text,
  // Keeps Slack from turning words into mentions and links.
  verbatim: true,
});

const plain = (text: string): JsonObject => ({
  type: 'plain_text',
  text,
  emoji: false,
});

const bold = (text: string): string => `*${escape(text)}*`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack has no way to escape its marks, so characters that look alike take their place. */
const LOOK_ALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Text that Slack shows as it is: no mark, no mention (`<!channel>`, `@here`), no emoji (`:x:`). */
const escape = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[@:#](?=\S)/g, '$&\u2060')
    .replace(/[*_~`]/g, (mark) => LOOK_ALIKES[mark] ?? mark)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
