import { COLOURS } from './colours';
import { html, type Markup } from './markup';
import { line, textStyle } from './text-style';

/** A heading and a table under it. */
export const section = (title: string, rows: Markup): Markup =>
  html`${line(title, { size: 'heading', bold: true })}
<div style="height:6px;font-size:0;line-height:0">&nbsp;</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
${rows}
</table>`;

/** The first column is of text, the others of numbers. */
export const headings = (names: string[]): Markup =>
  html`<tr>${names.map((name, index) => html`<th scope="col" class="muted line" align="${side(index)}" valign="bottom" style="${cellStyle(index)};${textStyle({ size: 'small', colour: 'muted', whole: true })}">${name}</th>`)}</tr>`;

export const row = (cells: Markup[]): Markup =>
  html`<tr>${cells.map((cell, index) => html`<td class="line" align="${side(index)}" valign="top" style="${cellStyle(index)}">${cell}</td>`)}</tr>
`;

const side = (index: number): string => (index === 0 ? 'left' : 'right');

const cellStyle = (index: number): string =>
  `padding:8px 0 8px ${index === 0 ? '0;word-break:break-word' : '10px'};text-align:${side(index)};border-bottom:1px solid ${COLOURS.line.light}`;
