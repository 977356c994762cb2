import type { PageReading } from '../reading.ts';
import { numberedHeading } from '../layout/headings.ts';

/** A title stands among the first lines of its page. */
const TOP = 3;
const FEWEST_LETTERS = 5;

/** Whether a page of no known kind opens with a title of its own, and not with more of the pages before it. */
export function opensWithTitle(page: PageReading, before: PageReading[]): boolean {
  const top = linesOf(page).slice(0, TOP);
  const title = page.sections
    .flatMap(({ heading }) => heading ?? [])
    .find((heading) => top.some((line) => line === heading));
  if (!title || numberedHeading(title) || (title.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return false;
  return !before.some((other) => sharesHead(page, other));
}

/**
 * Whether a page goes on with what the page before it says: a sentence, its clauses or, on one of no known kind, the
 * same head again.
 */
export function goesOn(page: PageReading, before: PageReading[]): boolean {
  const last = before.at(-1);
  if (!last) return false;
  return (
    goesOnInSentence(page, last) || goesOnInClauses(page, before) || (page.document === null && sharesHead(page, last))
  );
}

function goesOnInSentence(page: PageReading, before: PageReading): boolean {
  const [end, start] = [linesOf(before).at(-1) ?? '', linesOf(page)[0] ?? ''];
  return /^\p{Ll}{2}/u.test(start) && /[\p{L},;-]$/u.test(end.trim());
}

const CLAUSE = /^\s*(?:CL[ÁA]USULA|ARTIGO|CAP[ÍI]TULO)\s+\S+/im;
const FIRST_CLAUSE = /^\s*(?:CL[ÁA]USULA|ARTIGO|CAP[ÍI]TULO)\s+(?:PRIMEIR[AO]|1[ªº°.]?|I)(?=[\s\-–—:.)]|$)/im;

/** Clauses after the first, where the pages before have some: those of the same paper. */
const goesOnInClauses = (page: PageReading, before: PageReading[]) =>
  CLAUSE.test(page.text) && !FIRST_CLAUSE.test(page.text) && before.some(({ text }) => FIRST_CLAUSE.test(text));

const linesOf = ({ text }: PageReading) => text.split('\n').filter((line) => line.trim() !== '');

/** Pages of one document often have the same line at their top. */
const sharesHead = (page: PageReading, other: PageReading) =>
  linesOf(other)
    .slice(0, TOP)
    .some((line) => linesOf(page).slice(0, TOP).map(bare).includes(bare(line)));

/** Without what counts the pages. */
const bare = (line: string) => line.replace(/\d/g, '').toLowerCase().trim();
