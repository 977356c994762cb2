import { wordSet } from '../text/pattern.ts';
import { UNITS } from './abbreviations.ts';
import { type Draft, type Span, beginsPart, type Word } from './tokens.ts';

/** Abbreviated sectors of Brasília, whose blocks take the place of streets. */
const SECTORS = wordSet`
  SQS SQN SQSW SQNW SCS SCN SBS SBN SHS SHN SHIS SHIN SHIP SHTN SHTS SHCS SHCN SHCES SHCSW SHCGN SHCNW SHLS
  SHLN SHIGS SHIGN HCGN HIGS SRTVS SRTVN SRES SAS SAUS SAUN SAN SAFS SAFN SAIS SAIN SAAN SGAS SGAN SGCV SEPS
  SEPN SEUPS SEUPN SEN SES EQS EQN EQNM EQNL EQNP EQSW CLS CLN CLSW CLNW CLRN CRS CRN CRNW SCLN SCLS SCLRN
  SCRN SCRS SIG SIA SIBS SOF SOFS SOFN SMAS SMU SPO SMDB SMPW SMLN SCES SCEN SCTN SCTS SCIA SCE SDS SDN SIN
  STN STS STRC SPMS SPMN SGO SGON SML SMT SHVP SHA SHSN SPLM EPTG EPIA AOS AE QNA QNB QNC QND QNE QNF QNG
  QNH QNJ QNL QNM QNN QNO QNP QNQ QNR QSA QSB QSC QSD QSE QSF CNA CNB CNC CND CNF CNG CNM CNN CNR CSA CSB
  CSC CSD CSE CSF CSG
`;
/** Sectors of which a number is part of the name. */
const WITH_NUMBER = /^(QI|QL|QE|QR|QS|QN|QC|CL|CA|AC|CLN|QMS)$/;
/** Written out: `Setor Bancário Sul Quadra 3`. */
const SECTOR_NAME = /^(setor|superquadra|comercio|entrequadra) ((?!quadra|bloco)[\p{L}]+ ){1,6}(?=quadra|qd|bloco|\d)/u;

const QUADRA = /^(quadra|qd|qda|q)$/;
/** Words that name the block, not an apartment or shop in it. */
const BLOCK_PART = /^(quadra|qd|qda|q|bloco|bl|conjunto|conj|cj|trecho|area|rua|avenida|modulo)$/;

/** The block that an address in Brasília has instead of a street; `typed` if it begins with the word Quadra. */
export function findBlock(draft: Draft): (Span & { typed: boolean }) | null {
  for (let from = 0; from < draft.words.length; from++) {
    const word = draft.words[from] as Word;
    if (draft.taken[from] || (word.hint !== null && word.hint !== 'street')) continue;
    const to = sectorEnd(draft, from);
    if (to !== null) return { from, to: blockPartsEnd(draft, to), typed: false };
    if (beginsPart(word) && QUADRA.test(word.plain) && isDesignation(draft.words, from + 1))
      return { from, to: blockPartsEnd(draft, from + 2), typed: true };
  }
  return null;
}

/** The end of the sector's name and its number. */
function sectorEnd({ words }: Draft, from: number): number | null {
  const [word, next] = [words[from] as Word, words[from + 1]];
  const name = word.text.toUpperCase();
  const numbered = next !== undefined && (next.gap === 'space' || next.gap === 'hyphen') && next.kind === 'number';
  const known = word.text === name || word.text === word.plain;
  // `SHIS QI 5`: the sector and the quarter in it.
  if (
    known &&
    SECTORS.has(name) &&
    next &&
    WITH_NUMBER.test(next.text.toUpperCase()) &&
    words[from + 2]?.kind === 'number'
  )
    return from + 3;
  if (known && SECTORS.has(name)) return numbered ? from + 2 : next && BLOCK_PART.test(next.plain) ? from + 1 : null;
  if (known && WITH_NUMBER.test(name) && numbered && beginsPart(word)) return from + 2;
  if (!beginsPart(word)) return null;
  const written = SECTOR_NAME.exec(
    `${words
      .slice(from, from + 9)
      .filter((one, index) => index === 0 || !beginsPart(one))
      .map(({ plain }) => plain)
      .join(' ')} `,
  );
  return written ? from + written[0].trim().split(' ').length : null;
}

function blockPartsEnd(draft: Draft, from: number): number {
  let to = from;
  while (
    to < draft.words.length &&
    !draft.taken[to] &&
    BLOCK_PART.test((draft.words[to] as Word).plain) &&
    isDesignation(draft.words, to + 1)
  )
    to += 2;
  return to;
}

/** Whether the word is a number or a letter: `12`, `1B`, `K`. */
function isDesignation(words: Word[], at: number): boolean {
  const word = words[at];
  return (
    word !== undefined &&
    !beginsPart(word) &&
    (word.kind === 'number' || /^(\d{1,4}[a-z]?|[a-z]|[a-z]\d{1,3})$/.test(word.plain))
  );
}

/** The standard form: `SCS Quadra 4 Bloco A`. */
export function standardBlock({ words }: Draft, { from, to }: Span): string {
  return words
    .slice(from, to)
    .map(({ plain, text }, index) => {
      if (SECTORS.has(text.toUpperCase()) || WITH_NUMBER.test(text.toUpperCase())) return text.toUpperCase();
      if (plain in UNITS && (index === 0 || BLOCK_PART.test(plain))) return UNITS[plain];
      if (/^.$|\d/.test(text)) return text.toUpperCase();
      return /^d[aeo]$/.test(plain) ? plain : text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
    })
    .join(' ');
}
