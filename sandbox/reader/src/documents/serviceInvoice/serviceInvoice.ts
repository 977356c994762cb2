import { isProse } from '../../layout/labels.ts';
import type { DocumentReading, FieldReading, SectionReading, Trace } from '../../reading.ts';
import { lettersOf } from '../../text/normalise.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { normaliseValue } from '../../text/values.ts';
import type { DocumentRules } from '../classification/documentRules.ts';
import { mentionsAny } from '../classification/phrases.ts';
import { meanScore, namedField, round } from '../values/namedFields.ts';
import { taxNumber } from '../values/documentNumbers.ts';
import { onlyValue, proven } from '../values/value.ts';
import { READ } from '../form/formLine.ts';
import { fieldNameOf, isOfNeither, type Party, partyOf } from './labels.ts';
import { type InvoiceTable, serviceTable } from './serviceTable.ts';
import { EMPTY, parseFieldValue } from './values.ts';

/** Titles of service invoices. They also print the names of the parties. */
const TITLE = /NFS\s?-?\s?E\b|DANFSE|NOTA\s+FISCAL\s+(ELETR[ÔO]NICA\s+)?(DE|DOS)\s+SERVI[ÇC]O/i;

/**
 * How a service invoice (NFS-e) is read: every city prints its own form, so the labels decide. labels.ts maps a
 * printed label to the name of its field, values.ts checks the value, serviceTable.ts reads the table of services.
 */
export const serviceInvoice: DocumentRules = {
  matches: ({ text, letters }, requested) => {
    const hasTitle =
      TITLE.test(text) || mentionsAny(letters, ['NOTA FISCAL ELETRÔNICA DE SERVIÇO', 'NOTA FISCAL DE SERVIÇO']);
    return hasTitle && (requested || mentionsAny(letters, ['PRESTADOR', 'TOMADOR']));
  },
  readFields: (page) => readInvoice(page.sections, page.trace).fields.map((field) => namedField(field.name, field)),
};

export type InvoiceField = { name: string; value: string | null; score: number | null };
export type InvoiceReading = { score: number; fields: InvoiceField[]; tables: InvoiceTable[] };

/** `label`: the printed one, where it has one. */
type Candidate = { name: string; value: string; score: number; rank: number; label?: string };

/**
 * The fields of an invoice under the names of the service, each once. Of two candidates the one with the plainer label
 * is taken, else the first.
 */
export function readInvoice(sections: SectionReading[], trace?: Trace): InvoiceReading {
  const candidates = [
    ...sections.flatMap(candidatesIn),
    ...sections.flatMap((section) => IN_WORDS.flatMap((name) => textIn(name, section))),
    ...numberInTitle(sections),
  ];
  const plainest = (same: Candidate[]) => same.toSorted((a, b) => a.rank - b.rank)[0] as Candidate;
  const byName = Map.groupBy(candidates, ({ name }) => name);
  const best = new Map([...byName].map(([name, same]) => [name, plainest(same)]));
  if (trace) tellCandidates(candidates, best, trace);
  const read = [...best.values()].map(({ name, value, score }) => ({ name, value, score: round(score) }));
  const tables = serviceTable(sections);
  const fields = tables.length === 0 ? read : read.filter(({ name }) => !name.endsWith('_item'));
  return { score: meanScore(fields) ?? 0, fields, tables: tables.length === 0 ? serviceInWords(fields) : tables };
}

/** Services that are described in free text, as the one row of their table. */
function serviceInWords(fields: InvoiceField[]): InvoiceTable[] {
  const row = ['descricao_item', 'aliquota_iss_item'].flatMap(
    (name) => fields.find((field) => field.name === name) ?? [],
  );
  if (row[0]?.name !== 'descricao_item') return [];
  const score = meanScore(row);
  return [{ name: 'tabela_servico', score, headers: row.map(({ name }) => ({ name, score })), values: [row] }];
}

const IN_WORDS = ['descricao_item', 'outras_informacoes'];

/** What is said in free text: the lines under its heading, or behind and under its label, up to a known label. */
function textIn(name: string, { heading, lines, fields }: SectionReading): Candidate[] {
  const isOf = (label: string) => fieldNameOf(label, null)?.name === name;
  const label = fields.find((field) => isOf(field.label))?.label ?? '';
  const at = isOf(heading ?? '') ? 0 : lines.findIndex((line) => label !== '' && line.startsWith(`${label}:`));
  if (at < 0) return [];
  const [first = '', ...more] = lines.slice(at);
  const own = first.startsWith(`${label}:`) ? first.slice(label.length + 1) : first;
  const isLabelled = (line: string) =>
    fields.some((field) => line.startsWith(field.label) && fieldNameOf(field.label, 'prestador') !== null);
  const end = more.findIndex(isLabelled);
  const value = [own, ...(end < 0 ? more : more.slice(0, end))].join(' ').trim();
  // What stands on one line only has the score of its label.
  return value === own.trim() && label !== '' ? [] : [{ name, value, score: WITHOUT_LABEL, rank: -1 }];
}

/**
 * Whether a label names a field of the type, or has a sentence, and no field has its value: it is no such value, or nothing
 * tells whose it is. What stands before the first party is said of the town.
 */
export function isFieldLost(sections: SectionReading[], { fields, tables }: InvoiceReading): boolean {
  const names = new Set(fields.map(({ name }) => name));
  const cells = tables.flatMap(({ values }) => values.flat());
  const said = [...fields, ...cells].map(({ value }) => lettersOf(value ?? '')).join('\n');
  const first = sections.findIndex(({ heading }) => partyOf(heading));
  return sections
    .slice(Math.max(first, 0))
    .filter(({ heading }) => !isOfNeither(heading))
    .some((section) =>
      labelledIn(section).some(({ label, value }) => {
        if (value === null || EMPTY.test(value) || said.includes(lettersOf(normaliseValue(value)))) return false;
        const own = fieldNameOf(label, partyOf(section.heading));
        if (own) return !own.name.endsWith('_item') && !names.has(own.name);
        return fieldNameOf(label, 'tomador') !== null || isProse({ text: value });
      }),
    );
}

function tellCandidates(candidates: Candidate[], best: Map<string, Candidate>, trace: Trace): void {
  for (const candidate of candidates) {
    const { name, label, value, score } = candidate;
    const taken = best.get(name) as Candidate;
    const rival = taken.rank < candidate.rank ? 'is the plainer label of this field' : 'came first';
    const reason = candidate === taken ? READ : `"${taken.label ?? taken.value}" ${rival}`;
    trace({ step: 'reading', name, label, text: value, value: candidate === taken ? value : null, score, reason });
  }
}

/** The invoice of a document. One for goods (DANFE) has been read by its boxes, which is more than its labels say. */
export function readDocumentInvoice(document: DocumentReading): InvoiceReading {
  const reading = readInvoice(document.sections);
  if (document.documentType?.id !== 'bra-danfe' || !document.fields) return reading;
  const fields = document.fields
    .filter(({ value }) => value !== null)
    .map(({ name, value, score }) => ({ name, value, score }));
  return { ...reading, fields, score: meanScore(fields) ?? 0 };
}

/** `NFS-e Nº 1234`. */
const TITLE_WITH_NUMBER = verboseRegExp('i')`
  ^(?:NFS-?e|nota fiscal(?: eletr[ôo]nica)?(?: de servi[çc]os?)?(?:\s*(?:[-–]\s*)?NFS-?e)?)
  \s*(?:[-–:]\s*)?n(?:[º°o.]+|[úu]mero)\s*(?::\s*)?(\d{1,15})$
`;

/** The number of the invoice in a line of its own. */
function numberInTitle(sections: SectionReading[]): Candidate[] {
  const titles = sections.flatMap(({ heading, lines }) => [heading ?? '', ...lines]);
  const numbers = titles.flatMap((title) => TITLE_WITH_NUMBER.exec(title)?.[1] ?? []);
  return numbers.map((value) => ({ name: 'numero_nota_fiscal', value, score: WITHOUT_LABEL, rank: Infinity }));
}

function candidatesIn(section: SectionReading): Candidate[] {
  const party = partyOf(section.heading);
  return [...labelledIn(section).flatMap((field) => candidatesFrom(field, party)), ...numberOfParty(section, party)];
}

/** Amounts often stand in a table of one row; its headers are labels. */
const labelledIn = ({ fields, tables }: SectionReading): FieldReading[] => [
  ...fields,
  ...tables.filter(({ rows }) => rows.length === 1).flatMap(fieldsOfRow),
];

/** The only number among what is said of a party is the party's, though its label could not be read. */
function numberOfParty({ lines, fields }: SectionReading, party: Party): Candidate[] {
  if (!party || !fields.some(({ recognised }) => recognised)) return [];
  const texts = lines.flatMap((line) => line.split(/\s{2,}/));
  const only = onlyValue(texts.flatMap((text) => proven(taxNumber(text)) ?? []));
  const name = party === 'prestador' ? 'cpf_cnpj_prestador' : 'cpf_cnpj';
  return only === null ? [] : [{ name, value: only, score: WITHOUT_LABEL, rank: Infinity }];
}

/** The score of a number that only its place, or its check digits, identify; recognised or not is not known of it. */
const WITHOUT_LABEL = 0.85;

const fieldsOfRow = ({ headers, rows, score, scores, recognised }: SectionReading['tables'][number]): FieldReading[] =>
  headers.map((label, column) => ({
    label,
    value: rows[0]?.[column] ?? null,
    score: scores?.[0]?.[column] ?? score,
    ...(recognised ? { recognised } : {}),
  }));

function candidatesFrom(field: FieldReading, section: Party): Candidate[] {
  const named = fieldNameOf(field.label, section);
  if (!named || field.value === null) return [];
  const { name, rank } = named;
  const value = field.value.trim();
  const typed = parseFieldValue(name, { ...field, value: field.value });
  if (!typed) return [];
  const candidate = { name, rank, label: field.label, ...typed };
  if (!name.startsWith('municipio') || value.length <= 2) return [candidate];
  // `Campinas - SP` holds the state too.
  const state = parseFieldValue('endereco_uf', { value, score: typed.score });
  const ofState = { name: name.replace('municipio', 'endereco_uf'), rank: rank + 1 };
  return state ? [candidate, { ...candidate, ...ofState, ...state }] : [candidate];
}
