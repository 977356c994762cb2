import type { PageContent } from '../classification/documentRules.ts';
import { taxNumber } from '../values/documentNumbers.ts';
import { proven, type ScoredValue } from '../values/value.ts';
import { PARTY_NAME } from '../values/partyNames.ts';

/** The NFC-e, an invoice for goods that a till prints on a strip of paper: it has lines instead of boxes. */
const TITLE = /NOTA FISCAL (?:DE CONSUMIDOR|ELETR[ÔO]NICA (?:PARA|A) (?:O )?CONSUMIDOR)|\bNFC-?E\b/i;
/** `CONSUMIDOR - CPF 111.444.777-35 - MARIA EXEMPLO`. */
const BEHIND_NUMBER = /\d[\s-]+(\p{L}{2}.*)$/u;
const OF_LAYER = { name: 0.9, number: 0.97 };
const RECOGNISED = { name: 0.75, number: 0.9 };

type Parties = Record<'nome_prestador' | 'nome' | 'cpf_cnpj', ScoredValue | null>;

/** The names and the customer's number on such a strip; none on any other form. */
export function partiesOnStrip({ text, items }: Pick<PageContent, 'text' | 'items'>): Partial<Parties> {
  if (!TITLE.test(text)) return {};
  const scores = items.some(({ confidence }) => confidence !== undefined) ? RECOGNISED : OF_LAYER;
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const named = (line: string | undefined) =>
    line && PARTY_NAME.test(line) ? { value: line, score: scores.name } : null;
  const issuer = lines.findIndex((line) => /^CNPJ\b/i.test(line));
  const customer = lines.findIndex((line) => /^CONSUMIDOR\b.*\d/i.test(line));
  const number = proven(taxNumber(lines[customer] ?? ''));
  return {
    nome_prestador: issuer > 0 ? named(lines[issuer - 1]) : null,
    nome: customer < 0 ? null : (named(BEHIND_NUMBER.exec(lines[customer] ?? '')?.[1]) ?? named(lines[customer + 1])),
    cpf_cnpj: number === null ? null : { value: number, score: scores.number },
  };
}
