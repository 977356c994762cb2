import type { TextItem } from '../../reading.ts';
import type { PageText } from '../kind.ts';
import { expiryFrom, monthsIn, type Expiry } from './expiry.ts';
import { cardNumbers, type CardNumber } from './number.ts';
import { rowsOf } from './rows.ts';
import { stackedRows } from './stacks.ts';

/** A card: its number if all readings of it agree, its expiry if one has it. */
export type Card = { number: CardNumber | null; expiry: Expiry | null };

const cards = new WeakMap<PageText, Promise<Card | null>>();

/** The card on a page, looked for once; null if there is no number. */
export function findCard(page: PageText): Promise<Card | null> {
  const known = cards.get(page);
  if (known) return known;
  const found = look(page);
  cards.set(page, found);
  return found;
}

/** Read twice: as words, and for the sake of the digits. Two numbers that differ say that one is wrong. */
async function look(page: PageText): Promise<Card | null> {
  const looked = await page.look.digits((items) => numbersIn(items).length > 0);
  const readings = [page.items, looked];
  const numbers = readings.flatMap((items) => numbersIn(items).slice(0, 1));
  if (numbers.length === 0) return null;
  const agreed = new Set(numbers.map(({ number }) => number)).size === 1;
  const [number = null] = numbers.toSorted((a, b) => b.confidence - a.confidence);
  return {
    number: agreed ? number : null,
    expiry: expiryFrom(
      readings.map((items) => monthsIn(rowsOf(items))),
      page.items,
    ),
  };
}

/** In one row, else in several. */
export const numbersIn = (items: TextItem[]): CardNumber[] => cardNumbers([...rowsOf(items), ...stackedRows(items)]);
