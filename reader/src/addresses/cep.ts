import { stateOfCep } from './cepRanges.ts';

export type Cep = { value: string; digits: string; start: number; end: number; score: number };

const LABEL = String.raw`(?<![\p{L}])C\.?\s?E\.?\s?P\.?\s{0,3}(?:n[º°o.]{0,2}\s{0,2})?[:.–-]?\s{0,3}`;
/** What recognition makes of digits. */
const DIGIT = '[0-9OoQIlSBZ]';
/** Behind its label a postcode may be written in any way. */
const LABELLED = new RegExp(
  `${LABEL}(${DIGIT}{2}\\s?[. ]?\\s?${DIGIT}{3}\\s?[-–. ]{0,2}\\s?${DIGIT}{3})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Elsewhere only in the ways nothing else is written. */
const DASHED = /(?<![\p{L}\p{N}/-]|\d[.,])(\d{2}\.?\d{3}\s?[-–]\s?\d{3})(?![\p{L}\p{N}-])/gu;
const MISREAD = /(?<![\p{L}\p{N}/-]|\d[.,])([\dOoIl]{5}-[\dOoIl]{3})(?![\p{L}\p{N}-])/gu;
const BARE =
  /(?<![\p{L}\p{N}/-]|\d[.,]|(?:tel|fone|cel|whatsapp|fax|inscri[çc][ãa]o|matr[íi]cula|pedido|protocolo|n[º°o])[:.\s]{0,3})(\d{8})(?![\p{L}\p{N}/-]|[.,]\d)/giu;
const SPACED = /(?:(?<=(?:^|[\s,/-])[A-Z]{2}[\s,]{1,2})|(?<=^\s*))(\d{5} \d{3})(?=\s*(?:$|[,;\n]))/gu;

/** The postcodes of a text in their order. */
export function findCeps(text: string): Cep[] {
  const found = PATTERNS.flatMap(([pattern, score]) =>
    [...text.matchAll(pattern)].map((match) => asCep(match, score)).filter((cep) => cep !== null),
  );
  const kept: Cep[] = [];
  // One that is found in two ways begins sooner with its label.
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

const REPAIRS: Record<string, string> = { o: '0', q: '0', i: '1', l: '1', s: '5', b: '8', z: '2' };

function asCep({ 0: whole, 1: value = '', index }: RegExpExecArray, score: number): Cep | null {
  const misread = value.replace(/[^a-z]/gi, '').length;
  // Half of it letters is no postcode that was misread.
  if (misread > 4) return null;
  const digits = value
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => REPAIRS[letter] ?? '')
    .replace(/\D/g, '');
  if (digits.length !== 8 || stateOfCep(digits) === null) return null;
  return { value, digits, start: index, end: index + whole.length, score: misread > 0 ? Math.min(score, 0.7) : score };
}

export const writtenCep = (digits: string) => `${digits.slice(0, 5)}-${digits.slice(5)}`;
