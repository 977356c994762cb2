import { amountsIn, parseAmount } from '../../text/amounts.ts';
import type { Reading } from './agree.ts';
import type { Grid } from './grid.ts';

/** `written`: from a text layer, so that no letter is in doubt. */
export type Boxed = Reading & { written: boolean };

/** What the first lines of the boxes of that name are, where all of such a line was read. */
export function boxed(grid: Grid, name: string, read: (text: string) => string | null): Boxed[] {
  return grid.boxes(name).flatMap(({ lines: [first] }) => {
    const value = first && !first.torn ? read(first.text.trim()) : null;
    return first && value ? [{ value, score: first.score, written: first.printed }] : [];
  });
}

/** What all of them say; two values leave open which is meant. */
export const only = (values: string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

export const printedAmount = (text: string): string | null => parseAmount(text) ?? only(amountsIn(text));
