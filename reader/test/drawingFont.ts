import { GlobalFonts } from '@napi-rs/canvas';
import { fontSource, type Font } from '../accuracy/drawing/fonts.ts';

/**
 * The name a canvas knows the font by. It comes from a package: what a test draws must not depend on the fonts of the
 * machine.
 */
export function drawingFont(font: Font): string {
  if (!GlobalFonts.has(font) && !GlobalFonts.registerFromPath(fontSource(font), font))
    throw new Error(`The font ${font} could not be loaded`);
  return `"${font}"`;
}
