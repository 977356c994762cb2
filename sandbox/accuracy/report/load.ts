import type { LoadResult, PagesResult } from '../load/measureLoad.ts';
import { megabytes, table } from './tables.ts';

/** Times of PDFs with a text layer, and memory while mixed pages are read. */
export function loadTable({ onePage, tenPages, smallPdfs, smallPdfAlone, pages }: LoadResult): string {
  return [
    '### Time and memory under load',
    table(
      ['PDFs with a text layer', ''],
      [
        ['one page with a picture of 6 megapixels', `${onePage.toFixed(3)} s`],
        ['ten such pages', `${tenPages.toFixed(2)} s`],
        ['small PDFs, 20 at a time', `${Math.round(smallPdfs)} a second`],
        ['a small PDF opened by pdf.js alone, for its text', `${smallPdfAlone.toFixed(1)} ms`],
      ],
    ),
    pagesTable(pages),
  ].join('\n\n');
}

/** The memory of the sandbox with its processes; a page that several processes share counts once. */
export const pagesTable = ({ pages, seconds, failed, highest, course }: PagesResult): string =>
  [
    table(
      ['mixed pages, two at a time', 'memory'],
      [
        ...course.map(({ pages: after, memory }) => [`until page ${after}, mean`, megabytes(memory)]),
        ['highest', megabytes(highest)],
      ],
    ),
    `${pages} pages in ${Math.round(seconds)} s, ${failed} not read. Text layers, scans, photographs up to 40 megapixels.`,
  ].join('\n\n');
