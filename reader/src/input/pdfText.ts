import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** The text layer of a page: what is written, where, how large and whether bold. */
export async function textItems(page: PDFPageProxy): Promise<TextItem[]> {
  const { items } = await page.getTextContent();
  const raw = items.filter((item) => 'str' in item && item.str.trim() !== '') as RawItem[];
  if (raw.length === 0) return [];
  // Only now do the real font names become known, and only they say what is bold.
  await page.getOperatorList();
  const { transform } = page.getViewport({ scale: 1 });
  return withoutRepeats(
    raw.map((item) => asItem(item, transform, isBold(page, item.fontName))).filter((item) => item !== null),
  );
}

function asItem({ str, transform, width }: RawItem, view: number[], bold: boolean): TextItem | null {
  const [, slant = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(view, transform) as number[];
  const size = Math.hypot(c, d);
  const upright = Math.abs(slant) < 0.05 * size;
  return upright && size > 0 ? { text: str, x, y, width, size, bold } : null;
}

function isBold(page: PDFPageProxy, fontName: string): boolean {
  if (!page.commonObjs.has(fontName)) return false;
  const font = page.commonObjs.get(fontName) as { name?: string; bold?: boolean; black?: boolean };
  return Boolean(font.bold || font.black || /bold|black|heavy|demi/i.test(font.name ?? ''));
}

/** Some writers print a text twice, a hair apart, to make it look bold. */
function withoutRepeats(items: TextItem[]): TextItem[] {
  const kept: TextItem[] = [];
  for (const item of items) {
    const twin = kept.findLast((other) => isTwin(other, item));
    if (twin) twin.bold = true;
    else kept.push(item);
  }
  return kept;
}

const isTwin = (a: TextItem, b: TextItem) => a.text === b.text && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
