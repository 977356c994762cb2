import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { birthplaceInBrazil } from './places.ts';
import type { ParsedValue, ScoredValue } from './value.ts';

const WORD = /^\p{Lu}(?:['’´]?[\p{Lu}\p{Ll}])*(?:-\p{Lu}[\p{L}'’]*)?\.?$/u;
const PARTICLE = /^(de|da|do|das|dos|di|del|della|e|y|van|von|der|la|le)$/i;

/** Words of labels and headings, which no name contains. */
const LABEL_WORDS = new Set(
  `
    NOME NAME SOBRENOME SURNAME APELIDOS APELLIDOS NOMBRES FILIACAO FILIATION PARENTS PAI MAE DATA DATE FECHA
    NASCIMENTO BIRTH NACIMIENTO EMISSAO EXPEDICAO ISSUE ISSUING VALIDADE EXPIRY EXPIRATION VENCIMENTO
    NATURALIDADE NACIONALIDADE NATIONALITY NACIONALIDAD BRASILEIRA BRASILEIRO SEXO SEX REGISTRO GERAL IDENTIDADE
    IDENTITY DOCUMENTO DOCUMENT CARTEIRA NACIONAL HABILITACAO CATEGORIA PERMISSAO REPUBLICA FEDERATIVA ESTADO
    GOVERNO SECRETARIA SEGURANCA PUBLICA INSTITUTO IDENTIFICACAO MINISTERIO DEPARTAMENTO TRANSITO ASSINATURA
    SIGNATURE PORTADOR TITULAR DIRETOR EMISSOR POLEGAR DIREITO ORGAO AUTORIDADE AUTHORITY TERRITORIO VALIDA
    LICENSE DRIVER CPF LOCAL PLACE OBSERVACOES PASSAPORTE PASSPORT
  `
    .trim()
    .split(/\s+/)
    .map(lookAlikeKey),
);

/** A person's name: at least two words with capital initials, and nothing else. */
export const personName = (text: string): ParsedValue | null => nameOf(text, 2);

/** A surname or given names: one word is enough. */
export const partOfName = (text: string): ParsedValue | null => nameOf(text, 1);

function nameOf(text: string, words: number): ParsedValue | null {
  const printed = text.split(/\s+/);
  const parts = printed.slice(printed.findIndex(isWord), printed.findLastIndex(isWord) + 1);
  const long = parts.filter((part) => /\p{L}{2}/u.test(part) && !PARTICLE.test(part));
  if (long.length < words || !parts.every((part) => WORD.test(part) || PARTICLE.test(part))) return null;
  if (PARTICLE.test(parts.at(-1) as string) || parts.some((part) => LABEL_WORDS.has(lookAlikeKey(part)))) return null;
  return { value: parts.join(' ').replace(/[.,]$/, '') };
}

/** Signs at the edges are borders of boxes and specks. */
const isWord = (part: string) => /[\p{L}\p{N}]/u.test(part);

/** Endings and names that always have an accent where a printer writes accents. */
const NEEDS_ONE = /(?:[A-Z]AO|[A-FH-Z]OES|LHAES|ARAES)$|^(?:ARAUJO|GONCALVES|LOURENCO|MENDONCA|ANTONIO|JOSE)$/;
const HAS_ONE = /[ÁÀÂÃÉÊÍÓÔÕÚÇ]/u;

/** The names and places of identity documents. */
const [NAMES, PLACES] = [
  ['nome', 'filiacao_1', 'filiacao_2'],
  ['naturalidade', 'local_cidade'],
];

/**
 * The fields without names that lost an accent. One printer made the whole document, with accents or without: where some
 * words have them, a word that needs one, or has one elsewhere, was misread. Names printed without any accents stay.
 */
export function dropNamesMissingAccents(found: Record<string, ScoredValue | null>): Record<string, ScoredValue | null> {
  const words = [...NAMES, ...PLACES].flatMap((name) => wordsOf(found[name]?.value ?? ''));
  const accented = new Set(words.filter((word) => HAS_ONE.test(word)).map(lookAlikeKey));
  const isLost = (word: string) =>
    !HAS_ONE.test(word) && (accented.has(lookAlikeKey(word)) || (accented.size > 0 && NEEDS_ONE.test(word)));
  const hasNone = accented.size === 0 && words.some((word) => NEEDS_ONE.test(word));
  const isDropped = (name: string, value: string) =>
    NAMES.includes(name)
      ? wordsOf(value).some(isLost)
      : PLACES.includes(name) && !hasNone && birthplaceInBrazil(value)?.check !== 'passed';
  return Object.fromEntries(
    Object.entries(found).map(([name, read]) => [name, read && isDropped(name, read.value) ? null : read]),
  );
}

const wordsOf = (value: string) => value.toUpperCase().split(/[^\p{L}]+/u);
