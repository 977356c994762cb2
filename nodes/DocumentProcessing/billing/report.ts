import type { OutputFile } from '../common/output';
import type { JsonObject } from '../common/shape';
import type { Money } from './budget';
import { billingCsv } from './csv';
import { Format } from './format';
import { mailHtml } from './mail-html';
import { mailText } from './mail-text';
import type { Span } from './period';
import { readReport, type ReportData } from './report-model';
import { mailSubject } from './sentences';
import { slackBlocks } from './slack';
import { teamsCard } from './teams';

/** What a report adds to an item: the parts of a mail, messages for chats, and the counts as a CSV file. */
export function billingReport(
  data: ReportData,
  money: Money | undefined,
  locale: string,
): { json: JsonObject; files: OutputFile[] } {
  const { span, result } = data;
  const report = readReport(data, money, new Format(locale, money));
  const csv: OutputFile = {
    field: 'report',
    name: csvName(span),
    mimeType: 'text/csv',
    base64: Buffer.from(billingCsv(result, report.format, money)).toString('base64'),
  };
  const json = {
    subject: mailSubject(report),
    html: mailHtml(report),
    text: mailText(report),
    slackBlocks: slackBlocks(report),
    teamsCard: teamsCard(report),
  };
  return { json, files: [csv] };
}

/** Says of what and of which days it is: the file lies among others in a folder of downloads. */
function csvName({ start, end }: Span): string {
  const days = new Set([start.toISODate(), end.toISODate()]);
  return `document-processing-billing-${[...days].join('-to-')}`;
}
