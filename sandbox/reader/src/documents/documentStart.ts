// Where in a file of many pages the next document begins.
import { numberedHeading } from '../layout/headings.ts';
import type { DocumentType, PageReading } from '../reading.ts';
import { verboseRegExp, wordSet } from '../text/pattern.ts';
import { namedField } from './values/namedFields.ts';

/** A document that further pages may belong to, and what its pages say: to look through them for each page would take long. */
export class OpenDocument {
  type: DocumentType | null = null;
  readonly pages: PageReading[] = [];
  readonly identity = new Map<string, string>();
  readonly heads = new Set<string>();
  hasBegun = false;
  hasFields = false;

  add(page: PageReading): void {
    this.type ??= page.document?.documentType ?? null;
    this.pages.push(page);
    for (const [name, value] of identityOf(page)) this.identity.set(name, value);
    for (const line of headOf(page)) this.heads.add(line);
    this.hasBegun ||= begins(page);
    this.hasFields ||= Boolean(page.document?.fields);
  }
}

const PERSONAL = new Set(['personal-document', 'driver-licence', 'passport']);
/** The back of a card has fewer letters. */
const SHORT_TEXT = 600;

/** Whether a page is the first of another document than the pages before it. */
export function startsDocument(page: PageReading, current: OpenDocument): boolean {
  if (page.text.trim() === '') return false;
  const type = page.document?.documentType;
  const isOfOtherType = type?.id !== current.type?.id;
  const number = pageNumber(page.text);
  if (number !== null) {
    const follows = pageNumber(current.pages.at(-1)?.text ?? '') !== 1;
    return number === 1 && (isOfOtherType || hasOtherIdentity(page, current) || follows);
  }
  if (isOfOtherType && continues(page, current)) return false;
  if (type) return isOfOtherType || hasOtherIdentity(page, current) || restartsNumbering(page, current);
  if (!current.type) return startsNextLetter(page, current);
  // A type with fields of its own is a form. A page unlike it is another document, unless it is the back of a card.
  if (current.hasFields) return !(PERSONAL.has(current.type.stdType) && page.text.length < SHORT_TEXT);
  return GREETING.test(page.text) || opensWithTitle(page, current);
}

/** The number a page prints for itself: `Página 2 de 3`, `Folha 1/2`. */
const PAGE_NUMBER = /\b(?:p[áa]gina|p[áa]g\.?|folha|fl\.?|page)\s*(?::\s*)?(\d{1,3})\s*(?:\/|de|of)\s*(\d{1,3})\b/i;

function pageNumber(text: string): number | null {
  const [, number, of] = PAGE_NUMBER.exec(text) ?? [];
  return number && Number(number) <= Number(of) ? Number(number) : null;
}

/** Fields that tell one document of a type from another of the same type. */
const IDENTIFYING_FIELDS = wordSet`
  chave_acesso chave_verificacao numero_nota_fiscal linha_digitavel numero_documento nosso_numero rg cpf registro
  numero nome number date cnpj
`;

const hasOtherIdentity = (page: PageReading, { identity }: OpenDocument): boolean =>
  identityOf(page).some(([name, value]) => (identity.get(name) ?? value) !== value);

/** The identifying fields of a page; without fields, numbers of registry sheets, accounts and contracts in its text. */
function identityOf({ document, text, receipt }: PageReading): [string, string][] {
  const ofReceipt = receipt && [namedField('date', receipt.date), namedField('cnpj', receipt.cnpj)];
  const fields = document?.fields ?? ofReceipt;
  if (fields)
    return fields.flatMap(({ name, value }): [string, string][] =>
      value !== null && IDENTIFYING_FIELDS.has(name) ? [[name, value]] : [],
    );
  const found = text.matchAll(
    /\b(matr[íi]cula|conta(?: corrente)?|contrato n[º°o.]*)\s*(?:n[º°o.]*\s*)?(?::\s*)?(\d[\d.-]*\d)/gi,
  );
  return [...found].slice(0, 3).map(([, label = '', number = '']) => [label.toLowerCase(), number.replace(/\D/g, '')]);
}

const CLAUSE = /(?:^|\n)[^\S\n]*(?:CL[ÁA]USULA|ARTIGO|CAP[ÍI]TULO)\s+\S/i;
/** The first clause, article or chapter of a contract, or entry of a registry. */
const FIRST_ITEM = verboseRegExp('i')`
  (?:^|\n)[^\S\n]*
  (?:R[.\s-]*1[\s/.-]|(?:CL[ÁA]USULA|ARTIGO|CAP[ÍI]TULO)\s+(?:PRIMEIR[AO]|1[ªº°.]?|I))
  (?=[\s\-–—:.)]|$)
`;
const begins = ({ text }: PageReading) => FIRST_ITEM.test(text);

/** What the pages number began with the first, and here is a first one again. */
const restartsNumbering = (page: PageReading, { hasBegun }: OpenDocument) => hasBegun && begins(page);

const GREETING = /(?:^|\n)[^\S\n]*(prezad[oa]s?|ilm[oa]|exm[oa]|caro|cara|dear|ao[s]? cuidado|to whom)\b/i;

/** A greeting, after a first page that greets too or has the same letterhead. */
function startsNextLetter(page: PageReading, { pages }: OpenDocument): boolean {
  const first = pages[0]?.text ?? '';
  return GREETING.test(page.text) && (first.split('\n')[0] === page.text.split('\n')[0] || GREETING.test(first));
}

/** A title, or a line that the pages of a document share, stands among the first lines. */
const HEAD_LINES = 3;
const SHORTEST_TITLE = 5;

/** Whether a page of unknown type opens with a title of its own, under a head that the pages before it do not have. */
function opensWithTitle(page: PageReading, { heads }: OpenDocument): boolean {
  const head = linesOf(page).slice(0, HEAD_LINES);
  const title = page.sections.flatMap(({ heading }) => heading ?? []).find((heading) => head.includes(heading));
  if (!title || numberedHeading(title) || (title.match(/\p{L}/gu)?.length ?? 0) < SHORTEST_TITLE) return false;
  return !headOf(page).some((line) => heads.has(line));
}

/** Whether a page continues a sentence or the clauses of the pages before it or, of no known type, repeats their head. */
function continues(page: PageReading, { pages, hasBegun }: OpenDocument): boolean {
  const last = pages.at(-1);
  if (!last) return false;
  const [lastLine, firstLine] = [linesOf(last).at(-1) ?? '', linesOf(page)[0] ?? ''];
  const continuesSentence = /^\p{Ll}{2}/u.test(firstLine) && /[\p{L},;-]$/u.test(lastLine.trim());
  const continuesClauses = hasBegun && CLAUSE.test(page.text) && !begins(page);
  const repeatsHead = () => headOf(page).some((line) => headOf(last).includes(line));
  return continuesSentence || continuesClauses || (page.document === null && repeatsHead());
}

const linesOf = ({ text }: PageReading) => text.split('\n').filter((line) => line.trim() !== '');

/** The first lines, whatever page numbers they hold. */
const headOf = (page: PageReading) =>
  linesOf(page)
    .slice(0, HEAD_LINES)
    .map((line) => line.replace(/\d/g, '').toLowerCase().trim());
