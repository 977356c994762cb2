import type { TextItem } from '../../reading/document.ts';

/** Pieces on one baseline as one text, from left to right. */
export type Row = { text: string; confidence: number };

const GROUPS = /^\W*\d{4}(?:\s+\d{4})?\W*$/;
const GROUPS_OF_CARD = 4;

type Cluster = { y: number; size: number; items: TextItem[] };

/** Rows of a card; its groups of digits stand wide apart, or one over the other. */
export function rowsOf(items: TextItem[]): Row[] {
  const clusters: Cluster[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const cluster = clusters.findLast(({ y, size }) => Math.abs(item.y - y) <= 0.5 * Math.max(size, item.size));
    if (cluster) cluster.items.push(item);
    else clusters.push({ y: item.y, size: item.size, items: [item] });
  }
  const rows = clusters.map(({ items: own }) => asRow(own.toSorted((a, b) => a.x - b.x)));
  return [...rows, ...stacked(items)];
}

function asRow(items: { text: string; confidence?: number }[]): Row {
  const letters = items.reduce((sum, { text }) => sum + text.length, 0);
  const confidence = items.reduce((sum, item) => sum + (item.confidence ?? 1) * item.text.length, 0) / Math.max(1, letters);
  return { text: items.map(({ text }) => text.trim()).join(' '), confidence };
}

/** Four groups of four digits in two lines or in four, one right under the other: groups in another order would pass the check digit too. */
function stacked(items: TextItem[]): Row[] {
  const lines = items.filter(({ text }) => GROUPS.test(text)).toSorted((a, b) => a.y - b.y);
  const stacks = [2, 4].flatMap((count) => lines.map((_, at) => lines.slice(at, at + count)));
  return stacks.filter(isStack).map(asRow).filter(({ text }) => text.match(/\d{4}/g)?.length === GROUPS_OF_CARD);
}

const isStack = (lines: TextItem[]) =>
  lines.slice(1).every((line, index) => {
    const above = lines[index] as TextItem;
    return Math.abs(line.x - above.x) <= line.size && line.y - above.y >= 0.8 * line.size && line.y - above.y <= 3 * line.size;
  });
