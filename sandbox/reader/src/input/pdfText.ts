import { Util, type PageViewport, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';
import { filledIn } from './pdfForm.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** Of more texts, the first are read: a page of the smallest print has some thousands. */
const MOST_ITEMS = 20_000;

/** `rotation`: of the page in degrees, so that most of its text is upright. */
type TextLayer = { items: TextItem[]; isCut: boolean; viewport: PageViewport; rotation: number };

/** The text layer of a page, with what was filled into its forms: each text with its position, size and weight. */
export async function textLayer(
  page: PDFPageProxy,
  { withWeight, hasForms }: { withWeight: boolean; hasForms: boolean },
): Promise<TextLayer> {
  const { items } = await page.getTextContent();
  const all = items.filter((item) => 'str' in item && item.str.trim() !== '') as RawItem[];
  const raw = all.slice(0, MOST_ITEMS);
  // Loads the fonts, a fifth of the work of a small PDF; only their real names say which text is bold.
  if (withWeight && raw.length > 0) await page.getOperatorList();
  const rotation = uprightRotation(raw, page);
  const viewport = page.getViewport({ scale: 1, rotation });
  const placed = raw.map((item) => asItem(item, viewport.transform, isBold(page, item.fontName)));
  const printed = mergeDuplicates(placed.filter((item) => item !== null));
  const filled = hasForms ? await filledIn(page, viewport, printed) : [];
  return { items: [...printed, ...filled], isCut: all.length > MOST_ITEMS, viewport, rotation };
}

/** The rotation of the page itself, unless most letters run in another direction: down a page, as wide tables do. */
function uprightRotation(items: RawItem[], page: PDFPageProxy): number {
  const view = page.getViewport({ scale: 1 }).transform;
  const letters = [0, 0, 0, 0];
  for (const { str, transform } of items) {
    const [a = 1, b = 0] = Util.transform(view, transform) as number[];
    const quarter = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    letters[quarter] = (letters[quarter] ?? 0) + str.length;
  }
  const most = letters.indexOf(Math.max(...letters));
  return (page.rotate - 90 * most + 360) % 360;
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
