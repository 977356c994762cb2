import { two } from './dates.ts';
import type { Random } from './random.ts';

/** The sum of characters by their weights. Each counts as its code less that of 0: letters are more than 9. */
export const weighted = (text: string, weights: number[]): number =>
  [...text].reduce((sum, character, at) => sum + (character.charCodeAt(0) - 48) * (weights[at] ?? 0), 0);

/** The check digit that CPF, CNPJ and others compute from a weighted sum. */
export function elevens(text: string, weights: number[]): string {
  const rest = weighted(text, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

const fromRight = (text: string): number[] => [...text].map((_, at) => ((text.length - 1 - at) % 8) + 2);

/** From the right, by 2 to 9 and again: the remainder from which bar codes and access keys have their check digits. */
export const restFromRight = (text: string): number => weighted(text, fromRight(text)) % 11;

/** An access key: appends its check digit. */
export const withKeyCheck = (base: string): string => base + elevens(base, fromRight(base));

const down = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from - index);

export function cpf(random: Random): string {
  const base = random.digits(9);
  const first = base + elevens(base, down(10, 9));
  return first + elevens(first, down(11, 10));
}

export const cnpj = (random: Random): string => withCnpjChecks(`${random.digits(8)}000${random.whole(1, 3)}`);

export function withCnpjChecks(base: string): string {
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const first = base + elevens(base, weights);
  return first + elevens(first, [6, ...weights]);
}

export const asCpf = (digits: string): string => digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
export const asCnpj = (number: string): string => number.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');

/** An identity card number with São Paulo's check digit. */
export function identityNumber(random: Random): string {
  const base = `${random.whole(1, 5)}${random.digits(7)}`;
  return base + '0X987654321'.charAt(weighted(base, [2, 3, 4, 5, 6, 7, 8, 9]) % 11);
}

export const asIdentity = (number: string): string => number.replace(/(\d{2})(\d{3})(\d{3})([\dX])/, '$1.$2.$3-$4');

/** A driver's register number with its two check digits. */
export function driverNumber(random: Random): string {
  const base = random.digits(9);
  let first = weighted(base, down(9, 9)) % 11;
  const debt = first >= 10 ? 2 : 0;
  if (first >= 10) first = 0;
  const second = weighted(base, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  const last = second >= 10 ? 0 : (second - debt + 11) % 11;
  return `${base}${first}${last >= 10 ? 0 : last}`;
}

/** A CPF or a CNPJ as it is printed. */
export const asTaxNumber = (digits: string): string => (digits.length === 11 ? asCpf(digits) : asCnpj(digits));

/** Appends the digit that makes a card number pass the Luhn check. */
export function withLuhn(base: string): string {
  const doubled = [...base]
    .reverse()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit));
  return base + ((10 - (doubled.reduce((sum, digit) => sum + digit, 0) % 10)) % 10);
}

/** An IBAN: letters count from 10, and the remainder by 97 is 1. */
export function ibanOf(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((letter) => parseInt(letter, 36)).join('');
  return `${country}${two(98 - Number(BigInt(digits) % 97n))}${account}`;
}

/** 1234.5 as 1.234,50. */
export const amount = (value: number): string => amountIn(value, '1.234,56');

/** An amount as the sample of 1234.56 has it, which may be without a sign for thousands. */
export function amountIn(value: number, sample: string): string {
  const [, thousands = '', decimal = ''] = /^1(.?)234(.)56$/.exec(sample) ?? [];
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3}){1,9}(?!\d))/g, thousands)}${decimal}${cents}`;
}
