import { createRequire } from 'node:module';
import { fontSource, type Font } from './fonts.ts';
import type { Paper, Print } from './paper.ts';

type Glyph = { path: { toSVG(): string }; advanceWidth: number };
type Outlines = { unitsPerEm: number; ascent: number; layout(text: string): { glyphs: Glyph[] } };

// pdfkit brings it; it has no types of its own.
const { openSync } = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as {
  openSync(path: string): Outlines;
};
const opened = new Map<Font, Outlines>();

/**
 * Letters as shapes, for what the eye sees and a text layer does not have: shadows, logos. Fonts from packages only.
 */
export function outline(
  paper: Paper,
  x: number,
  y: number,
  text: string,
  { font = 'lato', size = 9, spacing = 0, colour = '#000000' }: Print,
  opacity = 1,
): void {
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
