import type { ReceiptReading, TextItem } from '../../reading.ts';
import { median } from '../../statistics.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { findReceiptDate } from './receiptDate.ts';
import { findShop } from './shop.ts';
import { findTotal, printedAmounts } from './receiptTotal.ts';

/** Width of the text in heights of its letters: the widest till prints 64 letters a line, a page of A4 is wider. */
const WIDEST = 36;
/** In lines and letters: a shorter text is a label of goods, a longer one a statement or prose. */
const LINES = { fewest: 5, most: 200, longest: 300 };
const AMOUNTS = { fewest: 2, most: 500 };
/** Where a time may look like an amount. */
const DATE = /\d{1,4}\s?[./-]\s?(?:\d{1,2}|\p{L}{3,9})\s?[./-]\s?\d{2,4}(?!\d)/u;
/** On a page, a line that begins with such a word. */
const TITLE = verboseRegExp('imu')`
  (?:^|\s\s)(?:(?:sales |cash |payment )?receipt|recibo|re[çc]u|quittung|kassenbon|kassabon
  |ricevuta|scontrino|kvitto|kvittering|cash bill)(?!\p{Ll})
`;

/** What is paid for work, and what of it is not: a payslip is no receipt. */
const PAY =
  /sal[áa]ri(?:os?|al)\b|sueldo|n[óo]mina\b|devengad|holerite|contracheque|\blohn|gehalt|payslip|salary|\bwages|salaire|stipendi/i;
const DEDUCTIONS = /descontos|dedu[cz]|abz[üu]ge|retenues|ritenute|trattenute/i;

/**
 * The date and the total of a receipt, found by what they are, in whatever language their labels are or without any; null if the
 * page is no receipt: a narrow column, or a page that says what it is, of lines that end with amounts, with a date or sums that add up.
 */
export function readReceipt(page: { text: string; items: TextItem[] }): ReceiptReading | null {
  const isTitled = TITLE.test(page.text);
  if ((!isNarrow(page.items) && !isTitled) || (PAY.test(page.text) && DEDUCTIONS.test(page.text))) return null;
  const isRecognised = page.items.some(({ confidence }) => confidence !== undefined);
  const lines = page.text.split('\n');
  if (lines.length < LINES.fewest || lines.length > LINES.most) return null;
  if (lines.some(({ length }) => length > LINES.longest)) return null;
  const amounts = printedAmounts(lines.map((line) => (DATE.test(line) ? '' : line)));
  if (amounts.filter(({ isAtEnd }) => isAtEnd).length < AMOUNTS.fewest || amounts.length > AMOUNTS.most) return null;
  const date = findReceiptDate(lines, isRecognised);
  const total = findTotal(amounts);
  if (!(date && (total || isTitled)) && !total?.isProven) return null;
  return { date, total: total && { value: total.value, score: total.score }, ...findShop(lines, isRecognised) };
}

/** Whether it may be printed by a till. */
function isNarrow(items: TextItem[]): boolean {
  const left = Math.min(...items.map(({ x }) => x));
  const right = Math.max(...items.map(({ x, width }) => x + width));
  return right - left <= WIDEST * (median(items.map(({ size }) => size)) ?? 0);
}
