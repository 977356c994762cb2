import type { OutputFile } from '../common/output';
import type { JsonObject } from '../common/shape';
import { billingCsv } from './csv';
import { Format } from './format';
import { mailHtml } from './mail-html';
import { mailSubject, mailText } from './mail-text';
import type { Span } from './period';
import { readSummary, type Report } from './summary';

/** The result of the service for a period. */
interface PeriodResult {
  span: Span;
  result: unknown;
}

/** What a report adds to an item: the parts of a mail, and the counts as a CSV file. */
export function billingReport(
  current: PeriodResult,
  previous: PeriodResult | undefined,
  locale: string,
): { json: JsonObject; files: OutputFile[] } {
  const { span, result } = current;
  const report: Report = {
    span,
    summary: readSummary(result),
    previous: previous && { span: previous.span, summary: readSummary(previous.result) },
    format: new Format(locale),
  };
  const csv: OutputFile = {
    field: 'report',
    name: `billing-${span.start.toISODate()}-to-${span.end.toISODate()}`,
    mimeType: 'text/csv',
    base64: Buffer.from(billingCsv(result, report.format)).toString('base64'),
  };
  return { json: { subject: mailSubject(report), html: mailHtml(report), text: mailText(report) }, files: [csv] };
}
