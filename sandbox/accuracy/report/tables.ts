import { type Degradation, DEGRADATIONS } from '../degradations/degradations.ts';
import { DOCUMENT_TYPES } from '../groundTruth.ts';
import type { Evaluation } from '../metrics/evaluation.ts';
import { type Counts, countOutcomes, type Part, type Sums, sumUp } from './summary.ts';

/** The evaluations of each degradation that there is. */
const byDegradation = (evaluations: Evaluation[]): [Degradation, Evaluation[]][] =>
  DEGRADATIONS.map((degradation): [Degradation, Evaluation[]] => [
    degradation,
    evaluations.filter((evaluation) => evaluation.degradation === degradation),
  ]).filter(([, of]) => of.length > 0);

/** Fields by type of document and degradation: exact / wrong / missing, in percent. */
export function fieldTable(evaluations: Evaluation[]): string {
  const columns = byDegradation(evaluations);
  const row = (label: string, isMeant: (one: Evaluation) => boolean) => [
    label,
    ...columns.map(([, of]) => shares(countOutcomes(of.filter(isMeant).flatMap(({ fields }) => fields)))),
  ];
  const types = DOCUMENT_TYPES.filter((type) => evaluations.some((one) => one.type === type && one.fields.length > 0));
  return table(
    ['fields: exact / wrong / missing %', ...columns.map(([degradation]) => degradation)],
    [...types.map((type) => row(type, (one) => one.type === type)), row('all', () => true)],
  );
}

/** Everything that is not a field, by degradation. */
export function otherTable(evaluations: Evaluation[]): string {
  const columns = byDegradation(evaluations);
  const sums = columns.map(([, of]) => sumUp(of));
  const row = (label: string, show: (of: Sums) => string) => [label, ...sums.map(show)];
  return table(
    ['', ...columns.map(([degradation]) => degradation)],
    [
      row('wrong among values scored 0.9 or more', ({ confident }) => fraction(confident)),
      row('wrong among values scored less', ({ unconfident }) => fraction(unconfident)),
      row('wrong: accents / letters / another value', ({ errors }) => errors.join(' / ')),
      row('table cells: exact / wrong / missing %', ({ cells }) => shares(cells)),
      row('characters of texts wrong %', ({ characters: { of, done } }) => (of === 0 ? '–' : percent(1 - done / of))),
      row('portraits found (false)', ({ portraits }) => crops(portraits)),
      row('signatures found (false)', ({ signatures }) => crops(signatures)),
      row('QR codes read', ({ qr }) => fraction(qr)),
      row('bar codes read', ({ bars }) => fraction(bars)),
      row('machine-readable zones valid', ({ mrzs }) => fraction(mrzs)),
      row('card numbers exact (wrong)', ({ cards }) => (cards.of === 0 ? '–' : `${fraction(cards)} (${cards.wrong})`)),
      row('documents found in files of several', ({ parts }) => fraction(parts)),
      // Of known layouts two are read at once.
      row('seconds a document, median', ({ seconds }) =>
        evaluations[0]?.group === 'known' ? '–' : (seconds?.toFixed(seconds < 1 ? 2 : 1) ?? '–'),
      ),
      row("pictures: seconds, and of Tesseract's command line", ({ beside }) =>
        beside === null ? '–' : `${beside.own.toFixed(1)} / ${beside.tesseract.toFixed(1)}`,
      ),
      row('words of the values read, and in the text of that command line', ({ beside }) =>
        beside === null || beside.words === 0
          ? '–'
          : [beside.ownWords, beside.found].map((done) => `${percent(done / beside.words)} %`).join(' / '),
      ),
      row('memory of the sandbox, highest', ({ memory }) => (memory === null ? '–' : megabytes(memory))),
      row('documents (failed)', ({ documents, failed }) => `${documents} (${failed})`),
    ],
  );
}

/** Exact, wrong and missing ones of all values. */
export const shares = ({ values, exact, wrong, missing }: Counts): string =>
  values === 0 ? '–' : [exact, wrong, missing].map((count) => percent(count / values)).join(' / ');
const fraction = ({ of, done }: Part): string => (of === 0 ? '–' : `${done}/${of}`);
const crops = (part: Part & { false: number }): string =>
  part.of === 0 && part.false === 0 ? '–' : `${fraction(part)} (${part.false})`;

/** A part of the report: its title, a table with a row for each group of results, and notes below. */
export const section = <T>(
  title: string,
  heads: string[],
  groups: [label: string, of: T[]][],
  cellsOf: (of: T[]) => string[],
  ...notes: string[]
): string =>
  [
    `### ${title}`,
    table(
      heads,
      groups.map(([label, of]) => [label, ...cellsOf(of)]),
    ),
    ...notes,
  ].join('\n\n');

/** A Markdown table, aligned so that it reads as plain text too. */
export function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** 0.98765 as 98.8. */
export const percent = (share: number): string => (share * 100).toFixed(1).replace(/\.0$/, '');
