import type { PageContent } from '../classification/documentRules.ts';
import { findReceiptDate } from '../receipt/receiptDate.ts';
import { findShop } from '../receipt/shop.ts';
import { taxNumber } from '../values/documentNumbers.ts';
import { proven, type ScoredValue } from '../values/value.ts';
import { isHalf, PARTY_NAME } from '../values/partyNames.ts';

/** The NFC-e, an invoice for goods that a till prints on a strip of paper: it has lines instead of boxes. */
const TITLE = /NOTA FISCAL\s(?:DE CONSUMIDOR|ELETR[ÔO]NICA (?:PARA|A) (?:O )?CONSUMIDOR)|\bNFC-?E\b/i;
/** `CONSUMIDOR - CPF 111.444.777-35 - MARIA EXEMPLO`. */
const BEHIND_NUMBER = /\d[\s-]+(\p{L}{2}.*)$/u;
/** `NFC-e nº 000018734 Série 004`. */
const OF_INVOICE = /\bn[º°o.]+\s*\d/i;
type OnStrip = Record<
  'nome_prestador' | 'cpf_cnpj_prestador' | 'nome' | 'cpf_cnpj' | 'data_emissao',
  ScoredValue | null
>;

/** The names, numbers and date on such a strip; none on any other form. */
export function fieldsOnStrip({ text, items }: Pick<PageContent, 'text' | 'items'>): Partial<OnStrip> {
  if (!TITLE.test(text)) return {};
  const isRecognised = items.some(({ confidence }) => confidence !== undefined);
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const { shop, cnpj } = findShop(text.split('\n'), isRecognised);
  const named = (line = '', next = '') => {
    const value = isHalf(line, next) ? `${line} ${next}` : line;
    return PARTY_NAME.test(value) && !OF_INVOICE.test(value) ? { value, score: isRecognised ? 0.75 : 0.9 } : null;
  };
  const customer = lines.findIndex((line) => /^CONSUMIDOR\b.*\d/i.test(line));
  const [line = '', ...below] = customer < 0 ? [] : lines.slice(customer);
  const number = proven(taxNumber(line));
  return {
    nome_prestador: shop,
    cpf_cnpj_prestador: cnpj,
    nome: named(BEHIND_NUMBER.exec(line)?.[1], below[0]) ?? named(below[0], below[1]),
    cpf_cnpj: number === null ? null : { value: number, score: isRecognised ? 0.9 : 0.97 },
    data_emissao: findReceiptDate(lines, isRecognised),
  };
}
