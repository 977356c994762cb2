import type { NamedField } from '../../reading.ts';
import { datesIn, parseDate } from '../../text/dates.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { mentions } from '../classification/phrases.ts';
import { namedFields } from '../values/namedFields.ts';
import { Form, type LineReading, readEach } from '../form/form.ts';
import { amountIn, majorityValue, onlyOne, onlyValue, type ScoredValue } from '../values/value.ts';
import {
  amountOf,
  type BoletoCode,
  boletoCodeIn,
  boletoCodeOfBarcode,
  dueDaysOf,
  isBill,
  nearestDay,
  onlyCode,
} from './digitableLine.ts';
import { readParties } from './parties.ts';
import { VOCABULARY } from './vocabulary.ts';
import { textList } from '../../text/pattern.ts';

/** The more of these a page has, the likelier it is a boleto. */
const PHRASES = textList(`
  NOSSO NÚMERO | PAGADOR | SACADO | BENEFICIÁRIO | CEDENTE | LOCAL DE PAGAMENTO | FICHA DE COMPENSAÇÃO |
  AUTENTICAÇÃO MECÂNICA | RECIBO DO PAGADOR | ESPÉCIE DOC | LINHA DIGITÁVEL
`);
const PHRASES_NEEDED = { alone: 4, withNumbers: 1, requested: 2 };

/**
 * How a boleto (bank slip) is read. The digitable line or the bar code gives bank, amount and due date, because check
 * digits prove every digit of them. The boxes of the form give the two parties and the numbers without check digits.
 * Where box and code differ, the code wins if letters may have been misread; if the box comes from a text layer, the
 * field stays null.
 */
export const boleto: DocumentRules = {
  matches: ({ text, letters, codes }, requested) => {
    const hasNumbers = boletoCodeIn(text) !== null || codes.some(({ value }) => boletoCodeOfBarcode(value) !== null);
    const count = PHRASES.filter((word) => mentions(letters, word)).length;
    return count >= PHRASES_NEEDED[hasNumbers ? 'withNumbers' : requested ? 'requested' : 'alone'];
  },
  readFields: readBoleto,
};

/** The score of what the code says: check digits cover every digit. */
const BY_NUMBERS = 0.99;
/** The score of a due date that may be 9000 days later, and no other date tells which it is. */
const EITHER = 0.6;

/** The fields of a boleto. */
export function readBoleto(page: PageContent): NamedField[] {
  const code = findBoletoCode(page);
  const form = new Form(page.items, VOCABULARY, page.trace);
  const bank =
    code && !isBill(code.barcode) ? { value: code.barcode.slice(0, 3), score: BY_NUMBERS } : printedBank(page.text);
  return namedFields({
    linha_digitavel: code && { value: code.line, score: BY_NUMBERS },
    codigo_barras: code && { value: code.barcode, score: BY_NUMBERS },
    valor: reconcile(code && amountOf(code), readEach(form, 'valor', amountIn)),
    data_vencimento: dueDay(code, readEach(form, 'vencimento', printedDay), datesIn(page.text)),
    ...readParties(form),
    nosso_numero: sameNumber([
      ...readEach(form, 'nosso_numero', printedNumber),
      ...readEach(form, 'carteira_nosso_numero', withoutWallet),
    ]),
    numero_documento: sameNumber(readEach(form, 'numero_documento', printedNumber)),
    banco: bank,
  });
}

function findBoletoCode({ text, codes }: PageContent): BoletoCode | null {
  const coded = codes.flatMap(({ value }) => boletoCodeOfBarcode(value.replace(/\D/g, '')) ?? []);
  return onlyCode([...coded, ...[boletoCodeIn(text) ?? []].flat()]);
}

type Read = (value: string) => string | null;

const printedDay: Read = (text) => parseDate(text) ?? onlyValue(datesIn(text));
const printedNumber: Read = (text) =>
  /^[A-Z\d][A-Z\d./\s-]*$/i.test(text) && /\d/.test(text) && parseDate(text) === null
    ? text.replace(/\s+/g, ' ')
    : null;

/** `17/01149718601` under "Carteira / Nosso número": the number of the wallet stands first. */
const withoutWallet: Read = (text) => printedNumber(text.replace(/^[^/]*\/\s*/, ''));

/**
 * A number without check digits: two readings that differ are none. `00001407` and `1407` are the same number; the one
 * with its zeros is taken. Of equal ones the longest kept its punctuation.
 */
function sameNumber(readings: ScoredValue[]): ScoredValue | null {
  const digitsOf = ({ value }: ScoredValue) => value.replace(/[^A-Z\d]/gi, '');
  if (!onlyOne(readings, (reading) => digitsOf(reading).replace(/^0+(?=.)/, ''))) return null;
  const most = Math.max(...readings.map((reading) => digitsOf(reading).length));
  const full = readings.filter((reading) => digitsOf(reading).length === most);
  return majorityValue(full) ?? full.toSorted((a, b) => b.value.length - a.value.length)[0] ?? null;
}

/** The value of the code, unless boxes of a text layer all say something else. */
function reconcile(byNumbers: string | null, printed: LineReading[]): ScoredValue | null {
  if (byNumbers === null) return majorityValue(printed);
  const differs = printed.length > 0 && printed.every(({ value }) => value !== byNumbers);
  return differs && printed.some(({ fromTextLayer }) => fromTextLayer) ? null : { value: byNumbers, score: BY_NUMBERS };
}

function dueDay(code: BoletoCode | null, printed: LineReading[], all: string[]): ScoredValue | null {
  const days = code ? dueDaysOf(code.barcode) : [];
  if (days.length === 0) return majorityValue(printed);
  const meant = printed.find(({ value }) => days.includes(value));
  if (meant) return { value: meant.value, score: BY_NUMBERS };
  const near = nearestDay(days, all);
  if (near) return reconcile(near, printed);
  return printed.length === 0 && all.length === 0 ? { value: days[0] as string, score: EITHER } : null;
}

/** `001-9`, as printed beside the name of the bank. */
function printedBank(text: string): ScoredValue | null {
  const code = /(?<![\d.-])(\d{3})-[\dX](?![\d.-])/.exec(text)?.[1];
  return code ? { value: code, score: 0.8 } : null;
}
