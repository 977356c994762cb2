import type { NamedField } from '../../reading.ts';
import { datesIn } from '../../text/dates.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { FormRules, PageContent } from '../classification/documentRules.ts';
import { mentions } from '../classification/phrases.ts';
import { type Found, namedField } from '../values/namedFields.ts';
import { Form, type LabelledLines, readEach } from '../form/form.ts';
import { isOnLineOf } from '../form/textRuns.ts';
import { readInvoice } from '../serviceInvoice/serviceInvoice.ts';
import { majorityValue, withCompanyDots } from '../values/agreement.ts';
import { scoredTaxNumber } from '../values/documentNumbers.ts';
import { amountIn, onlyValue, type ScoredValue } from '../values/value.ts';
import { type AccessKey, accessKeyOf } from './accessKey.ts';
import { partiesOnStrip } from './consumerReceipt.ts';
import { issuerName } from './issuer.ts';
import { PARTY_NAME, VOCABULARY } from './vocabulary.ts';
import { textList } from '../../text/pattern.ts';

const TITLE = /\bDANFE\b|DOCUMENTO AUXILIAR DA NOTA FISCAL ELETR[ÔO]NICA(?! DE SERVI)/i;
const OF_SERVICES = /NFS\s?-?\s?E\b|DANFSE/i;

/**
 * How a DANFE, the printed form of an invoice for goods (NF-e), is read. The access key gives issuer, number and
 * series, because a check digit proves it; the boxes of the form and the name in the head give the rest. What neither
 * has comes from the labels that are read as on any invoice.
 */
export const danfe: FormRules = {
  matches: (page) => {
    if (OF_SERVICES.test(page.text)) return false;
    return (
      TITLE.test(page.text) ||
      mentions(page.letters, 'DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA') ||
      (mentions(page.letters, 'NOTA FISCAL') && accessKeyOf(page) !== null)
    );
  },
  readFields: readDanfe,
};

const NAMES = textList(`
  chave_acesso | numero_nota_fiscal | serie | data_emissao | nome_prestador | cpf_cnpj_prestador | nome | cpf_cnpj |
  valor_total_nota
`);
const BY_KEY = 0.99;
const AGAINST_KEY = 0.85;

/** The fields of a DANFE. */
export function readDanfe(page: PageContent): NamedField[] {
  const read = new Map(readInvoice(page.sections, page.trace).fields.map((field) => [field.name, field]));
  const form = new Form(page.items, VOCABULARY, page.trace);
  const key = accessKeyOf(page) ?? accessKeyOf({ text: keyBox(form), codes: [] });
  const fromBoxes: Record<string, Found> = {
    nome_prestador: issuerName(page, form, nameOf('emitente', form)),
    cpf_cnpj_prestador: numberOf('emitente', form),
    nome: nameOf('destinatario', form),
    cpf_cnpj: numberOf('destinatario', form),
    valor_total_nota: totalOf(form),
  };
  const onStrip = partiesOnStrip(page) as Record<string, Found>;
  const found = Object.entries(fromBoxes).map(([name, value]) => [name, value ?? onStrip[name] ?? null] as const);
  const known: Record<string, Found> = {
    ...Object.fromEntries(found.filter(([, value]) => value !== null)),
    ...(key
      ? { ...fromKey(key), ...otherIssuer(key, fromBoxes) }
      : { chave_acesso: null, ...printedNumber(page.text) }),
    data_emissao: dayOfIssue(dayOf(form) ?? read.get('data_emissao'), key) ?? onlyDay(page.text, key),
  };
  return NAMES.map((name) => namedField(name, name in known ? known[name] : read.get(name)));
}

/** A key broken over two lines, between which the text of the page has other boxes. */
const keyBox = (form: Form) =>
  form
    .values('chave_acesso')
    .map(({ lines }) => lines.map(({ text }) => text).join(' '))
    .join('\n\n\n\n');

const fromKey = ({ key, number, series, issuer }: AccessKey) => ({
  chave_acesso: { value: key, score: BY_KEY },
  numero_nota_fiscal: { value: number, score: BY_KEY },
  serie: { value: series, score: BY_KEY },
  cpf_cnpj_prestador: { value: issuer, score: BY_KEY },
});

/**
 * The issuer's number as printed, where the key has another: an invoice that the tax authority issues for somebody has
 * the authority's in its key.
 */
function otherIssuer(key: AccessKey, { cpf_cnpj_prestador: printed, cpf_cnpj: customer }: Record<string, Found>) {
  const isOther = printed?.value && printed.value !== key.issuer && printed.value !== customer?.value;
  return isOther ? { cpf_cnpj_prestador: { ...printed, score: Math.min(printed.score ?? 0, AGAINST_KEY) } } : {};
}

/** `Nº 000.000.123 SÉRIE 1` in the middle of the head. */
function printedNumber(text: string): Record<string, ScoredValue> {
  const number = /\bN[º°o.]+\s*(?::\s*)?(\d{3}\.\d{3}\.\d{3}|\d{1,9})(?![\d.])/i.exec(text)?.[1];
  const series = /\bS[ÉE]RIE\s*(?::\s*)?(\d{1,3})(?!\d)/i.exec(text)?.[1];
  return {
    ...(number ? { numero_nota_fiscal: { value: String(Number(number.replaceAll('.', ''))), score: 0.85 } } : {}),
    ...(series ? { serie: { value: String(Number(series)), score: 0.85 } } : {}),
  };
}

/** The only date in the month of the access key, where the label of the date was not read. */
function onlyDay(text: string, key: AccessKey | null): Found {
  const [only, ...others] = new Set(datesIn(text).filter((day) => key && day.startsWith(key.month)));
  return only !== undefined && others.length === 0 ? { value: only, score: 0.85 } : null;
}

/** The date of issue; one outside the month of the access key was misread. */
function dayOfIssue(read: Found, key: AccessKey | null): Found {
  if (!read?.value || (key && !read.value.startsWith(key.month))) return null;
  return { value: read.value, score: key ? Math.max(read.score ?? 0, 0.97) : read.score };
}

export type Party = 'emitente' | 'destinatario';

/**
 * Which party a box belongs to: the nearest heading above it tells. Above the heading of the customer it is the
 * issuer, and in the row of the date of issue it is the customer.
 */
function ownerOf({ label }: LabelledLines, form: Form): Party | null {
  if (form.labels('data_emissao').some((day) => isOnLineOf(day, label))) return 'destinatario';
  const headings = (['emitente', 'identificacao_emitente', 'destinatario', 'parte'] as const).flatMap((name) =>
    form.headings(name),
  );
  const [last] = headings
    .filter(({ y, x }) => y < label.y && x <= label.x + 2 * label.size)
    .toSorted((a, b) => b.y - a.y);
  if (last?.name === 'emitente' || last?.name === 'destinatario') return last.name;
  return !last && form.headings('destinatario').some(({ y }) => y > label.y) ? 'emitente' : null;
}

function nameOf(party: Party, form: Form): ScoredValue | null {
  const [box] = form.values('nome').filter((other) => ownerOf(other, form) === party);
  const line = box?.lines[0];
  if (
    !line ||
    line.incomplete ||
    line.misplaced ||
    !PARTY_NAME.test(line.text) ||
    !/\p{L}{2}/u.test(lookAlikeKey(line.text))
  )
    return null;
  return { value: withCompanyDots(line.text.trim(), line.fromTextLayer), score: line.score };
}

/** The party's CPF or CNPJ, if its check digits are right. */
function numberOf(party: Party, form: Form): ScoredValue | null {
  return majorityValue(
    form
      .values('numero')
      .filter((box) => ownerOf(box, form) === party)
      .flatMap(({ lines: [line] }) => (line && scoredTaxNumber(line.text, line.score, true)) ?? []),
  );
}

const dayOf = (form: Form): ScoredValue | null =>
  majorityValue(readEach(form, 'data_emissao', (text) => onlyValue(datesIn(text))));

const totalOf = (form: Form): ScoredValue | null => majorityValue(readEach(form, 'valor_total_nota', amountIn));
