import { textOutlines } from './canvasFont.ts';
import type { Paper, Print } from './paper.ts';

/** The contacts of a chip card. */
export function chip(paper: Paper, x: number, y: number): void {
  paper.pdf.save().roundedRect(x, y, 31, 24, 4).fill('#d8b75c').restore();
  paper.frame(x, y, 31, 24, { colour: '#7d6526', line: 0.5, round: 4 });
  for (const row of [8, 16]) paper.line(x, y + row, x + 31, y + row, { colour: '#7d6526', line: 0.5 });
  for (const column of [10, 21]) paper.line(x + column, y, x + column, y + 24, { colour: '#7d6526', line: 0.5 });
}

/** Embossed figures: light from the upper left, shadow to the lower right, worn silver on top. */
export function embossed(paper: Paper, x: number, y: number, text: string, print: Print): void {
  outline(paper, x + 0.55, y + 0.6, text, { ...print, colour: '#000000' }, 0.5);
  outline(paper, x - 0.4, y - 0.45, text, { ...print, colour: '#ffffff' }, 0.65);
  paper.text(x, y, text, { ...print, colour: '#d9d9dc' });
}

/** Draws text as shapes, for what the eye sees and a text layer does not have: shadows, logos. Only with packaged fonts. */
function outline(paper: Paper, x: number, y: number, text: string, print: Print, opacity: number): void {
  const { font = 'lato', size = 9, spacing = 0, colour } = print;
  const { path, ascent } = textOutlines(text, font, size, spacing);
  paper.pdf
    .save()
    .translate(x, y + ascent)
    .fillOpacity(opacity)
    .path(path)
    .fill(colour)
    .restore();
}
