import { GlobalFonts } from '@napi-rs/canvas';
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
