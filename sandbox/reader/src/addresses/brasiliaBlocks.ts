import { verboseRegExp, wordSet } from '../text/pattern.ts';
import { UNITS } from './abbreviations.ts';
import { ANY_WORD, firstMatch, NUMERIC, WORD_END, type Draft, type Span } from './tokens.ts';

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
/** Sectors and quarters of which a number is part of the name. */
const NUMBERED = wordSet`QI QL QE QR QS QN QC CL CA AC CLN QMS`;

/** Words that name the block, not an apartment or shop in it. */
const BLOCK_PART = `(?:quadra|qd|qda|q|bloco|bl|conjunto|conj|cj|trecho|area|rua|avenida|modulo)${WORD_END}`;
/** A number or a letter: `12`, `1B`, `K`. */
const DESIGNATION = `[ -](?:${NUMERIC}|(?:\\d{1,4}[a-z]?|[a-z]\\d{0,3})${WORD_END})`;
const QUARTER = `(?:${[...NUMBERED].join('|')})[ -]${NUMERIC}`;

/** A sector with its number, quarter (`SHIS QI 5`) or quadra; one written out (`Setor Bancário Sul Quadra 3`); a quadra. */
const BLOCK = verboseRegExp('iyu')`
  (?:(?:${[...SECTORS].join('|')})(?:[\n| -]${QUARTER}|[ -]${NUMERIC}|(?=[\n| -]${BLOCK_PART}))
  |(?<=[\n|])(?:${QUARTER}|(?:quadra|qd|qda|q)${DESIGNATION}
  |(?:setor|superquadra|comercio|entrequadra)(?:[ -](?!quadra|bloco)\p{L}+){1,6}(?=(?:[\n|]${ANY_WORD})?[\n| -](?:quadra|qd|bloco)|[ -]\d)))
  (?:[\n| -]${BLOCK_PART}${DESIGNATION})*
`;

/** The block that an address in Brasília has instead of a street; `typed` if it begins with the word Quadra. */
export function findBlock(draft: Draft): (Span & { typed: boolean }) | null {
  const block = firstMatch(draft, BLOCK, (at) => /^(null|street)$/.test(String(draft.words[at]?.hint)));
  return block && { ...block, typed: UNITS[draft.words[block.from]?.plain ?? ''] === 'Quadra' };
}

const IS_BLOCK_PART = new RegExp(`^${BLOCK_PART}`);

export function standardBlock({ words }: Draft, { from, to }: Span): string {
  return words
    .slice(from, to)
    .map(({ plain, text }, index) => {
      if (SECTORS.has(text.toUpperCase()) || NUMBERED.has(text.toUpperCase())) return text.toUpperCase();
      if (plain in UNITS && (index === 0 || IS_BLOCK_PART.test(plain))) return UNITS[plain];
      if (/^.$|\d/.test(text)) return text.toUpperCase();
      return /^d[aeo]$/.test(plain) ? plain : text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
    })
    .join(' ');
}
