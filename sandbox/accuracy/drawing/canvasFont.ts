import { createCanvas, GlobalFonts, SvgExportFlag } from '@napi-rs/canvas';
import { fontSource, type Font } from './fonts.ts';

/**
 * The name a canvas knows the font by. It is no font of the machine: what a test draws must not depend on what is
 * installed.
 */
export function canvasFont(font: Font): string {
  if (!GlobalFonts.has(font) && !GlobalFonts.registerFromPath(fontSource(font), font))
    throw new Error(`The font ${font} could not be loaded`);
  return `"${font}"`;
}

/** Text as an SVG path from the beginning of its baseline, how far that is below the top of its line, and its width. */
export function textOutlines(text: string, font: Font, size: number, spacing = 0) {
  const canvas = createCanvas(2000, 100, SvgExportFlag.ConvertTextToPaths);
  const context = canvas.getContext('2d');
  context.font = `${size}px ${canvasFont(font)}`;
  context.letterSpacing = `${spacing}px`;
  const { fontBoundingBoxAscent: ascent, width } = context.measureText(text);
  context.fillText(text, 0, 0);
  return { path: / d="([^"]*)"/.exec(canvas.getContent().toString())?.[1] ?? '', ascent, width };
}
