import type { NamedField, PageReading } from '../../reading.ts';
import { dateOrderOf, parseDate } from '../../text/dates.ts';
import { ibansIn, parseIban } from '../../text/iban.ts';
import { identifier } from '../../text/naming.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { onlyValue } from '../values/value.ts';
import { vatNumbersIn } from './vatNumbers.ts';

/**
 * What invoices and receipts of any country print without a label of its own: IBAN and VAT number, proven by their
 * check digits, and the number and date behind the title. They are added to the printed labels of a page of unknown type; of
 * two different ones nobody knows which is whose, so none is given.
 */
export function withInvoiceFields(fields: NamedField[], page: PageReading): NamedField[] {
  const { text, source } = page;
  if (!TITLE.test(text)) return fields;
  const recognised = source === 'ocr';
  const checked = recognised ? fields.map(withCheckedIban) : fields;
  const printed = new Set(checked.map(({ value }) => compact(value ?? '')));
  const proven = recognised ? SCORES.provenInPicture : SCORES.proven;
  const own = new Set(checked.flatMap(({ name, value }) => (value ? [name] : [])));
  const found = [
    { name: 'iban', value: onlyValue(ibansIn(text)), score: proven },
    { name: 'vat_number', value: onlyValue(vatNumbersIn(text, { isExact: !recognised })), score: proven },
    { name: 'bic', value: onlyValue(bicsIn(text)), score: recognised ? SCORES.guessed : SCORES.behindTitle },
    { name: 'seller', value: sellerOn(page, own), score: SCORES.guessed },
    { name: 'invoice_number', value: recognised ? null : numberBehindTitle(text), score: SCORES.behindTitle },
    { name: 'invoice_date', value: recognised ? null : dateBehindTitle(text), score: SCORES.behindTitle },
  ];
  const added = found
    .filter(({ name, value }) => value && !own.has(name) && (NAMED.has(name) || !printed.has(compact(value))))
    .map((field): NamedField => ({ ...field, stdName: null }));
  const names = new Set(added.map(({ name }) => name));
  return [...checked.filter(({ name, value }) => value !== null || !names.has(name)), ...added];
}

/** A misread digit of an IBAN leads to another account: what was recognised must pass its check. */
const withCheckedIban = (field: NamedField): NamedField =>
  field.name === 'iban' && field.value !== null && parseIban(field.value) === null
    ? { ...field, value: null, score: null }
    : field;

/** These have their own name, whatever label they stand at ("Account / Payable to"). */
const NAMED = new Set(['iban', 'vat_number', 'invoice_date']);
const SCORES = { proven: 0.99, provenInPicture: 0.95, behindTitle: 0.9, guessed: 0.8 };

/** Behind its word, in whatever sentence. */
const BIC = verboseRegExp('g')`
  (?:BIC|SWIFT|Swift)(?:\s?[/-]\s?(?:BIC|SWIFT|Swift))?(?:\s(?:[Cc]ode|[Nn]o\.?|[Nn]umber))?:?\s{1,4}
  ([A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?)(?![A-Za-z\d])
`;
const bicsIn = (text: string) => [...text.matchAll(BIC)].flatMap(([, bic = '']) => bic);

const SELLERS = ['seller', 'supplier', 'vendor', 'from', 'sold_by', 'issued_by', 'provider', 'company'];
const BUYER = /\b(?:to|customer|client|buyer)\b/i;
const HEAD_LINES = 6;
const ENGLISH_COMPANY = /^\p{L}[\p{L}\d\s.,&'’()-]*\s(?:Ltd|Limited|plc|PLC|LLP|LLC|Inc|Corp|Corporation|GmbH)\.?$/u;

/** Who sends an invoice in English: under a word for it in a table, else the first company of its head. */
function sellerOn({ text, sections }: PageReading, own: Set<string>): string | null {
  if (!/\binvoice\b/i.test(text) || /receipt/i.test(text) || SELLERS.some((name) => own.has(name))) return null;
  for (const { headers, rows } of sections.flatMap(({ tables }) => tables)) {
    const column = headers.findIndex((header) => SELLERS.includes(identifier(header)));
    if (column >= 0) return rows[0]?.[column] ?? null;
  }
  const lines = text.split('\n').slice(0, HEAD_LINES);
  const head = lines.slice(0, lines.findIndex((line) => BUYER.test(line)) + 1 || HEAD_LINES);
  const companies = head.flatMap((line) => line.split(/\s{2,}/)).filter((part) => ENGLISH_COMPANY.test(part));
  return companies[0] ?? null;
}

/** Invoices, receipts and credit notes in German, English, Portuguese, Spanish, French, Italian and Dutch, as a line begins. */
const WORD =
  '(?:tax )?invoice|receipt|ticket|credit (?:note|memo)|(?:[\\p{L}-]*(?<!be))rechnung|rechnungs-?korrektur|gutschrift|' +
  'quittung|kassenbon|fatura(?:[ -]recibo)?|recibo|nota de cr[ée]dito|factura(?: rectificativa)?|facture|avoir|reçu|' +
  'fattura|nota di credito|(?:credit)?factuur|creditnota|faktura';
const BEGIN = '(?:^|\\s\\s)';
const TITLE = new RegExp(`${BEGIN}(?:${WORD})(?![\\p{Ll}])`, 'imu');
/** What stands before the date in the same line or at the beginning of the next: "Facture n° 4711 du 2 juillet 2015". */
const DATED = '(?:of|dated|issued (?:at|on)|du|de|del|vom|von|van|d\\.d\\.)';
/** The number stands in the line of its title: what begins the next line may belong to another column. */
const BLANK = '[^\\S\\n]';
/** The code of its kind may stand before the number: "Handelsrechnung (380) Nr. 471102 vom 5. März 2018". */
const NUMBERED =
  `(?:${WORD})(?:${BLANK}*\\([^)\\n]{1,40}\\))*` +
  `${BLANK}*(?:number|nummer|n[úu]mero|no|nº|n°|nr|núm|num|#)[.:]*${BLANK}*([A-Z\\d][A-Z\\d/.-]*)`;
const NUMBERED_TITLE = new RegExp(`${BEGIN}${NUMBERED}(?=\\s{2,}|$|\\s${DATED}\\s+\\d)`, 'gimu');
/** Without a word for it a number has letters of its own, as in INV/2024/0008. */
const LETTERED = `(?:${WORD})${BLANK}+([A-Z]{2,}[/-]?\\d[\\d/-]*)`;
const LETTERED_NUMBER = new RegExp(`${BEGIN}${LETTERED}(?=\\s{2,}|$)`, 'gimu');
/** The sign alone, under the title: `# 10077`. */
const ONLY_NUMBER = /(?:^|\s\s)#\s?(\d[\d/-]{2,})(?=\s\s|$)/gm;
const DATED_TITLE = new RegExp(
  `${BEGIN}(?:${NUMBERED}|${LETTERED}|(?:${WORD}))\\s${DATED}\\s+(\\d[^\\n]{5,24}?)(?=\\s{2,}|$)`,
  'gimu',
);

function numberBehindTitle(text: string): string | null {
  const numbers = [NUMBERED_TITLE, LETTERED_NUMBER, ONLY_NUMBER].flatMap((title) =>
    [...text.matchAll(title)].map(([, number = '']) => number),
  );
  return onlyValue(numbers.filter((number) => /\d/.test(number)));
}

function dateBehindTitle(text: string): string | null {
  const order = dateOrderOf(text);
  const dates = [...text.matchAll(DATED_TITLE)].map((found) => parseDate(found.at(-1) ?? '', order));
  return onlyValue(dates.filter((date) => date !== null));
}

const compact = (value: string) => value.replace(/[^\p{L}\d]/gu, '').toUpperCase();
