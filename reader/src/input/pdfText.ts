import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** Of more texts, the first are read: a page of the smallest print has some thousands. */
const MOST_ITEMS = 20_000;

/** The text layer of a page: each text with its position, size and weight. */
export async function textItems(
  page: PDFPageProxy,
  { withWeight = true } = {},
): Promise<{ items: TextItem[]; isCut: boolean }> {
  const { items } = await page.getTextContent();
  const all = items.filter((item) => 'str' in item && item.str.trim() !== '') as RawItem[];
  if (all.length === 0) return { items: [], isCut: false };
  const raw = all.slice(0, MOST_ITEMS);
  // Loads the fonts; only their real names say which text is bold.
  if (withWeight) await page.getOperatorList();
  const { transform } = page.getViewport({ scale: 1 });
  const placed = raw.map((item) => asItem(item, transform, isBold(page, item.fontName)));
  return { items: mergeDuplicates(placed.filter((item) => item !== null)), isCut: all.length > MOST_ITEMS };
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
  const kept = new Map<string, TextItem[]>();
  return items.filter((item) => {
    const same = kept.get(item.text) ?? [];
    const duplicate = same.findLast((other) => isNear(other, item));
    if (duplicate) duplicate.bold = true;
    else if (same.push(item) === 1) kept.set(item.text, same);
    return !duplicate;
  });
}

const isNear = (a: TextItem, b: TextItem) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
