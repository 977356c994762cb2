import type { Row } from './rows.ts';

export type Expiry = { month: string; year: string; confidence: number };

const FORM = /(?<![\d/])(0[1-9]|1[0-2])\s?\/\s?(20\d{2}|\d{2})(?![\d/])/g;

/** The later of two months: cards that print when they begin print that first. */
export function expiryIn(rows: Row[]): Expiry | null {
  const found = rows.flatMap(({ text, confidence }) => [...text.matchAll(FORM)].map(([, month = '', year = '']) => ({ month, year: year.padStart(4, '20'), confidence })));
  return found.toSorted((a, b) => `${a.year}${a.month}`.localeCompare(`${b.year}${b.month}`)).at(-1) ?? null;
}
