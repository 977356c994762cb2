import { UNPROVEN, type NamedField } from '../../reading.ts';
import { printedAmounts } from '../receipt/receiptTotal.ts';

const AMOUNT = /^-?\d+\.\d{2}$/;
/** How many amounts before and behind a sum may belong to it. */
const [MOST_ITEMS, NEIGHBOURS] = [40, 3];

/**
 * The fields of a recognised page, its amounts scored by whether they add up: a misread digit shows in no check digit,
 * but in a sum. An amount is proven by a sum of amounts printed next to it, or where it is printed twice.
 */
export function withCheckedAmounts(fields: NamedField[], text: string): NamedField[] {
  const proven = provenAmounts(centsIn(text));
  return fields.map((field) => {
    const { value, score } = field;
    if (value === null || score === null) return field;
    const amount = AMOUNT.test(value) ? value : withLostPoint(value, text);
    const isSure = amount === null || (amount === value && proven.has(centsOf(value)));
    return isSure ? field : { ...field, value: amount, score: Math.min(score, UNPROVEN) };
  });
}

/** `13 63` as an amount if a sum needs it there; else null. */
function withLostPoint(value: string, text: string): string | null {
  const amount = value.replace(/^(-?\d{1,6}) (\d{2})$/, '$1.$2');
  const isNeeded = amount !== value && provenAmounts(centsIn(text.replace(value, amount))).has(centsOf(amount));
  return isNeeded ? amount : null;
}

const centsOf = (amount: string) => Math.abs(Number(amount.replace('.', '')));

const centsIn = (text: string): number[] => printedAmounts(text.split('\n')).map(({ cents }) => cents);

/** Without their sign, which may have been lost. */
function provenAmounts(amounts: number[]): Set<number> {
  const proven = new Set<number>();
  const add = (...cents: number[]) => cents.forEach((value) => proven.add(Math.abs(value)));
  amounts.forEach((amount, at) => {
    if (amount === 0) return;
    if (amounts.indexOf(amount) !== at) add(amount);
    // The items above their total.
    for (let first = at - 1, sum = 0; first >= 0 && at - first <= MOST_ITEMS; first--) {
      sum += amounts[first] as number;
      if (sum === amount && at - first > 1) add(amount, ...amounts.slice(first, at));
    }
    // Net amount, tax and total, in any order.
    const near = amounts.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).filter((other) => other !== 0);
    for (const one of near)
      for (const other of near) if (one !== other && one + other === amount) add(amount, one, other);
  });
  return proven;
}
