import type { Random } from './random.ts';

const sumOf = (digits: string, weights: number[]): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (weights[index] ?? 0), 0);

/** The check digit that CPF, CNPJ and others compute from a weighted sum. */
function eleven(digits: string, weights: number[]): string {
  const rest = sumOf(digits, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

const down = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from - index);

export function cpf(random: Random): string {
  const base = random.digits(9);
  const first = base + eleven(base, down(10, 9));
  return first + eleven(first, down(11, 10));
}

export function cnpj(random: Random): string {
  const base = `${random.digits(8)}000${random.whole(1, 3)}`;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const first = base + eleven(base, weights);
  return first + eleven(first, [6, ...weights]);
}

export const asCpf = (digits: string): string => digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
export const asCnpj = (digits: string): string =>
  digits.replace(/(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})/, '$1.$2.$3/$4-$5');

/** An identity card number with São Paulo's check digit. */
export function identityNumber(random: Random): string {
  const base = `${random.whole(1, 5)}${random.digits(7)}`;
  const rest = sumOf(base, [2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  const check = rest === 0 ? 0 : 11 - rest;
  return base + (check === 10 ? 'X' : String(check));
}

export const asIdentity = (number: string): string => number.replace(/(\d{2})(\d{3})(\d{3})([\dX])/, '$1.$2.$3-$4');

/** A driver's register number with its two check digits. */
export function driverNumber(random: Random): string {
  const base = random.digits(9);
  let first = sumOf(base, down(9, 9)) % 11;
  const debt = first >= 10 ? 2 : 0;
  if (first >= 10) first = 0;
  const second = sumOf(base, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  const last = second >= 10 ? 0 : (second - debt + 11) % 11;
  return `${base}${first}${last >= 10 ? 0 : last}`;
}

/** A CPF or a CNPJ as it is printed. */
export const asTaxNumber = (digits: string): string => (digits.length === 11 ? asCpf(digits) : asCnpj(digits));

/** Appends the digit that makes a card number pass the Luhn check. */
export function withLuhn(base: string): string {
  const weighted = [...base]
    .reverse()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit));
  return base + ((10 - (weighted.reduce((sum, digit) => sum + digit, 0) % 10)) % 10);
}

/** 1234.5 as 1.234,50. */
export function amount(value: number): string {
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3}){1,9}(?!\d))/g, '.')},${cents}`;
}
