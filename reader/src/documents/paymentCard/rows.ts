import type { TextItem } from '../../reading.ts';

/** Pieces on one baseline as one text, from left to right, and where each of its letters stands. */
export type Row = { text: string; confidence: number; places: number[]; y: number; size: number };

/**
 * Rows of a card, and its number where that stands in several of them; its groups of digits stand wide apart, or one
 * over the other.
 */
export function rowsOf(items: TextItem[]): Row[] {
  const clusters: { y: number; size: number; items: TextItem[] }[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const cluster = clusters.findLast(({ y, size }) => Math.abs(item.y - y) <= 0.5 * Math.max(size, item.size));
    if (cluster) cluster.items.push(item);
    else clusters.push({ y: item.y, size: item.size, items: [item] });
  }
  return clusters.map(({ items: own }) => asRow(own.toSorted((a, b) => a.x - b.x)));
}

/** These pieces after one another. */
export function asRow(items: TextItem[]): Row {
  const letters = items.reduce((sum, { text }) => sum + text.length, 0);
  const confidence =
    items.reduce((sum, item) => sum + (item.confidence ?? 1) * item.text.length, 0) / Math.max(1, letters);
  const [first] = items as [TextItem];
  // The blank that joins two pieces stands where the first one ends.
  const places = items.flatMap(({ text, x, width }) => [
    ...Array.from(text.trim(), (_, index) => x + (width * index) / text.trim().length),
    x + width,
  ]);
  return { text: items.map(({ text }) => text.trim()).join(' '), confidence, places, y: first.y, size: first.size };
}
