// Tables in Markdown, aligned so that they can be read as they are.
export type Cells = Array<string | undefined>;

const NOTHING = '–';

export function table(header: string[], rows: Cells[]): string {
  const lines = [header, ...rows.map((row) => header.map((_, column) => row[column] ?? NOTHING))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const write = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = lines;
  return [write(first), write(widths.map((width) => '-'.repeat(width))), ...others.map(write)].join('\n');
}
