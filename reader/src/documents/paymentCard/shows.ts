import type { PageText } from '../kind.ts';
import { mentions } from '../words/likeness.ts';
import { plain } from '../words/plain.ts';
import { monthsIn } from './expiry.ts';
import { findCard, numbersIn } from './find.ts';
import { rowsOf } from './rows.ts';

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
    phrase.length < 5 ? new RegExp(`\\b${phrase}\\b`, 'i').test(text) : mentions(plain(text), phrase),
  );

/** What may be a badly read number is worth a closer look. */
const hasGroups = (text: string) =>
  (text.match(/\b\w{4}\b/g)?.filter((group) => /\d{2}/.test(group)).length ?? 0) >= 2 || /\d{6}/.test(text);
