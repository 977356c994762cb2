/** Beginnings of clauses, chapters, and of the records (R) and annotations (AV) of a register, whatever their print. */

const ONES =
  'PRIMEIR[AO]|SEGUND[AO]|TERCEIR[AO]|QUART[AO]|QUINT[AO]|SEXT[AO]|S[ÉE]TIM[AO]|OITAV[AO]|NON[AO]|[ÚU]NIC[AO]|FINAL';
const TENS = 'D[ÉE]CIM[AO]|VIG[ÉE]SIM[AO]|TRIG[ÉE]SIM[AO]|QUADRAG[ÉE]SIM[AO]';
const ORDINAL = `(?:\\d{1,3}[ºª°]?(?:\\.\\d{1,3})*|(?:${TENS})(?:[\\s-]+(?:${ONES}))?|${ONES}|[IVXLC]+|[A-Z](?![\\p{L}]))`;
const PART = 'CL[ÁA]USULA|CAP[ÍI]TULO|SE[ÇC][ÃA]O|T[ÍI]TULO|ANEXO|ARTIGO|ART\\.|ARTICLE|SECTION|SCHEDULE';
const CLAUSE = new RegExp(`^(?:${PART})\\s+${ORDINAL}`, 'iu');
/** A reference in a sentence goes on in small letters. */
const SET_OFF = /^\s*(?:[-–—:.)]|$)|^\s+(?:D[AOE]S?\s)?\p{Lu}{2}/u;
/** R.1/12.345, AV-2-12.345, R.3 - Protocolo, Av.4/M.12.345. */
const ENTRY = /^(?:R|AV)\s?[.\-–]?\s?\d{1,3}(?:\s?[-–/.]\s?(?:M(?:AT)?[.\s]*)?\d[\d.]*)?(?=\s*(?:[-–—:.,)]|$))/i;

const LONGEST = 90;
const MOST_WORDS = 12;

/** The heading a line begins with and what follows it in the line; null if it begins with none. */
export function numberedHeading(text: string): { heading: string; rest: string } | null {
  const number = (ENTRY.exec(text) ?? CLAUSE.exec(text))?.[0];
  const after = text.slice(number?.length);
  if (!number || !SET_OFF.test(after.replace(/^,/, '.'))) return null;
  const title = titleIn(after);
  const rest = after.slice(title.length).replace(/^[\s\-–—:.,)]+/, '');
  const isWhole = isTitle(after) && !(CAPITALS.test(after) && /\p{Ll}{2}/u.test(rest));
  return isWhole ? { heading: text, rest: '' } : { heading: (number + title).trim(), rest };
}

/** The whole line is number and title. */
function isTitle(after: string): boolean {
  const words = after.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return (
    after.length <= LONGEST &&
    words.length <= MOST_WORDS &&
    !/[.;,]\s*\p{L}|[;,]$|:\s*\S/u.test(after) &&
    (words.length < 5 || !/\.$/.test(after))
  );
}

const CAPITALS = /^\s*[-–—:.)]*\s*(?:\p{Lu}{2}[\p{Lu}\s/]*\p{Lu}|\p{Lu}{2,})(?=\s*[-–—:.]|\s+\p{Lu}?\p{Ll})/u;
const SHORT = /^\s*[-–—:.)]+\s*(?:[\p{L}]+\s?){1,6}(?=\s[-–—]\s|:)/u;

/** A title before the text: in capitals, or short and set off by a dash or colon. */
const titleIn = (after: string): string => CAPITALS.exec(after)?.[0] ?? SHORT.exec(after)?.[0] ?? '';
