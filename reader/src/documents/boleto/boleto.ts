import type { NamedField } from '../../reading.ts';
import { datesIn, parseDate } from '../../text/dates.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { mentions } from '../classification/phrases.ts';
import { boxed, type Boxed, Grid, only, printedAmount } from '../form/boxGrid.ts';
import type { Kind, PageText } from '../kind.ts';
import { namedFields, round } from '../present.ts';
import { agreed, type Reading } from '../values/agreement.ts';
import { amountOf, dueDaysOf, nearestDay, type Slip, slipIn, slipOfBarcode } from './digitableLine.ts';
import { readParties } from './parties.ts';
import { VOCABULARY } from './vocabulary.ts';

/** Two of these stand on nothing else. */
const WORDS = [
  'NOSSO NÚMERO',
  'PAGADOR',
  'SACADO',
  'BENEFICIÁRIO',
  'CEDENTE',
  'LOCAL DE PAGAMENTO',
  'FICHA DE COMPENSAÇÃO',
  'AUTENTICAÇÃO MECÂNICA',
  'RECIBO DO PAGADOR',
  'ESPÉCIE DOC',
  'LINHA DIGITÁVEL',
];
const ENOUGH = { alone: 4, withNumbers: 1, asked: 2 };

export const boleto: Kind = {
  id: 'bra-boleto',
  type: 'boleto',
  stdType: 'bank-slip',
  country: 'bra',
  shows: ({ text, codes }, asked) => {
    const hasNumbers = slipIn(text) !== null || codes.some(({ value }) => slipOfBarcode(value) !== null);
    const letters = lookAlikeKey(text);
    const said = WORDS.filter((word) => mentions(letters, word)).length;
    return said >= ENOUGH[hasNumbers ? 'withNumbers' : asked ? 'asked' : 'alone'];
  },
  read: readBoleto,
};

/** How sure what the numbers say is: every digit is under a check digit. */
const BY_NUMBERS = 0.99;
/** Of two days 9000 days apart, without a date that tells which. */
const EITHER = 0.6;

/** The fields of a bank slip. What its numbers say comes before what is printed; where they differ nobody knows. */
export function readBoleto(page: PageText): NamedField[] {
  const slip = findSlip(page);
  const grid = new Grid(page.items, VOCABULARY);
  const bank =
    slip && !slip.barcode.startsWith('8')
      ? { value: slip.barcode.slice(0, 3), score: BY_NUMBERS }
      : printedBank(page.text);
  const found: Record<string, Reading | null> = {
    linha_digitavel: slip && { value: slip.line, score: BY_NUMBERS },
    codigo_barras: slip && { value: slip.barcode, score: BY_NUMBERS },
    valor: together(slip && amountOf(slip.barcode), boxed(grid, 'valor', printedAmount)),
    data_vencimento: dueDay(slip, boxed(grid, 'vencimento', printedDay), datesIn(page.text)),
    ...readParties(grid),
    nosso_numero: sameNumber([
      ...boxed(grid, 'nosso_numero', printedNumber),
      ...boxed(grid, 'carteira_nosso_numero', withoutWallet),
    ]),
    numero_documento: sameNumber(boxed(grid, 'numero_documento', printedNumber)),
    banco: bank,
  };
  return namedFields(
    Object.entries(found).map(([name, reading]) => ({
      name,
      value: reading?.value ?? null,
      score: reading && round(reading.score),
    })),
  );
}

function findSlip({ text, codes }: PageText): Slip | null {
  const coded = codes.map(({ value }) => slipOfBarcode(value.replace(/\D/g, ''))).filter((slip) => slip !== null);
  const printed = slipIn(text);
  const all = new Map([...coded, ...(printed ? [printed] : [])].map((slip) => [slip.line, slip]));
  return all.size === 1 ? ([...all.values()][0] ?? null) : null;
}

type Read = (value: string) => string | null;

const printedDay: Read = (text) => parseDate(text) ?? only(datesIn(text));
const printedNumber: Read = (text) =>
  /^[A-Z\d][A-Z\d./\s-]*$/i.test(text) && /\d/.test(text) && parseDate(text) === null
    ? text.replace(/\s+/g, ' ')
    : null;

/** `17/01149718601` under "Carteira / Nosso número". */
const withoutWallet: Read = (text) => printedNumber(text.replace(/^[^/]*\/\s*/, ''));

/** Nothing proves its digits: read differently in two places it is none. Signs between them are often lost. */
function sameNumber(readings: Reading[]): Reading | null {
  const digits = new Set(readings.map(({ value }) => value.replace(/[^A-Z\d]/gi, '')));
  if (digits.size !== 1) return null;
  return agreed(readings) ?? readings.toSorted((a, b) => b.value.length - a.value.length)[0] ?? null;
}

/** The numbers if the print says the same or may have been misread, nothing if it surely says something else. */
function together(byNumbers: string | null, printed: Boxed[]): Reading | null {
  if (byNumbers === null) return agreed(printed);
  const differs = printed.length > 0 && printed.every(({ value }) => value !== byNumbers);
  return differs && printed.some(({ written }) => written) ? null : { value: byNumbers, score: BY_NUMBERS };
}

function dueDay(slip: Slip | null, printed: Boxed[], all: string[]): Reading | null {
  const days = slip ? dueDaysOf(slip.barcode) : [];
  if (days.length === 0) return agreed(printed);
  const meant = printed.find(({ value }) => days.includes(value));
  if (meant) return { value: meant.value, score: BY_NUMBERS };
  const near = nearestDay(days, all);
  if (near) return together(near, printed);
  return printed.length === 0 && all.length === 0 ? { value: days[0] as string, score: EITHER } : null;
}

/** `001-9`, as it stands beside the name of the bank. */
function printedBank(text: string): Reading | null {
  const code = /(?<![\d.-])(\d{3})-[\dX](?![\d.-])/.exec(text)?.[1];
  return code ? { value: code, score: 0.8 } : null;
}
