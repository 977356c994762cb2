import type { ReceiptReading, TextItem } from '../../reading.ts';
import { median } from '../../statistics.ts';
import { findReceiptDate } from './receiptDate.ts';
import { findTotal, printedAmounts } from './receiptTotal.ts';

/** Width of the text in heights of its letters: the widest till prints 64 letters a line, a page of A4 is wider. */
const WIDEST = 36;
/** In lines: a shorter text is a label of goods, a longer one a statement. */
const LINES = { fewest: 5, most: 200 };
const FEWEST_AMOUNTS = 2;
/** On a page, a line that begins with such a word. */
const TITLE =
  /(?:^|\s\s)(?:(?:sales |cash |payment )?receipt|recibo|re[çc]u|quittung|kassenbon|kassabon|ricevuta|scontrino|kvitto|kvittering|cash bill)(?!\p{Ll})/imu;

/**
 * The date and the total of a receipt, found by what they are, in whatever language their labels are or without any; null if the
 * page is no receipt: a narrow column, or a page that says what it is, of lines that end with amounts, with a date or sums that add up.
 */
export function readReceipt(page: { text: string; items: TextItem[] }): ReceiptReading | null {
  if (!isNarrow(page.items) && !TITLE.test(page.text)) return null;
  const isRecognised = page.items.some(({ confidence }) => confidence !== undefined);
  const lines = page.text.split('\n');
  if (lines.length < LINES.fewest || lines.length > LINES.most) return null;
  const amounts = printedAmounts(lines);
  if (amounts.filter(({ isAtEnd }) => isAtEnd).length < FEWEST_AMOUNTS) return null;
  const date = findReceiptDate(lines, isRecognised);
  const total = findTotal(amounts);
  return date || total?.isProven ? { date, total: total && { value: total.value, score: total.score } } : null;
}

function isNarrow(items: TextItem[]): boolean {
  const left = Math.min(...items.map(({ x }) => x));
  const right = Math.max(...items.map(({ x, width }) => x + width));
  return right - left <= WIDEST * (median(items.map(({ size }) => size)) ?? 0);
}
