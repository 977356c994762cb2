import { dayTable } from './day-table';
import { figures, header } from './header';
import { html } from './markup';
import { isQuiet, NO_CONSUMPTION, notes } from './notes';
import { mailPage } from './page';
import type { Report } from './report';
import { serviceTable } from './service-table';
import { reportPreview, reportSubject } from './text';
import { line } from './text-style';

/** The report as the body of a mail. */
export function reportHtml(report: Report): string {
  const tables = isQuiet(report)
    ? [line(NO_CONSUMPTION, { size: 'heading' })]
    : [figures(report), serviceTable(report), dayTable(report)];
  return mailPage(reportSubject(report), reportPreview(report), [
    header(report),
    ...tables,
    html`${notes(report).map((note) => line(note, { size: 'small', colour: 'muted' }))}`,
  ]);
}
