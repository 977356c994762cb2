import { datesIn } from '../../text/dates.ts';
import { round } from '../present.ts';
import { readInvoice, type InvoiceField } from '../serviceInvoice/invoice.ts';
import { Grid } from '../business/grid.ts';
import type { NamedField } from '../../reading.ts';
import { namedFields } from '../business/named.ts';
import type { PageText } from '../kind.ts';
import { accessKeyOf, type AccessKey } from './accessKey.ts';
import { dayOf, nameOf, numberOf, totalOf } from './boxes.ts';
import { issuerName } from './issuer.ts';
import { VOCABULARY } from './vocabulary.ts';

const NAMES = [
  'chave_acesso',
  'numero_nota_fiscal',
  'serie',
  'data_emissao',
  'nome_prestador',
  'cpf_cnpj_prestador',
  'nome',
  'cpf_cnpj',
  'valor_total_nota',
];
const BY_KEY = 0.99;

/** The fields of an invoice for goods; what its access key says is under a check digit and comes first. */
export function readDanfe(page: PageText): NamedField[] {
  const key = accessKeyOf(page);
  const read = new Map(readInvoice(page.sections).fields.map((field) => [field.name, field]));
  const grid = new Grid(page.items, VOCABULARY);
  const boxed: Record<string, Omit<InvoiceField, 'name'> | null> = {
    nome_prestador: issuerName(page, grid, nameOf('emitente', grid)),
    cpf_cnpj_prestador: numberOf('emitente', grid),
    nome: nameOf('destinatario', grid),
    cpf_cnpj: numberOf('destinatario', grid),
    valor_total_nota: totalOf(grid),
  };
  const known: Record<string, Omit<InvoiceField, 'name'> | null> = {
    ...Object.fromEntries(Object.entries(boxed).filter(([, found]) => found !== null)),
    ...(key ? fromKey(key) : { chave_acesso: null, ...printedNumber(page.text) }),
    data_emissao: dayOfIssue(dayOf(grid) ?? read.get('data_emissao'), key) ?? onlyDay(page.text, key),
  };
  return namedFields(
    NAMES.map((name) => ({ name, ...(known[name] ?? (name in known ? EMPTY : (read.get(name) ?? EMPTY))) })).map(
      ({ name, value, score }) => ({ name, value, score: score && round(score) }),
    ),
  );
}

const EMPTY = { value: null, score: null };

const fromKey = ({ key, number, series, issuer }: AccessKey) => ({
  chave_acesso: { value: key, score: BY_KEY },
  numero_nota_fiscal: { value: number, score: BY_KEY },
  serie: { value: series, score: BY_KEY },
  cpf_cnpj_prestador: { value: issuer, score: BY_KEY },
});

/** `Nº 000.000.123 SÉRIE 1` in the middle of the head. */
function printedNumber(text: string): Record<string, Omit<InvoiceField, 'name'>> {
  const number = /\bN[º°o.]+\s*:?\s*(\d{3}\.\d{3}\.\d{3}|\d{1,9})(?![\d.])/i.exec(text)?.[1];
  const series = /\bS[ÉE]RIE\s*:?\s*(\d{1,3})(?!\d)/i.exec(text)?.[1];
  return {
    ...(number ? { numero_nota_fiscal: { value: String(Number(number.replaceAll('.', ''))), score: 0.85 } } : {}),
    ...(series ? { serie: { value: String(Number(series)), score: 0.85 } } : {}),
  };
}

/** Where the label could not be read: the only day of the month that the key names. */
function onlyDay(text: string, key: AccessKey | null): Omit<InvoiceField, 'name'> | null {
  const [only, ...others] = new Set(datesIn(text).filter((day) => key && day.startsWith(key.month)));
  return only !== undefined && others.length === 0 ? { value: only, score: 0.85 } : null;
}

/** The key names the month; a day of another month was misread. */
function dayOfIssue(
  read: Omit<InvoiceField, 'name'> | undefined,
  key: AccessKey | null,
): Omit<InvoiceField, 'name'> | null {
  if (!read?.value || (key && !read.value.startsWith(key.month))) return null;
  return { value: read.value, score: key ? Math.max(read.score ?? 0, 0.97) : read.score };
}
