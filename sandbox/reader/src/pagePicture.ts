// The picture of a page as it is read: cut out of what surrounds it, upright and level.
import { dewarp, enlargeSmall, previewOf } from './preprocessing/dewarp.ts';
import { isBlank, toLuma, type Grey } from './preprocessing/images.ts';
import { detectPageOutline } from './preprocessing/pageDetection/pageDetection.ts';
import type { PageImage, PageSource, Pixels } from './reading.ts';
import { detectPage } from './recognition/lineDetection.ts';
import { findLines, findOrientation } from './recognition/orientation.ts';
import { hasTextBeside } from './recognition/textBeside.ts';

/** The page image as it is read, in grey; with its colours, four times as much memory, only if it is shown later. */
export async function preparePage(page: PageSource, isShown: boolean) {
  const image = await pageImage(page);
  if ('empty' in image) return image;
  const prepared = { ...lumaOf(image), detected: await detectPage(image.pixels) };
  return isShown ? prepared : { ...prepared, pixels: { ...image.pixels, data: new Uint8ClampedArray() } };
}

/** The least part of a picture that is dark where something is printed on it; specks and the edges of a scan are less. */
const INK = { darkest: 128, share: 0.005 };

export function hasInk({ data }: Grey): boolean {
  let dark = 0;
  for (const value of data) if (value < INK.darkest) dark++;
  return dark > INK.share * data.length;
}

export const lumaOf = <I extends PageImage>(image: I) => ({ ...image, luma: toLuma(image.pixels) });

/** A page on which nothing is printed, as its picture shows. */
type EmptyPage = { empty: Pixels };

/** In a function of its own, so that nothing keeps the pixels of the picture while the page is read. */
export async function pageImage(page: PageSource): Promise<Rectified | EmptyPage> {
  const pixels = await page.pixels();
  return isBlank(pixels) ? { empty: pixels } : rectify(pixels);
}

type Rectified = PageImage & {
  isUnchanged: boolean;
  enlarged: number;
  hasFillers: boolean;
  /** The whole picture, where the page was cut out of it or enlarged. */
  original: Grey | null;
};

/** The page in a photograph or scan: cut out, upright, level and without perspective. */
export async function rectify(pixels: Pixels): Promise<Rectified> {
  const whole = await previewOf(pixels, null);
  // The network computes in another process, so the page can be found at the same time.
  const [found, around] = await Promise.all([detectPageOutline(pixels), findLines(whole)]);
  const isPage = found && !hasTextBeside(found.corners, around.boxes ?? [], whole.width / pixels.width);
  const inside = isPage ? await findOrientation(await findLines(await previewOf(pixels, found))) : null;
  // A frame without a line of text is a portrait or a window, not the page.
  const outline = inside && inside.lines > 0 ? found : null;
  const orientation = outline && inside ? inside : await findOrientation(around);
  const flat = dewarp(pixels, outline, orientation);
  const image = await enlargeSmall(flat);
  return {
    ...image,
    isUnchanged: image.pixels === pixels,
    enlarged: ((pixels.enlarged ?? 1) * image.pixels.width) / flat.pixels.width,
    hasFillers: orientation.hasFillers,
    original: outline || image !== flat ? toLuma(pixels) : null,
  };
}
