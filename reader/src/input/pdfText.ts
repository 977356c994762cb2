import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** The text layer of a page: each text with its position, size and weight. */
export async function textItems(page: PDFPageProxy, { withWeight = true } = {}): Promise<TextItem[]> {
  const { items } = await page.getTextContent();
  const raw = items.filter((item) => 'str' in item && item.str.trim() !== '') as RawItem[];
  if (raw.length === 0) return [];
  // Loads the fonts; only their real names say which text is bold.
  if (withWeight) await page.getOperatorList();
  const { transform } = page.getViewport({ scale: 1 });
  return mergeDuplicates(
    raw.map((item) => asItem(item, transform, isBold(page, item.fontName))).filter((item) => item !== null),
  );
}

function asItem({ str, transform, width }: RawItem, view: number[], bold: boolean): TextItem | null {
  const [, slant = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(view, transform) as number[];
  const size = Math.hypot(c, d);
  // Text that runs at an angle is a watermark or a stamp.
  const isHorizontal = Math.abs(slant) < 0.05 * size;
  return isHorizontal && size > 0 ? { text: str, x, y, width, size, bold } : null;
}

function isBold(page: PDFPageProxy, fontName: string): boolean {
  if (!page.commonObjs.has(fontName)) return false;
  const font = page.commonObjs.get(fontName) as { name?: string; bold?: boolean; black?: boolean };
  return Boolean(font.bold || font.black || /bold|black|heavy|demi/i.test(font.name ?? ''));
}

/** Some programs print a text twice, slightly apart, to make it look bold. */
function mergeDuplicates(items: TextItem[]): TextItem[] {
  const kept: TextItem[] = [];
  for (const item of items) {
    const duplicate = kept.findLast((other) => isDuplicate(other, item));
    if (duplicate) duplicate.bold = true;
    else kept.push(item);
  }
  return kept;
}

const isDuplicate = (a: TextItem, b: TextItem) =>
  a.text === b.text && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
