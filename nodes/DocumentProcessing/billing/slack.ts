import { cut, emptyLine, largestServices, shownUnusual, totalLine } from './chat';
import { budgetLines, changeLines, mailNotes, monthToDateLine } from './mail-text';
import type { Report } from './report-model';

interface TextObject {
  type: 'mrkdwn' | 'plain_text';
  text: string;
  /** Keeps Slack from turning words into mentions and links. */
  verbatim?: boolean;
  emoji?: boolean;
}

type Block =
  | { type: 'header'; text: TextObject }
  | { type: 'section'; text?: TextObject; fields?: TextObject[] }
  | { type: 'context'; elements: TextObject[] }
  | { type: 'divider' };

const LONGEST_HEADER = 150;
const LONGEST_TEXT = 3000;
const LONGEST_FIELD = 2000;
const LONGEST_LINE = 500;
const MAX_FIELDS = 10;

export function slackBlocks(report: Report): Block[] {
  const { span, budget, format } = report;
  const { texts } = format;
  const [change, ...before] = changeLines(report);
  const total = [bold(totalLine(report)), change, monthToDateLine(report)].filter((line) => line !== undefined);
  const empty = emptyLine(report);
  return [
    { type: 'header', text: plain(`${texts.title} ${format.span(span)}`) },
    section([...total.slice(0, 1), ...total.slice(1).map(escape)]),
    ...(before.length > 0 ? [context(before.map(escape).join(' · '))] : []),
    ...unusualBlocks(report),
    ...(budget
      ? [
          section([
            bold(texts.budget(format.month(budget.month))),
            escape(barOf(budget.used / budget.limit)),
            ...budgetLines(budget, report).map((line) => escape(cut(line, LONGEST_LINE))),
          ]),
        ]
      : []),
    { type: 'divider' },
    ...(empty === undefined ? serviceBlocks(report) : [section([escape(empty)])]),
    context(mailNotes(report).slice(1).map(escape).join(' ') || escape(texts.timeZone(span.start.zoneName ?? 'UTC'))),
  ];
}

function unusualBlocks(report: Report): Block[] {
  const { shown, others } = shownUnusual(report);
  const lines = shown.map(([service, text]) => `• ${bold(service)}: ${escape(text)}`);
  return lines.length > 0 ? [section([bold(`▲▼ ${report.format.texts.unusual}`), ...lines, ...others])] : [];
}

function serviceBlocks(report: Report): Block[] {
  const fields = largestServices(report).map(({ name, units }) =>
    markdown(`${bold(name)}\n${escape(units)}`, LONGEST_FIELD),
  );
  const blocks: Block[] = [section([bold(report.format.texts.byService)])];
  for (let at = 0; at < fields.length; at += MAX_FIELDS)
    blocks.push({ type: 'section', fields: fields.slice(at, at + MAX_FIELDS) });
  return blocks;
}

/** Ten squares, filled by a share. */
function barOf(share: number): string {
  const filled = Math.min(10, Math.max(0, Math.round(share * 10)));
  return '■'.repeat(filled) + '□'.repeat(10 - filled);
}

const section = (lines: string[]): Block => ({ type: 'section', text: markdown(lines.join('\n'), LONGEST_TEXT) });

const context = (text: string): Block => ({ type: 'context', elements: [markdown(text, LONGEST_TEXT)] });

/** Text with Slack's marks; what was cut off leaves no half of an entity behind. */
const markdown = (text: string, longest: number): TextObject => ({
  type: 'mrkdwn',
  text: text.length > longest ? `${text.slice(0, longest - 1).replace(/&[a-z]*$/, '')}…` : text,
  verbatim: true,
});

const plain = (text: string): TextObject => ({
  type: 'plain_text',
  text: [...text].slice(0, LONGEST_HEADER).join(''),
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
