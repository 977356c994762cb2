import { identifier } from '../../reader/src/text/naming.ts';
import { textList } from '../../reader/src/text/pattern.ts';
import type { TrueField, TrueTable } from '../groundTruth.ts';
import { rowsIn, valueOf, withPlaces } from '../templates.ts';
import { printOf, type Paper, type Print } from './paper.ts';

/** `column`: where values stand that are beside their labels. */
export type Labelling = { label: Print; value: Print; gap?: number; column?: number };

/** How labels and values are printed, in words, and how far below its label a value begins: `4 roboto / 7 roboto-bold / 4.8`. */
export function labelling(words: string): Labelling {
  const [label = '', value = '', gap] = words.split(' / ');
  return { label: printOf(label), value: printOf(value), ...(gap ? { gap: Number(gap) } : {}) };
}

/** Prints a label with its value. */
type PutPair = (paper: Paper, x: number, y: number, label: string, value: string, style: Labelling) => void;

/** A label above its value. */
export const stacked: PutPair = (paper, x, y, label, value, style) => {
  paper.text(x, y, label, style.label);
  paper.text(x, y + (style.gap ?? (style.label.size ?? 6) * 1.15), value, style.value);
};

/** A label and its value on one line: right after the label, or in a column of its own. */
export const beside: PutPair = (paper, x, y, label, value, style) => {
  const lower = ((style.value.size ?? 9) - (style.label.size ?? 9)) * 0.75;
  paper.text(x, y + Math.max(0, lower), label, style.label);
  paper.text(style.column ?? x + paper.measure(label, style.label) + 4, y + Math.max(0, -lower), value, style.value);
};

export type BoxCell = { label: string; value: string; width: number; right: boolean; truth: string | null };

const CELL = /^(?:(.*) )?\[(.*)\](?: ([\d.]+))?( >)?(?: = (.*))?$/s;

/**
 * Fields in a row: `NOME [Ana] 331 | CPF [${asCpf(cpf)}] 90 > = ${cpf}`. The number is the width, `>` sets the value to the
 * right edge, and behind `=` is what the service returns if that is not what is printed. Null is an empty field.
 */
export const boxCells = (row: string, unit = 1, values: (string | null)[] = []): BoxCell[] =>
  textList(row).map((text) => {
    const [found, label = '', value = '', width = 0, right, truth = value] = CELL.exec(text) ?? [];
    if (found === undefined) throw new Error(`"${text}" is no field in a row`);
    return {
      label,
      value: valueOf(value, values) ?? '',
      width: unit * Number(width),
      right: right !== undefined,
      truth: valueOf(truth, values),
    };
  });

/** Rows of fields, one in each line. A line that ends with a bar goes on in the next one. */
export const cells = (parts: TemplateStringsArray, ...values: (string | null)[]): BoxCell[][] =>
  rowsIn(withPlaces(parts)).map((row) => boxCells(row, 1, values));

/** Fields in the same words, to be printed in lines. */
export const factsOf = (parts: TemplateStringsArray, ...values: (string | null)[]): BoxCell[] =>
  boxCells(withPlaces(parts), 1, values);

export const factLines = (facts: BoxCell[]): string => facts.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** Fields as the service returns them, under the names of their labels. */
export const factFields = (facts: Pick<BoxCell, 'label' | 'truth'>[]): TrueField[] =>
  facts.map(({ label, truth }) => ({ name: identifier(label), value: truth }));

/** A row of fields without frames, each `stacked` or `beside`; its width says where the next one begins. */
export function openRow(put: PutPair, paper: Paper, { x, y }: Corner, style: Labelling, row: BoxCell[]): void {
  let left = x;
  for (const { label, value, width } of row) {
    put(paper, left, y, label, value, style);
    left += width;
  }
}

type Corner = { x: number; y: number };
type Rows = Corner & { height: number };

/** Rows of frames of this height, each with a label in its corner and the value below. Returns the y below them. */
export function boxRows(paper: Paper, { x, y, height }: Rows, style: Labelling, rows: BoxCell[][]): number {
  rows.forEach((row, at) => {
    const top = y + height * at;
    let left = x;
    for (const { label, value, width, right } of row) {
      paper.frame(left, top, width, height, { line: 0.5 });
      paper.text(left + 2.5, top + 2, label, style.label);
      const bottom = top + height - (style.value.size ?? 9) - 1.5;
      const align = right ? 'right' : 'left';
      paper.text(right ? left + width - 3 : left + 3, bottom, value, { ...style.value, align });
      left += width;
    }
  });
  return y + height * rows.length;
}

export type Column = { head: string; width: number; right?: boolean };

/** The columns of a table: `Description 200 | Amount 60 >`, with `>` where values end at the right edge. */
export const columnsOf = (list: string): Column[] =>
  textList(list).map((text) => {
    const [, head = text, width, right] = /^(.*) ([\d.]+)( >)?$/.exec(text) ?? [];
    return { head, width: Number(width), right: right !== undefined };
  });

/** A cell as it is printed, null if it is empty; of two texts the second is what the service returns. */
export type GridCell = string | null | [shown: string | null, value: string | null];

/** The rows of a table as the service returns them, under the names of their heads. */
export function gridTruth(columns: Column[], rows: GridCell[][]): TrueTable {
  const names = columns.map(({ head }) => identifier(head));
  const valueIn = (cell: GridCell) => (Array.isArray(cell) ? cell[1] : cell);
  return { rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', valueIn(cell)]))) };
}

/**
 * A table with a header. `words`: what is ruled, in which colour, and how heads and cells are printed
 * (`all #bbbbbb 8 lato-bold / 8.5 lato`). Returns the y below it.
 */
export function grid(
  paper: Paper,
  { x, y, height }: Rows,
  words: string,
  columns: Column[],
  rows: GridCell[][],
): number {
  const [, ruled, colour = '#555555', head = '', cell = ''] = STYLE.exec(words) ?? [];
  const put = (at: number, texts: GridCell[], print: Print) => {
    const top = at + (height - (print.size ?? 8)) / 2;
    let left = x;
    columns.forEach(({ width, right = false }, index) => {
      const given = texts[index];
      const text = Array.isArray(given) ? given[0] : given;
      const align = right ? 'right' : 'left';
      if (text) paper.text(right ? left + width - 3 : left + 3, top, text, { ...print, align });
      left += width;
    });
  };
  const end = columns.reduce((sum, { width }) => sum + width, x);
  const heads = columns.map((column) => column.head);
  put(y, heads, printOf(head));
  if (ruled !== 'none') paper.line(x, y + height, end, y + height, { colour });
  rows.forEach((texts, index) => {
    put(y + height * (index + 1), texts, printOf(cell));
    const bottom = y + height * (index + 2);
    if (ruled === 'all') paper.line(x, bottom, end, bottom, { colour, line: 0.3 });
  });
  return y + height * (rows.length + 1);
}

const STYLE = /^(?:(all|none) )?(?:(#\w+) )?(.+) \/ (.+)$/;
