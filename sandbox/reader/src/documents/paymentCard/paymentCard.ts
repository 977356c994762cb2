import type { NamedField, TextItem } from '../../reading.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { mentionsAny } from '../classification/phrases.ts';
import { namedFields } from '../values/namedFields.ts';
import { type CardNumber, cardNumbers, textRowsOf, rowsOverSeveralLines } from './cardNumber.ts';
import { type DatedPlace, expiryFrom, monthsIn } from './expiryDate.ts';
import { textList } from '../../text/pattern.ts';
import { DOUBT_LEFT, onlyOne } from '../values/value.ts';

/**
 * How a payment card is read: the number must pass its check digit (Luhn) and begin as a network numbers its cards, in
 * the text of the page and in a second reading made for digits. Two readings that differ leave the field null. The
 * expiry is the latest month that no label calls a beginning.
 */
export const paymentCard: DocumentRules = {
  matches: showsPaymentCard,
  readFields: readPaymentCard,
};

/** A card has few words; a page with more only mentions a card. */
const MOST_WORDS = 60;

const WORDS = textList(`
  VALID THRU | GOOD THRU | VÁLIDO ATÉ | EXPIRES END | MASTERCARD | HIPERCARD | AMERICAN EXPRESS | DINERS CLUB |
  DISCOVER | CRÉDITO | DÉBITO | CREDIT | DEBIT
`);
const SHORT_WORDS = /\b(?:visa|elo)\b/i;

/** A number, and a month or a phrase of cards beside it. If the request names the type, the number is enough. */
async function showsPaymentCard(page: PageContent, requested: boolean): Promise<boolean> {
  if (requested) return (await findCard(page)) !== null;
  if (page.text.split(/\s+/).length > MOST_WORDS) return false;
  const speaks = monthsIn(textRowsOf(page.items)).length > 0 || hasWords(page);
  return speaks && (numbersIn(page.items).length > 0 || (hasGroups(page.text) && (await findCard(page)) !== null));
}

const hasWords = ({ text, letters }: PageContent) => SHORT_WORDS.test(text) || mentionsAny(letters, WORDS);

/** Groups of characters that may be a badly read number. */
const hasGroups = (text: string) =>
  (text.match(/\b\w{4}\b/g)?.filter((group) => /\d{2}/.test(group)).length ?? 0) >= 2 || /\d{6}/.test(text);

/** `number` is null if two readings of it differ. */
type Card = { number: CardNumber | null; expiry: DatedPlace | null };

/**
 * The card on a page; null if there is no number. Read twice, as words and for the sake of the digits: two numbers that
 * differ say that one is wrong.
 */
async function findCard(page: PageContent): Promise<Card | null> {
  const readings = [page.items, await page.digitItems((items) => numbersIn(items).length > 0)];
  const numbers = readings.flatMap((items) => numbersIn(items).slice(0, 1));
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => b.confidence - a.confidence);
  const months = readings.map((items) => monthsIn(textRowsOf(items)));
  return { number: onlyOne(sorted, ({ number }) => number), expiry: expiryFrom(months, page.items) };
}

/** In one row, else in several. */
const numbersIn = (items: TextItem[]): CardNumber[] =>
  cardNumbers([...textRowsOf(items), ...rowsOverSeveralLines(items)]);

const PAIRING_SCORE = 0.99;

async function readPaymentCard(page: PageContent): Promise<NamedField[]> {
  const { number, expiry } = (await findCard(page)) ?? { number: null, expiry: null };
  const proven = number && PAIRING_SCORE * (1 - DOUBT_LEFT * (1 - number.confidence));
  const score = expiry && PAIRING_SCORE * expiry.confidence;
  const fields = namedFields({
    number: number && { value: number.number, score: proven },
    network: number && { value: number.network, score: proven },
    expiry_month: expiry && { value: expiry.month, score },
    expiry_year: expiry && { value: expiry.year, score },
  });
  return fields.map((field) => ({ ...field, stdName: field.name }));
}
