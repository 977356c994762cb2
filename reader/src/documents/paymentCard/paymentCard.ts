import type { NamedField, TextItem } from '../../reading.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { mentions } from '../classification/phrases.ts';
import type { Kind, PageText } from '../kind.ts';
import { round } from '../present.ts';
import { type CardNumber, cardNumbers, rowsOf, stackedRows } from './cardNumber.ts';
import { type Expiry, expiryFrom, monthsIn } from './expiryDate.ts';

/** A bank's card, by a number that passes its check digit. */
export const paymentCard: Kind = {
  id: 'cartao-pagamento',
  type: 'cartao-pagamento',
  stdType: 'payment-card',
  country: null,
  shows: showsCard,
  read: readPaymentCard,
};

/** A card has few words; a paper with more only writes about one. */
const MOST_WORDS = 60;

const WORDS = [
  'VALID THRU',
  'GOOD THRU',
  'VÁLIDO ATÉ',
  'EXPIRES END',
  'MASTERCARD',
  'VISA',
  'HIPERCARD',
  'AMERICAN EXPRESS',
  'DINERS CLUB',
  'DISCOVER',
  'CRÉDITO',
  'DÉBITO',
  'CREDIT',
  'DEBIT',
  'ELO',
];

/** A number with a month or a word of cards beside it; asked for, the number alone. */
export async function showsCard(page: PageText, asked: boolean): Promise<boolean> {
  if (asked) return (await findCard(page)) !== null;
  if (page.text.split(/\s+/).length > MOST_WORDS) return false;
  const speaks = monthsIn(rowsOf(page.items)).length > 0 || hasWords(page.text);
  return speaks && (numbersIn(page.items).length > 0 || (hasGroups(page.text) && (await findCard(page)) !== null));
}

const hasWords = (text: string) =>
  WORDS.some((phrase) =>
    phrase.length < 5 ? new RegExp(`\\b${phrase}\\b`, 'i').test(text) : mentions(lookAlikeKey(text), phrase),
  );

/** What may be a badly read number is worth a closer look. */
const hasGroups = (text: string) =>
  (text.match(/\b\w{4}\b/g)?.filter((group) => /\d{2}/.test(group)).length ?? 0) >= 2 || /\d{6}/.test(text);

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
  const looked = await page.recognition.digits((items) => numbersIn(items).length > 0);
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

/** A check digit leaves this much of the doubt about the number. */
const DOUBT_LEFT = 0.2;
const SURE = 0.99;

export async function readPaymentCard(page: PageText): Promise<NamedField[]> {
  const { number, expiry } = (await findCard(page)) ?? { number: null, expiry: null };
  const checked = number && SURE * (1 - DOUBT_LEFT * (1 - number.confidence));
  const seen = expiry && SURE * expiry.confidence;
  return [
    field('number', number?.number, checked),
    field('network', number?.network, checked),
    field('expiry_month', expiry?.month, seen),
    field('expiry_year', expiry?.year, seen),
  ];
}

const field = (name: string, value: string | undefined, score: number | null): NamedField => ({
  name,
  stdName: name,
  value: value ?? null,
  score: value === undefined || score === null ? null : round(score),
});
