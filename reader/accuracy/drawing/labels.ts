import type { Paper, Print } from './paper.ts';

export type Labelling = { label: Print; value: Print; gap?: number };

/** A label above its value. */
export function stacked(paper: Paper, x: number, y: number, label: string, value: string, style: Labelling): void {
  paper.text(x, y, label, style.label);
  paper.text(x, y + (style.gap ?? (style.label.size ?? 6) * 1.15), value, style.value);
}

/** A label and its value on one line: the value after the label, or at a column of its own. */
export function beside(
  paper: Paper,
  x: number,
  y: number,
  label: string,
  value: string,
  style: Labelling & { column?: number },
): void {
  const lower = ((style.value.size ?? 9) - (style.label.size ?? 9)) * 0.75;
  paper.text(x, y + Math.max(0, lower), label, style.label);
  paper.text(style.column ?? x + paper.measure(label, style.label) + 4, y + Math.max(0, -lower), value, style.value);
}

/** A frame with the label in its corner and the value under it. */
export function boxed(
  paper: Paper,
  area: { x: number; y: number; width: number; height: number },
  label: string,
  value: string,
  style: Labelling,
): void {
  const { x, y, width, height } = area;
  paper.frame(x, y, width, height, { line: 0.5 });
  const right = style.value.align === 'right';
  paper.text(x + 2.5, y + 2, label, style.label);
  paper.text(right ? x + width - 3 : x + 3, y + height - (style.value.size ?? 9) - 1.5, value, style.value);
}
