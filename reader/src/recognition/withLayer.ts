import type { TextItem } from '../reading.ts';

/** What is written in a text layer stands as it is; what was recognised is added where the layer has nothing. */
export function withLayer(recognised: TextItem[], layer: TextItem[]): TextItem[] {
  return [...layer, ...recognised.filter((item) => !layer.some((written) => isOver(written, item)))];
}

function isOver(a: TextItem, b: TextItem): boolean {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const apart = Math.abs(a.y - a.size / 2 - (b.y - b.size / 2));
  return shared > Math.min(a.width, b.width) / 2 && apart < (a.size + b.size) / 4;
}
