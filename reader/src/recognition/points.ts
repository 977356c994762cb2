import type { PageImage, TextItem } from '../reading.ts';

const USUAL_SIZE = 10;

/**
 * A picture does not say how large its page is: most of its text is taken to be printed in 10 points, as in other
 * documents.
 */
export function inPoints(sheet: PageImage, items: TextItem[]): { sheet: PageImage; items: TextItem[] } {
  const factor = USUAL_SIZE / usualSize(items);
  return { sheet: { ...sheet, scale: sheet.scale / factor }, items: items.map((item) => scaled(item, factor)) };
}

/** The item in other units. */
export function scaled(item: TextItem, by: number): TextItem {
  return { ...item, x: item.x * by, y: item.y * by, width: item.width * by, size: item.size * by };
}

/** The size that half of the letters have at most. */
function usualSize(items: TextItem[]): number {
  const half = items.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let passed = 0;
  return (
    items.toSorted((a, b) => a.size - b.size).find(({ text }) => (passed += text.length) >= half)?.size ?? USUAL_SIZE
  );
}
