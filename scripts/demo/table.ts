// Tables that fit the width of the terminal. cli-table3 would not be less code: it needs the width of each column, and it
// either truncates `codigo_de_servico` or breaks it anywhere, so fitting and wrapping would remain ours.

export interface Column {
  title: string;
  /** Maximum width. */
  maxWidth?: number;
  isNumber?: boolean;
}

const GAP = '  ';
const MAX_LINES = 4;

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
  const wrapped = row.map((text, index) => wrap(text, widths[index] ?? 1, MAX_LINES));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => wrapped.map((lines) => lines[index] ?? ''));
}

/** The widths of the columns: those of their contents. If that is too wide, the widest columns shrink first. */
function fit(columns: Column[], cells: string[][], width: number): number[] {
  const widest = (column: Column, index: number): number =>
    Math.max(widthOf(column.title), ...cells.flatMap((row) => (row[index] ?? '').split('\n').map(widthOf)));
  const widths = columns.map((column, index) => Math.max(1, Math.min(column.maxWidth ?? width, widest(column, index))));
  const available = width - GAP.length * columns.length;
  for (let over = widths.reduce((sum, each) => sum + each, 0) - available; over > 0; over--) {
    const [index] = [...widths.keys()].sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    if (index === undefined || (widths[index] ?? 0) <= 3) break;
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}

/** Chinese, Japanese and Korean letters and most emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const INVISIBLE = /[\p{M}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const letterWidth = (letter: string): number => (INVISIBLE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1);

export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Replaces control characters, so that an escape sequence in a document cannot move the cursor. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, ' ');

const pad = (text: string, width: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
};

/** Truncates a text to the width, with … at the end. */
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

/** Wraps a text: at its own line breaks, between words, after punctuation in a word, or anywhere. Then truncates it. */
export function wrap(text: string, width: number, maxLines: number): string[] {
  const lines = text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width));
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), cutOff(lines[maxLines - 1] ?? '', width)];
}

/** Names such as `codigo_de_servico` and long numbers are broken after `_`, `/`, `.` or `-`. */
const upToPunctuation = (piece: string): string => /^.*[_/.-]/s.exec(piece)?.[0] ?? piece;

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (widthOf(rest) > width) {
    const piece = beginning(rest, width + 1);
    const taken = /^.*\S(?= )/s.exec(piece)?.[0] ?? upToPunctuation(beginning(rest, width));
    lines.push(taken.trimEnd());
    rest = rest.slice(taken.length).trimStart();
  }
  return [...lines, rest];
}
