import { boxed, type Labelling } from './labels.ts';
import type { Paper } from './paper.ts';

export type BoxCell = { label: string; value: string; width: number; right?: boolean };

/** A row of framed fields, one beside the other; answers the y under it. */
export function boxRow(paper: Paper, x: number, y: number, height: number, cells: BoxCell[], style: Labelling): number {
  let left = x;
  for (const { label, value, width, right = false } of cells) {
    boxed(paper, { x: left, y, width, height }, label, value, {
      ...style,
      value: { ...style.value, align: right ? 'right' : 'left' },
    });
    left += width;
  }
  return y + height;
}

export type Column = { head: string; width: number; right?: boolean };

export type GridStyle = {
  head: Labelling['label'];
  cell: Labelling['value'];
  row: number;
  ruled?: 'all' | 'head' | 'none';
  frame?: string;
};

/** A table: heads, then rows; a null leaves its cell blank. Answers the y under it. */
export function grid(
  paper: Paper,
  x: number,
  y: number,
  columns: Column[],
  rows: (string | null)[][],
  { head, cell, row, ruled = 'head', frame = '#555555' }: GridStyle,
): number {
  const put = (at: number, texts: (string | null)[], print: Labelling['label']) => {
    let left = x;
    columns.forEach(({ width, right = false }, index) => {
      const text = texts[index];
      if (text)
        paper.text(right ? left + width - 3 : left + 3, at + (row - (print.size ?? 8)) / 2, text, {
          ...print,
          align: right ? 'right' : 'left',
        });
      left += width;
    });
  };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  put(
    y,
    columns.map((column) => column.head),
    head,
  );
  if (ruled !== 'none') paper.line(x, y + row, x + width, y + row, { colour: frame });
  rows.forEach((texts, index) => {
    put(y + row * (index + 1), texts, cell);
    if (ruled === 'all')
      paper.line(x, y + row * (index + 2), x + width, y + row * (index + 2), { colour: frame, line: 0.3 });
  });
  return y + row * (rows.length + 1);
}
