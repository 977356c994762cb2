import validator from 'card-validator';
import { checked, DIGIT } from '../values/value.ts';
import type { Row } from './rows.ts';

export type CardNumber = { number: string; network: string; confidence: number };

const GAP = '[ .-]{0,3}';
const GROUPS = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  [6, 10],
  [4, 3, 3, 3],
].map((sizes) => sizes.map((size) => `${DIGIT}{${size}}`).join(GAP));
const FORM = new RegExp(`(?<!\\w)(?:${GROUPS.join('|')}|\\d(?:[ -]{0,2}\\d){12,18})(?!\\w)`, 'g');

/** Numbers of cards in these rows: those that pass their check digit and begin as a network's numbers do. */
export function cardNumbers(rows: Row[]): CardNumber[] {
  const found = rows.flatMap(({ text, confidence }) =>
    formsIn(text).map((form) => ({ digits: checked(form, isCard), confidence })),
  );
  const right = found.filter(({ digits }) => digits?.proof === 'right');
  return right.map(({ digits, confidence }) => ({
    number: digits?.value ?? '',
    network: networkOf(digits?.value ?? '') ?? '',
    confidence,
  }));
}

const formsIn = (text: string) => [...text.matchAll(FORM)].map(([form]) => form);

const isCard = (digits: string) => networkOf(digits) !== null;

/** The interface's clients know these by their short names. */
const SHORT: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };

export function networkOf(digits: string): string | null {
  const { isValid, card } = validator.number(digits);
  return isValid && card && /[1-9]/.test(digits) ? (SHORT[card.type] ?? card.type) : null;
}
