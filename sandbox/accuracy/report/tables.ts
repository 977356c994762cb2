import type { Counts } from '../metrics/fields.ts';

/** Exact, wrong and missing ones of all values. */
export const shares = ({ values, exact, wrong, missing }: Counts): string =>
  values === 0 ? '–' : [exact, wrong, missing].map((count) => percent(count / values)).join(' / ');

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
