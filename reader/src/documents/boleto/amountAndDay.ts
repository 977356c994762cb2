const DAY = 86_400_000;
const FIRST = Date.UTC(1997, 9, 7);
/** On 2025-02-22 the counting of days began at 1000 again. */
const CYCLE = 9000;

/** What the numbers of a bank slip say of its amount; null where they leave it open. */
export function amountOf(barcode: string): string | null {
  const isBill = barcode.startsWith('8');
  if (isBill && !/^8.[68]/.test(barcode)) return null;
  const cents = Number(isBill ? barcode.slice(4, 15) : barcode.slice(9, 19));
  return cents === 0 ? null : (cents / 100).toFixed(2);
}

/** The days a slip may be due on, the older first: its factor comes round every 9000 days. */
export function dueDaysOf(barcode: string): string[] {
  const factor = barcode.startsWith('8') ? 0 : Number(barcode.slice(5, 9));
  return factor < 1000
    ? []
    : [factor, factor + CYCLE].map((days) => new Date(FIRST + days * DAY).toISOString().slice(0, 10));
}

/** Which of the days is meant: the one that other dates of the document are near to. */
export function nearestDay(days: string[], others: string[]): string | null {
  const nearest = days.filter((day) =>
    others.some((other) => Math.abs(Date.parse(day) - Date.parse(other)) < (CYCLE / 3) * DAY),
  );
  return nearest.length === 1 ? (nearest[0] ?? null) : null;
}
