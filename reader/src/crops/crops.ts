import type { Box, CropReading, PageImage, TextItem } from '../reading.ts';
import { cropCodes, type Code } from '../codes/codes.ts';
import { scaled } from './box.ts';
import { findPhotos } from './photos.ts';
import { cutOut, shrinkPage } from './raster.ts';
import { findSignature } from './signature.ts';

/** What is known of the page when its crops are looked for. */
export type Known = { items: TextItem[]; codes: Code[]; kind: string | null };

/** Photos and signatures are looked for in a page of this size and cut out of the whole one. */
const LONGEST = 1600;

/** Photo, signature and bar codes of a page, only where they were found. */
export async function findCrops({ pixels, scale }: PageImage, { items, codes, kind }: Known): Promise<CropReading[]> {
  const page = await shrinkPage(pixels, LONGEST);
  const factor = page.width / pixels.width;
  const photos = await findPhotos(page, kind);
  const others = [...photos, ...codes.map(({ box }) => scaled(box, factor))];
  const signature = await findSignature(page, items, scale * factor, others);
  const cut = async (name: string, stdName: string, box: Box) => ({
    name,
    stdName,
    value: await cutOut(pixels, scaled(box, 1 / factor)),
  });
  return Promise.all([
    ...photos.map((box) => cut('foto', 'photo', box)),
    ...(signature ? [cut('assinatura', 'signature', signature)] : []),
    ...(await cropCodes(pixels, codes)).map((value) => ({ name: 'codigo_barras', stdName: 'barcode', value })),
  ]);
}
