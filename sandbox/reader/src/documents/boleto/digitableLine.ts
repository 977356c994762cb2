import { PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { checkDigitOf, remainderOfEleven } from '../values/documentNumbers.ts';

/** The digitable line (47 or 48 digits, for typing) and the bar code (44 digits) of a boleto say the same. */
export type BoletoCode = { line: string; barcode: string };

const D = PRINTED_DIGIT;
/** 00190.00009 01149.718601 68524.522114 6 75860000102656, whatever stands between its groups. */
const BANK_LINE = verboseRegExp('g')`
  (?<!\d)
  ${D}{5}[.,\s]{0,2}${D}{5}\s{0,4}
  ${D}{5}[.,\s]{0,2}${D}{6}\s{0,4}
  ${D}{5}[.,\s]{0,2}${D}{6}\s{0,4}
  ${D}\s{0,4}${D}{14}
  (?!\d)
`;
/** Taxes and bills of utilities: 82630000001-1 09880010070-2 02410202400-0 00020510451-9. */
const BILL_LINE = verboseRegExp('g')`
  (?<!\d)
  8(?:${D}{10}[\s-]{0,3}${D}\s{0,4})(?:${D}{11}[\s-]{0,3}${D}\s{0,4}){3}
  (?!\d)
`;

/** The one digitable line in a text whose check digits all agree; null if there is none or more than one. */
export function boletoCodeIn(text: string): BoletoCode | null {
  const found = [...text.matchAll(BANK_LINE), ...text.matchAll(BILL_LINE)].map(([printed]) =>
    boletoCodeOfLine((withDigits(printed) ?? '').replace(/\D/g, '')),
  );
  const slips = new Map(found.filter((slip) => slip !== null).map((slip) => [slip.line, slip]));
  return slips.size === 1 ? ([...slips.values()][0] ?? null) : null;
}

export function boletoCodeOfLine(line: string): BoletoCode | null {
  const barcode = line.length === 48 ? barcodeOfBill(line) : line.length === 47 ? barcodeOfBank(line) : null;
  return barcode && boletoCodeOfBarcode(barcode)?.line === line ? { line, barcode } : null;
}

/** The code with this bar code of 44 digits; null if its check digit is wrong. */
export function boletoCodeOfBarcode(barcode: string): BoletoCode | null {
  if (!/^\d{44}$/.test(barcode)) return null;
  const isBill = barcode.startsWith('8');
  const rest = barcode.slice(0, isBill ? 3 : 4) + barcode.slice(isBill ? 4 : 5);
  const check = isBill ? checkOfBill(barcode[2] ?? '', rest) : elevenOfBank(rest);
  if (check !== barcode[isBill ? 3 : 4]) return null;
  return { barcode, line: isBill ? lineOfBill(barcode) : lineOfBank(barcode) };
}

function barcodeOfBank(line: string): string {
  return line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
}

function lineOfBank(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + ten(field)).join('') + barcode.slice(4, 19);
}

const groups = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));

const barcodeOfBill = (line: string) =>
  groups(line, 12)
    .map((group) => group.slice(0, 11))
    .join('');

const lineOfBill = (barcode: string) =>
  groups(barcode, 11)
    .map((group) => group + checkOfBill(barcode[2] ?? '', group))
    .join('');

/** The third digit of a bill says how its check digits are made. */
const checkOfBill = (method: string, digits: string) =>
  method === '6' || method === '7' ? ten(digits) : checkDigitOf(digits);

function ten(digits: string): string {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return String((10 - (sum % 10)) % 10);
}

function elevenOfBank(digits: string): string {
  const check = 11 - remainderOfEleven(digits);
  return String(check > 9 ? 1 : check);
}

const DAY = 86_400_000;
const FIRST = Date.UTC(1997, 9, 7);
/** On 2025-02-22 the counting of days began at 1000 again. */
const CYCLE = 9000;

/** The amount in the bar code; null where it leaves the amount open. */
export function amountOf(barcode: string): string | null {
  const isBill = barcode.startsWith('8');
  if (isBill && !/^8.[68]/.test(barcode)) return null;
  const cents = Number(isBill ? barcode.slice(4, 15) : barcode.slice(9, 19));
  return cents === 0 ? null : (cents / 100).toFixed(2);
}

/** The two dates the due factor can mean, the older first: the factor repeats every 9000 days. */
export function dueDaysOf(barcode: string): string[] {
  const factor = barcode.startsWith('8') ? 0 : Number(barcode.slice(5, 9));
  return factor < 1000
    ? []
    : [factor, factor + CYCLE].map((days) => new Date(FIRST + days * DAY).toISOString().slice(0, 10));
}

/** The due date that other dates of the document are near to; null if that leaves it open. */
export function nearestDay(days: string[], others: string[]): string | null {
  const nearest = days.filter((day) =>
    others.some((other) => Math.abs(Date.parse(day) - Date.parse(other)) < (CYCLE / 3) * DAY),
  );
  return nearest.length === 1 ? (nearest[0] ?? null) : null;
}
