import { digitForAnyCase } from '../text/lookAlikes.ts';
import { textList, verboseRegExp } from '../text/pattern.ts';

/** First five digits of the postal codes (CEP) of each state, as Correios publishes them: from, to, state. */
const RANGES = rangesOf(`
  01000-19999 SP | 20000-28999 RJ | 29000-29999 ES | 30000-39999 MG | 40000-48999 BA | 49000-49999 SE |
  50000-56999 PE | 57000-57999 AL | 58000-58999 PB | 59000-59999 RN | 60000-63999 CE | 64000-64999 PI |
  65000-65999 MA | 66000-68899 PA | 68900-68999 AP | 69000-69299 AM | 69300-69399 RR | 69400-69899 AM |
  69900-69999 AC | 70000-72799 DF | 72800-72999 GO | 73000-73699 DF | 73700-76799 GO | 76800-76999 RO |
  77000-77999 TO | 78000-78899 MT | 79000-79999 MS | 80000-87999 PR | 88000-89999 SC | 90000-99999 RS
`);

/** The same for the state capitals. */
const CAPITALS = rangesOf(`
  01000-05999 São Paulo | 08000-08499 São Paulo | 20000-23799 Rio de Janeiro | 29000-29099 Vitória |
  30000-31999 Belo Horizonte | 40000-41999 Salvador | 49000-49098 Aracaju | 50000-52999 Recife | 57000-57099 Maceió |
  58000-58099 João Pessoa | 59000-59139 Natal | 60000-60999 Fortaleza | 64000-64099 Teresina | 65000-65099 São Luís |
  66000-66999 Belém | 68900-68911 Macapá | 69000-69099 Manaus | 69300-69339 Boa Vista | 69900-69923 Rio Branco |
  70000-72799 Brasília | 73000-73699 Brasília | 74000-74899 Goiânia | 76800-76834 Porto Velho | 77000-77249 Palmas |
  78000-78099 Cuiabá | 79000-79124 Campo Grande | 80000-82999 Curitiba | 88000-88099 Florianópolis |
  90000-91999 Porto Alegre
`);

/** The state of a postal code; null if it is in no range. */
export const stateOfCep = (digits: string): string | null => nameIn(RANGES, digits);

/** The state capital of a postal code; null if it is of another city. */
export const capitalOfCep = (digits: string): string | null => nameIn(CAPITALS, digits);

function nameIn(ranges: string[][], digits: string): string | null {
  const first = digits.slice(0, 5);
  return ranges.find(([from = '', to = '']) => from <= first && first <= to)?.[2] ?? null;
}

/** `01000-19999 SP | 20000-28999 RJ` as from, to and name. */
function rangesOf(table: string): string[][] {
  return textList(table).map((row) => [row.slice(0, 5), row.slice(6, 11), row.slice(12)]);
}

/** A postal code in a text: as written, its eight digits, and its position. */
export type Cep = { value: string; digits: string; start: number; end: number; score: number };

const LABEL = String.raw`(?<![\p{L}])C\.?\s?E\.?\s?P\.?\s{0,3}(?:n[º°o.]{0,2}\s{0,2})?[:.–-]?\s{0,3}`;
/** Digits, and letters they may have been misread as. */
const DIGIT = '[0-9OoQIlSBZ]';
/** Behind its label a postal code may have any form. */
const LABELLED = new RegExp(
  `${LABEL}(${DIGIT}{2}\\s?[. ]?\\s?${DIGIT}{3}\\s?[-–. ]{0,2}\\s?${DIGIT}{3})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Without a label only forms that no other number has. */
const DASHED = /(?<![\p{L}\p{N}/-]|\d[.,])(\d{2}\.?\d{3}\s?[-–]\s?\d{3})(?![\p{L}\p{N}-])/gu;
const MISREAD = /(?<![\p{L}\p{N}/-]|\d[.,])([\dOoIl]{5}-[\dOoIl]{3})(?![\p{L}\p{N}-])/gu;
const BARE = verboseRegExp('giu')`
  (?<![\p{L}\p{N}/-]|\d[.,]|(?:tel|fone|cel|whatsapp|fax|inscri[çc][ãa]o|matr[íi]cula|pedido|protocolo
  |n[º°o])[:.\s]{0,3})(\d{8})(?![\p{L}\p{N}/-]|[.,]\d)
`;
const SPACED = /(?=\d)(?:(?<=(?:^|[\s,/-])[A-Z]{2}[\s,]{1,2})|(?<=^\s*))(\d{5} \d{3})(?=\s*(?:$|[,;\n]))/gu;

/** The postal codes of a text, in order. */
export function findCeps(text: string): Cep[] {
  const found = PATTERNS.flatMap(([pattern, score]) =>
    [...text.matchAll(pattern)].map((match) => asCep(match, score)).filter((cep) => cep !== null),
  );
  const kept: Cep[] = [];
  // Of two matches that overlap, the one with the label begins first.
  for (const cep of found.toSorted((a, b) => a.start - b.start))
    if (cep.start >= (kept.at(-1)?.end ?? 0)) kept.push(cep);
  return kept;
}

const PATTERNS: [RegExp, number][] = [
  [LABELLED, 0.99],
  [DASHED, 0.98],
  [MISREAD, 0.7],
  [BARE, 0.9],
  [SPACED, 0.9],
];

function asCep({ 0: whole, 1: value = '', index }: RegExpExecArray, score: number): Cep | null {
  const misread = value.replace(/[^a-z]/gi, '').length;
  // With more letters it is not a misread postal code.
  if (misread > 4) return null;
  const digits = value.replace(/[a-z]/gi, digitForAnyCase).replace(/\D/g, '');
  if (digits.length !== 8 || stateOfCep(digits) === null) return null;
  return { value, digits, start: index, end: index + whole.length, score: misread > 0 ? Math.min(score, 0.7) : score };
}

export const formatCep = (digits: string) => `${digits.slice(0, 5)}-${digits.slice(5)}`;
