import type { CropReading, Sheet, TextItem } from '../document.ts';
import { cropCodes, type Code } from '../sheet/codes.ts';

/** What is known of the page when its crops are looked for. */
export type Known = { items: TextItem[]; codes: Code[]; kind: string | null };

/** Photo, signature and bar codes of a page, only where they were found. */
export async function findCrops({ pixels }: Sheet, { codes }: Known): Promise<CropReading[]> {
  const values = await cropCodes(pixels, codes);
  return values.map((value) => ({ name: 'codigo_barras', stdName: 'barcode', value }));
}
