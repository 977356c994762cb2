import type { NamedField, PageReading } from '../../reading.ts';
import { ibansIn, parseIban } from '../../text/iban.ts';
import { onlyValue } from '../values/value.ts';
import { vatNumbersIn } from './vatNumbers.ts';

/**
 * What invoices and receipts of any country print without a label of its own: IBAN and VAT number, proven by their
 * check digits, and the number behind the title. They are added to the printed labels of a page of unknown type; of
 * two different ones nobody knows which is whose, so none is given.
 */
export function withInvoiceFields(fields: NamedField[], { text, source }: PageReading): NamedField[] {
  if (!TITLE.test(text)) return fields;
  const recognised = source === 'ocr';
  const checked = recognised ? fields.map(withCheckedIban) : fields;
  const printed = new Set(checked.map(({ value }) => compact(value ?? '')));
  const proven = recognised ? SCORES.provenInPicture : SCORES.proven;
  const found = [
    { name: 'iban', value: onlyValue(ibansIn(text)), score: proven },
    { name: 'vat_number', value: onlyValue(vatNumbersIn(text)), score: proven },
    { name: 'invoice_number', value: recognised ? null : numberBehindTitle(text), score: SCORES.behindTitle },
  ];
  const isNew = ({ name, value }: { name: string; value: string | null }) =>
    value !== null &&
    !checked.some((field) => field.name === name && field.value) &&
    (PROVEN.has(name) || !printed.has(compact(value)));
  const added = found.filter(isNew).map((field): NamedField => ({ ...field, stdName: null }));
  const names = new Set(added.map(({ name }) => name));
  return [...checked.filter(({ name, value }) => value !== null || !names.has(name)), ...added];
}

/** A misread digit of an IBAN leads to another account: what was recognised must pass its check. */
const withCheckedIban = (field: NamedField): NamedField =>
  field.name === 'iban' && field.value !== null && parseIban(field.value) === null
    ? { ...field, value: null, score: null }
    : field;

/** These have their own name, whatever label they stand at ("Account / Payable to"). */
const PROVEN = new Set(['iban', 'vat_number']);
const SCORES = { proven: 0.99, provenInPicture: 0.95, behindTitle: 0.9 };

/** German, English, Portuguese, Spanish, French, Italian, Dutch and others, as a line begins with them. */
const WORD =
  '(?:tax )?invoice|receipt|ticket|rechnung|quittung|kassenbon|fatura|recibo|factura|facture|reçu|fattura|factuur|faktura';
const TITLE = new RegExp(`(?:^|\\s{2,})(?:${WORD})(?![\\p{Ll}])`, 'imu');
/** A date may follow in the same line: "Facture n° 4711 du 2 juillet 2015". */
const NUMBERED_TITLE = new RegExp(
  `(?:^|\\s{2,})(?:${WORD})\\s*(?:number|no|nº|n°|nr|núm|num|#)[.:]*\\s*([A-Z\\d][A-Z\\d/.-]*)` +
    `(?=\\s{2,}|$|\\s(?:of|dated|du|de|del|vom|van|d\\.d\\.)\\s+\\d)`,
  'gimu',
);
/** Without a word for it a number has letters of its own, as in INV/2024/0008. */
const LETTERED_NUMBER = new RegExp(`(?:^|\\s{2,})(?:${WORD})\\s+([A-Z]{2,}[/-]?\\d[\\d/-]*)(?=\\s{2,}|$)`, 'gimu');

function numberBehindTitle(text: string): string | null {
  const numbers = [NUMBERED_TITLE, LETTERED_NUMBER].flatMap((title) =>
    [...text.matchAll(title)].map(([, number = '']) => number),
  );
  return onlyValue(numbers.filter((number) => /\d/.test(number)));
}

const compact = (value: string) => value.replace(/[^\p{L}\d]/gu, '').toUpperCase();
