import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { checkDigitOf } from '../../text/taxNumbers.ts';
import { onlyOne, onlyValue } from '../values/value.ts';

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
  const found = [...text.matchAll(BANK_LINE), ...text.matchAll(BILL_LINE)].flatMap(
    ([printed]) => boletoCodeOfLine((withDigits(printed) ?? '').replace(/\D/g, '')) ?? [],
  );
  return onlyCode(found);
}

export const onlyCode = (codes: BoletoCode[]): BoletoCode | null => onlyOne(codes, ({ line }) => line);

export function boletoCodeOfLine(line: string): BoletoCode | null {
  const code = boletoCodeOfBarcode(line.length === 48 ? line.replace(/(.{11})./g, '$1') : barcodeOfBank(line));
  return code?.line === line ? code : null;
}

/** The code with this bar code of 44 digits; null if its check digit is wrong. */
export function boletoCodeOfBarcode(barcode: string): BoletoCode | null {
  if (!/^\d{44}$/.test(barcode)) return null;
  const line = isBill(barcode) ? lineOfBill(barcode) : lineOfBank(barcode);
  return isValidBoleto(line) ? { barcode, line } : null;
}

/** Bills of utilities and taxes have no bank. */
export const isBill = (barcode: string) => barcode.startsWith('8');

const barcodeOfBank = (line: string) =>
  line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

function lineOfBank(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + ten(field)).join('') + barcode.slice(4, 19);
}

/** The third digit of a bill says how its check digits are made. */
const lineOfBill = (barcode: string) =>
  barcode.replace(/.{11}/g, (group) => group + (/[67]/.test(barcode[2] ?? '') ? ten(group) : checkDigitOf(group)));

function ten(digits: string): string {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return String((10 - (sum % 10)) % 10);
}

const DAY = 86_400_000;
const FIRST = Date.UTC(1997, 9, 7);
/** On 2025-02-22 the counting of days began at 1000 again. */
const CYCLE = 9000;

/** The amount in the code; null where it leaves the amount open. */
export function amountOf({ line }: BoletoCode): string | null {
  const { amount = 0, hasEffectiveValue = true } = getBoletoInfo(line) ?? {};
  return hasEffectiveValue && amount > 0 ? (amount / 100).toFixed(2) : null;
}

/** The two dates the due factor can mean, the older first: the factor repeats every 9000 days. */
export function dueDaysOf(barcode: string): string[] {
  const factor = isBill(barcode) ? 0 : Number(barcode.slice(5, 9));
  return factor < 1000
    ? []
    : [factor, factor + CYCLE].map((days) => new Date(FIRST + days * DAY).toISOString().slice(0, 10));
}

/** The due date that other dates of the document are near to; null if that leaves it open. */
export function nearestDay(days: string[], others: string[]): string | null {
  const isNear = (day: string, other: string) => Math.abs(Date.parse(day) - Date.parse(other)) < (CYCLE / 3) * DAY;
  return onlyValue(days.filter((day) => others.some((other) => isNear(day, other))));
}
