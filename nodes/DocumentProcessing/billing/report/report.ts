import type { JsonObject } from '../../common/shape';
import type { Span } from '../spans';
import type { OutputFile } from '../../common/output';
import { billingCsv } from './csv';
import { Format } from './format';
import { reportHtml } from './html';
import { reportSubject, reportText } from './text';
import { readSummary, type Summary } from './summary';

/** A stretch of time and what was consumed in it. */
export interface Consumption {
  span: Span;
  summary: Summary;
}

/** All that is told in the mail. */
export interface Report extends Consumption {
  /** The period before, where it was asked for. */
  before: Consumption | undefined;
  format: Format;
}

/** An answer of the service and the period it was given for. */
export interface Answered {
  span: Span;
  result: unknown;
}

/** What the node adds to its first item: a mail, and its numbers as a file. */
export function billingReport(
  current: Answered,
  before: Answered | undefined,
  locale: string,
): { json: JsonObject; files: OutputFile[] } {
  const report: Report = { ...consumption(current), before: before && consumption(before), format: new Format(locale) };
  return {
    json: { subject: reportSubject(report), html: reportHtml(report), text: reportText(report) },
    files: [
      {
        field: 'report',
        name: fileName(report),
        mimeType: 'text/csv',
        base64: Buffer.from(billingCsv(current.result, report.format)).toString('base64'),
      },
    ],
  };
}

const consumption = ({ span, result }: Answered): Consumption => ({ span, summary: readSummary(result) });

const fileName = ({ span }: Report): string => `billing-${span.start.toISODate()}-to-${span.end.toISODate()}`;
