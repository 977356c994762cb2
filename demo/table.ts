// Tables for a terminal. They fit its width and keep long names readable, which table libraries do not do: cli-table3, for one,
// takes fixed column widths and cuts `codigo_de_servico` anywhere.

export interface Column {
  title: string;
  /** Widest it may become. */
  most?: number;
  isNumber?: boolean;
}

const GAP = '  ';
const MOST_LINES = 4;

/** A table that fits the width. Long texts wrap and end in … after four lines. A row of one cell is a heading. */
export function drawTable(columns: Column[], rows: string[][], width: number): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = fit(
    columns,
    cells.filter((row) => !isHeading(row)),
    width,
  );
  const line = (texts: string[]): string =>
    (
      GAP + columns.map(({ isNumber }, index) => pad(texts[index] ?? '', widths[index] ?? 0, isNumber)).join(GAP)
    ).trimEnd();
  const drawRow = (row: string[]): string[] =>
    isHeading(row) ? [cut(`${GAP}${row[0]}`, width)] : rowLines(row, widths).map(line);
  const titles = columns.map(({ title }) => printable(title));
  return [...drawRow(titles), line(widths.map((each) => '─'.repeat(each))), ...cells.flatMap(drawRow)];
}

const isHeading = (row: string[]): boolean => row.length === 1;

function rowLines(row: string[], widths: number[]): string[][] {
  const wrapped = row.map((text, index) => wrap(text, widths[index] ?? 1, MOST_LINES));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => wrapped.map((lines) => lines[index] ?? ''));
}

/** As wide as what is in them; where that is too much, the widest give way first. */
function fit(columns: Column[], cells: string[][], width: number): number[] {
  const widest = (column: Column, index: number): number =>
    Math.max(widthOf(column.title), ...cells.flatMap((row) => (row[index] ?? '').split('\n').map(widthOf)));
  const widths = columns.map((column, index) => Math.max(1, Math.min(column.most ?? width, widest(column, index))));
  const room = width - GAP.length * columns.length;
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const [index] = [...widths.keys()].sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    if (index === undefined || (widths[index] ?? 0) <= 3) break;
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}

/** Chinese, Japanese and Korean letters and most pictures take two places. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const INVISIBLE = /[\p{M}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const letterWidth = (letter: string): number => (INVISIBLE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1);

export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** What was read is printed as text: an escape sequence in a document moves no cursor. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, ' ');

const pad = (text: string, width: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
};

/** The beginning of a text that fits, with … where something was cut. */
export const cut = (text: string, width: number): string => (widthOf(text) <= width ? text : cutOff(text, width));

const cutOff = (text: string, width: number): string => `${beginning(text, width - 1).trimEnd()}…`;

function beginning(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const letter of text) {
    used += letterWidth(letter);
    if (used > width) break;
    taken += letter;
  }
  return taken;
}

/** A text as lines that fit: its own line breaks, then between words, after a joint, then wherever it must be. */
export function wrap(text: string, width: number, most: number): string[] {
  const lines = text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutOff(lines[most - 1] ?? '', width)];
}

/** Names such as `codigo_de_servico` and long numbers go on after a joint. */
const afterJoint = (piece: string): string => /^.*[_/.-]/s.exec(piece)?.[0] ?? piece;

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (widthOf(rest) > width) {
    const piece = beginning(rest, width + 1);
    const taken = /^.*\S(?= )/s.exec(piece)?.[0] ?? afterJoint(beginning(rest, width));
    lines.push(taken.trimEnd());
    rest = rest.slice(taken.length).trimStart();
  }
  return [...lines, rest];
}
