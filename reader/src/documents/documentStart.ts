import type { Kind } from './kind.ts';
import type { PageReading } from '../reading.ts';
import { goesOn, opensWithTitle } from './pageHead.ts';

/** Pages that are one document so far. */
export type Pages = { kind: Kind | null; pages: PageReading[] };

const PERSONAL = new Set(['personal-document', 'driver-licence', 'foreign-identity', 'passport']);
/** The back of a card says little. */
const FEW_LETTERS = 600;

/** Whether a page begins another document than the pages before it. */
export function beginsDocument(page: PageReading, kind: Kind | null, current: Pages): boolean {
  if (page.text.trim() === '') return false;
  const number = printedNumber(page.text);
  if (number !== null)
    return (
      number === 1 &&
      (kind?.id !== current.kind?.id || differs(page, current) || printedNumber(current.pages.at(-1)?.text ?? '') !== 1)
    );
  if (kind?.id !== current.kind?.id && goesOn(page, current.pages)) return false;
  if (kind) return kind.id !== current.kind?.id || differs(page, current) || restarts(page, current);
  if (!current.kind) return isLetterhead(page, current);
  // A kind with fields of its own is a form: a page that is not like it is no part of it, but for the back of a card.
  if (current.kind.read) return !(PERSONAL.has(current.kind.stdType) && page.text.length < FEW_LETTERS);
  return startsLetter(page.text) || opensWithTitle(page, current.pages);
}

/** `Página 2 de 3`, `Folha 1/2`: which page of its document a page says it is. */
function printedNumber(text: string): number | null {
  const found = /\b(?:p[áa]gina|p[áa]g\.?|folha|fl\.?|page)\s*:?\s*(\d{1,3})\s*(?:\/|de|of)\s*(\d{1,3})\b/i.exec(text);
  return found && Number(found[1]) <= Number(found[2]) ? Number(found[1]) : null;
}

/** What tells one document of a kind from another of the same kind. */
const IDENTIFYING = new Set([
  'chave_acesso',
  'chave_verificacao',
  'numero_nota_fiscal',
  'linha_digitavel',
  'numero_documento',
  'nosso_numero',
  'rg',
  'cpf',
  'registro',
  'numero',
  'nome',
  'number',
]);

/** A value that identifies the document is another one here. */
function differs(page: PageReading, { pages }: Pages): boolean {
  const before = new Map(pages.flatMap(identityOf));
  return identityOf(page).some(([name, value]) => before.has(name) && before.get(name) !== value);
}

function identityOf({ document, text }: PageReading): [string, string][] {
  const fields = document?.fields;
  if (fields)
    return fields.flatMap(({ name, value }): [string, string][] =>
      value !== null && IDENTIFYING.has(name) ? [[name, value]] : [],
    );
  const found = text.matchAll(
    /\b(matr[íi]cula|conta(?: corrente)?|contrato n[º°o.]*)\s*(?:n[º°o.]*)?\s*:?\s*(\d[\d.-]*\d)/gi,
  );
  return [...found].slice(0, 3).map(([, label = '', number = '']) => [label.toLowerCase(), number.replace(/\D/g, '')]);
}

const FIRST = /^\s*(CL[ÁA]USULA (PRIMEIRA|1ª)|R[.\s-]*1[\s/.-]|CAP[ÍI]TULO I)(?=[\s\-–—:.)]|$)/im;

/** What is counted begins again with one. */
const restarts = (page: PageReading, { pages }: Pages) =>
  FIRST.test(page.text) && pages.some(({ text }) => FIRST.test(text));

const GREETING = /^\s*(prezad[oa]s?|ilm[oa]|exm[oa]|caro|cara|dear|ao[s]? cuidado|to whom)\b/im;

const startsLetter = (text: string) => GREETING.test(text);

/** The same head as on the first page, and a greeting: the next letter. */
function isLetterhead(page: PageReading, { pages }: Pages): boolean {
  const [first] = pages;
  return (
    startsLetter(page.text) &&
    (first?.text.split('\n')[0] === page.text.split('\n')[0] || startsLetter(first?.text ?? ''))
  );
}
