import type { NamedField } from '../../reading.ts';
import type { AccessKey } from '../../text/accessKey.ts';
import { parseAmount } from '../../text/amounts.ts';
import { datesIn } from '../../text/dates.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { mentions } from '../classification/phrases.ts';
import { type Found, namedFields } from '../values/namedFields.ts';
import { Form, type LabelledLines, readEach, readLine } from '../form/form.ts';
import { isOnLineOf } from '../form/textRuns.ts';
import { readInvoice } from '../serviceInvoice/serviceInvoice.ts';
import { taxNumber } from '../values/documentNumbers.ts';
import { headingOf, PARTY_NAME, wholeName, withCompanyDots } from '../values/partyNames.ts';
import { amountIn, majorityValue, onlyValue, type ScoredValue } from '../values/value.ts';
import { accessKeyOf } from './accessKey.ts';
import { fieldsOnStrip } from './consumerReceipt.ts';
import { issuerName } from './issuer.ts';
import { VOCABULARY } from './vocabulary.ts';

const TITLE = /\bDANFE\b|DOCUMENTO AUXILIAR DA NOTA FISCAL ELETR[ÔO]NICA(?! DE SERVI)/i;
const OF_SERVICES = /NFS\s?-?\s?E\b|DANFSE/i;

/**
 * How a DANFE, the printed form of an invoice for goods (NF-e), is read. The access key gives issuer, number and
 * series, because a check digit proves it; the boxes of the form and the name in the head give the rest. What neither
 * has comes from the labels that are read as on any invoice.
 */
export const danfe: DocumentRules = {
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

/** What the access key says; a printed number of the issuer that differs from it; what only stands in the text. */
const SCORE = { byKey: 0.99, againstKey: 0.85, inText: 0.85 };

/** The fields of a DANFE. */
export function readDanfe(page: PageContent): NamedField[] {
  const form = new Form(page.items, VOCABULARY, page.trace);
  const key = accessKeyOf(page) ?? accessKeyOf({ text: keyBox(form), codes: [] });
  const labelled = new Map(readInvoice(page.sections, page.trace).fields.map((field) => [field.name, field]));
  const onStrip = fieldsOnStrip(page);
  const [issuer, customer] = [numberOf('emitente', form), numberOf('destinatario', form)];
  const days = readEach(form, 'data_emissao', (text) => onlyValue(datesIn(text)));
  const keyOr = (name: 'key' | 'number' | 'series' | 'issuer', other: Found) =>
    key ? { value: key[name], score: SCORE.byKey } : other;
  return namedFields({
    chave_acesso: keyOr('key', null),
    numero_nota_fiscal: keyOr('number', numberIn(page.text, NUMBER) ?? labelled.get('numero_nota_fiscal')),
    serie: keyOr('series', numberIn(page.text, SERIES) ?? labelled.get('serie')),
    data_emissao:
      dayOfIssue(majorityValue(days) ?? labelled.get('data_emissao'), key) ??
      onlyDay(page.text, key) ??
      dayOfIssue(onStrip.data_emissao, key),
    nome_prestador:
      issuerName(page, form, nameOf('emitente', form)) ?? onStrip.nome_prestador ?? labelled.get('nome_prestador'),
    cpf_cnpj_prestador:
      otherIssuer(key, issuer, customer) ??
      keyOr('issuer', issuer ?? onStrip.cpf_cnpj_prestador ?? labelled.get('cpf_cnpj_prestador')),
    nome: nameOf('destinatario', form) ?? onStrip.nome ?? labelled.get('nome'),
    cpf_cnpj: customer ?? onStrip.cpf_cnpj ?? labelled.get('cpf_cnpj'),
    valor_total_nota: afterDiscounts(
      page.text,
      majorityValue(readEach(form, 'valor_total_nota', amountIn)) ?? labelled.get('valor_total_nota'),
    ),
  });
}

/** What a consumer pays is the total of the invoice; above it stands the sum of what was bought. */
const TO_PAY = /\bvalor\s+a\s+pagar(?:[\s:(]{1,9}R\$)?[\s:)]{1,50}(\d[\d.]*,\d{2})(?!\d)/i;

function afterDiscounts(text: string, total: Found): Found {
  const amount = parseAmount(TO_PAY.exec(text)?.[1] ?? '');
  return amount === null || amount === total?.value ? total : { value: amount, score: SCORE.inText };
}

/** A key broken over two lines, between which the text of the page has other boxes. */
const keyBox = (form: Form) =>
  form
    .values('chave_acesso')
    .map(({ lines }) => lines.map(({ text }) => text).join(' '))
    .join('\n\n\n\n');

/**
 * The issuer's number as printed, where the key has another: an invoice that the tax authority issues for somebody has
 * the authority's in its key.
 */
function otherIssuer(key: AccessKey | null, printed: ScoredValue | null, customer: ScoredValue | null): Found {
  const isOther = key && printed && printed.value !== key.issuer && printed.value !== customer?.value;
  return isOther ? { ...printed, score: Math.min(printed.score, SCORE.againstKey) } : null;
}

/** `Nº 000.000.123 SÉRIE 1` in the middle of the head. */
const NUMBER = /\bN[º°o.]+\s*(?::\s*)?(\d{3}\.\d{3}\.\d{3}|\d{1,9})(?![\d.])/i;
const SERIES = /\bS[ÉE]RIE\s*(?::\s*)?(\d{1,3})(?!\d)/i;

function numberIn(text: string, form: RegExp): Found {
  const number = form.exec(text)?.[1]?.replaceAll('.', '');
  return number === undefined ? null : { value: String(Number(number)), score: SCORE.inText };
}

/** The only date in the month of the access key, where the label of the date was not read. */
function onlyDay(text: string, key: AccessKey | null): Found {
  const day = onlyValue(datesIn(text).filter((date) => key && date.startsWith(key.month)));
  return day === null ? null : { value: day, score: SCORE.inText };
}

/** The date of issue; one outside the month of the access key was misread. */
function dayOfIssue(read: Found, key: AccessKey | null): Found {
  if (!read?.value || (key && !read.value.startsWith(key.month))) return null;
  return { value: read.value, score: key ? Math.max(read.score ?? 0, 0.97) : read.score };
}

type Party = 'emitente' | 'destinatario';

/**
 * Which party a box belongs to, by the heading above it. Above the heading of the customer it is the issuer's, and in the
 * row of the date of issue it is the customer's.
 */
function ownerOf({ label }: LabelledLines, form: Form): string | null {
  if (form.labels('data_emissao').some((day) => isOnLineOf(day, label))) return 'destinatario';
  const named = (...names: string[]) => names.flatMap((name) => form.headings(name));
  const heading = headingOf(label, named('emitente', 'identificacao_emitente', 'destinatario', 'parte'));
  if (heading) return heading.name;
  return named('destinatario').some(({ y }) => y > label.y) ? 'emitente' : null;
}

function nameOf(party: Party, form: Form): ScoredValue | null {
  const lines = form.values('nome').find((box) => ownerOf(box, form) === party)?.lines ?? [];
  const [line] = lines;
  const name = wholeName(lines);
  if (!line || line.incomplete || line.misplaced || !name || !PARTY_NAME.test(name)) return null;
  return { value: withCompanyDots(name, line.fromTextLayer), score: line.score };
}

/** The party's CPF or CNPJ. */
function numberOf(party: Party, form: Form): ScoredValue | null {
  const boxes = form.values('numero').filter((box) => ownerOf(box, form) === party);
  return majorityValue(boxes.flatMap(({ lines: [line] }) => (line && readLine(line, taxNumber)) ?? []));
}
