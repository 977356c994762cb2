import { createRequire } from 'node:module';
import { type Font, fontSource } from './fonts.ts';
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

type Glyph = { path: { toSVG(): string }; advanceWidth: number };
type Outlines = { unitsPerEm: number; ascent: number; layout(text: string): { glyphs: Glyph[] } };

// A dependency of pdfkit, without types.
const { openSync } = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as {
  openSync(path: string): Outlines;
};
const opened = new Map<Font, Outlines>();

/**
 * Draws text as shapes, for what the eye sees and a text layer does not have: shadows, logos. Only with packaged fonts.
 */
function outline(paper: Paper, x: number, y: number, text: string, print: Print, opacity: number): void {
  const { font = 'lato', size = 9, spacing = 0, colour } = print;
  const outlines = outlinesOf(font);
  const scale = size / outlines.unitsPerEm;
  let along = x;
  for (const glyph of outlines.layout(text).glyphs) {
    paper.pdf
      .save()
      .translate(along, y + outlines.ascent * scale)
      .scale(scale, -scale)
      .fillOpacity(opacity)
      .path(glyph.path.toSVG())
      .fill(colour)
      .restore();
    along += glyph.advanceWidth * scale + spacing;
  }
}

function outlinesOf(font: Font): Outlines {
  const found = opened.get(font) ?? openSync(fontSource(font));
  opened.set(font, found);
  return found;
}
