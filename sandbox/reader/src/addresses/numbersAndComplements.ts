import { verboseRegExp, verboseSource } from '../text/pattern.ts';
import { UNITS } from './abbreviations.ts';
import {
  ANY_WORD,
  beginsPart,
  endsPart,
  markTaken,
  matchEnd,
  matches,
  NUMERIC,
  PART_END,
  textOf,
  WITH_DIGIT,
  WORD_END,
  type Draft,
  type Found,
  type Part,
  type Span,
  type Word,
} from './tokens.ts';
import { isCompleteSuburb } from './vocabulary.ts';

const STOREY = `(?:andar|and|pavimento|pav|piso)${WORD_END}`;
/** Behind the number of a storey: `5 andar`, but not the `5` of `5 pav. 2`. */
const STOREY_BEHIND = `[ -]${STOREY}(?![\n| -]${NUMERIC})`;
const STOREY_NUMBER = new RegExp(`${WITH_DIGIT}(?=${STOREY_BEHIND})`, 'yu');

/** `nº`, `n.` or `número` before a number. */
const MARKED = `(?:no|n|num|numero|nr|nro|n9|n0)[| -](?:${NUMERIC}|\\d{1,5}[a-z]${WORD_END}|s/n)`;
const MARKED_NUMBER = new RegExp(MARKED, 'y');
const ANY_NUMBER = new RegExp(String.raw`${MARKED}|${NUMERIC}|s/n|km\.?\d`, 'y');

export const isMarkedNumber = (draft: Draft, at: number): boolean => matches(draft, at, MARKED_NUMBER);

/** Whether a number, marked or not, `s/n` or a kilometre begins with the word. */
export const isAnyNumber = (draft: Draft, at: number): boolean => matches(draft, at, ANY_NUMBER);

/** `12A` is a house number, `T4` is not. */
export const isNumberLike = ({ kind, plain }: Word) => kind === 'number' || /^\d{1,5}[a-z]$/.test(plain);

/** The house number: labelled, else behind the street, else behind `nº` anywhere, else before the street. */
export function findNumber(draft: Draft, street: Span | null): Part | null {
  const label = draft.words.findIndex(({ hint }, index) => hint === 'number' && !draft.taken[index]);
  const found =
    numberAt(draft, label, 0.98) ??
    (street &&
      (numberAt(draft, street.to, 0.95) ?? markedNumber(draft, street.to) ?? numberBefore(draft, street.from)));
  if (found) markTaken(draft, found);
  return found;
}

function numberAt(draft: Draft, at: number, score: number): Found | null {
  const from = isMarkedNumber(draft, at) ? at + 1 : at;
  const word = draft.words[from];
  if (!word || draft.taken[from] || word.hint === 'complement') return null;
  const found = { from: at, to: from + 1, value: word.text, score };
  if (word.kind === 'noNumber') return { ...found, stdValue: 'S/N' };
  if (word.kind === 'km') {
    const hasHouseNumber = isMarkedNumber(draft, from + 1) || draft.words[from + 1]?.kind === 'noNumber';
    const stdValue = `km ${word.text.replace(/^km\.?\s*/i, '')}`;
    return (hasHouseNumber ? numberAt(draft, from + 1, 0.95) : null) ?? { ...found, from, stdValue, score };
  }
  if (!isNumberLike(word) || matches(draft, from, STOREY_NUMBER)) return null;
  const to = endWithLetter(draft, from);
  const value = textOf(draft, { from, to });
  return { ...found, to, value, stdValue: standardNumber(value) };
}

/** The end of `12-A` or `1440 A`; a letter before other words belongs to them. */
function endWithLetter(draft: Draft, from: number): number {
  const letter = draft.words[from + 1];
  if (!letter || draft.taken[from + 1] || !/^\p{L}$/u.test(letter.text)) return from + 1;
  const isClosed =
    endsPart(draft, from + 1) ||
    complementEnd(draft, from + 2) !== null ||
    isCompleteSuburb(draft.words[from + 2]?.plain ?? '') ||
    /^[A-DFGH]$/.test(letter.text);
  const isOwn = letter.gap === 'hyphen' || (letter.gap === 'space' && !/^[ea]$/.test(letter.text) && isClosed);
  return isOwn ? from + 2 : from + 1;
}

/** `nº 12` further on that is not the number of an apartment or a shop. */
function markedNumber(draft: Draft, from: number): Found | null {
  for (let at = from; at < draft.words.length; at++) {
    const end = complementEnd(draft, at);
    if (end !== null) at = end - 1;
    else if (isMarkedNumber(draft, at)) return numberAt(draft, at, 0.9);
  }
  return null;
}

/** `1500, Avenida Higienópolis`; a `1.` before a street is the number of a list item. */
function numberBefore(draft: Draft, streetFrom: number): Found | null {
  const word = draft.words[streetFrom - 1];
  const between = draft.text.slice(word?.end, draft.words[streetFrom]?.start);
  const leads = word?.kind === 'number' && beginsPart(word) && !/[.)]/.test(between);
  return leads ? numberAt(draft, streetFrom - 1, 0.75) : null;
}

const standardNumber = (value: string) =>
  value
    .toUpperCase()
    .replace(/(\d)\.(?=\d{3})/g, '$1')
    .replace(/(?<!\s)\s*-\s*/, '-')
    .replace(/\s+/g, ' ');

const UNIT = `(?:${Object.keys(UNITS).join('|')})${WORD_END}`;
/** Plural units, which several numbers may follow. */
const UNITS_OF_MANY = `(?:salas|sls|lojas|ljs|casas|lotes|lts|conjuntos|cjs)${WORD_END}`;
/** The number or letter of an apartment or block. */
const VALUE = verboseSource`
  (?:${WITH_DIGIT}(?!${STOREY_BEHIND})|(?:[^en\n| #-]|norte|sul|leste|oeste|unic[oa]|[ivx]{1,4})${WORD_END})
`;
const UNIT_VALUE = `(?:[\n| -]comercial)?(?:[ -](?:no|n|num|numero|nr))?[ -]${VALUE}`;
/** `101-A`, `101 e 102`. */
const CONTINUED = `-(?:[^\n| #-]${WORD_END}|${WITH_DIGIT})| [ea][ -]${NUMERIC}`;

/** Words whose complement extends to the end of the part: `Edifício Copan`, `próximo ao metrô`. */
const OF_BUILDINGS = 'edificio|edif|edf|ed|condominio|cond|shopping';
/** The same, but not inside a name. */
const OPEN_ENDED = verboseSource`
  galeria|torre|predio|empresarial|hotel|palacio|proximo|prox|esquina|esq|antig[oa]|entre|referencia|ref|acesso
  |entrada|terminal|campus|estacao|business|office|enfrente|(?:ao|em)(?=[ -](?:lado|frente)${WORD_END})
  |lado(?=[ -](?:par|impar|direito|esquerdo)${WORD_END})
  |conj(?:unto)?(?=[ -](?:nacional|comercial)${WORD_END})
`;
const NOT_IN_NAME = String.raw`(?<![\n| #-][^\d/\n| #-]+[ -])`;

const POST_BOX = `(?:(?:caixa|cx)[ -]postal|c[ -]?p)[| -](?:n[or]?[| -])?${NUMERIC}`;
const POST_BOX_HERE = new RegExp(POST_BOX, 'y');

/** Whether a post box begins with the word, which needs no street. */
export const isPostBox = (draft: Draft, at: number): boolean => matches(draft, at, POST_BOX_HERE);

/** The complements of a house number; `Casa Verde` and `Casa Forte` are suburbs, `fundos` is never part of one. */
const COMPLEMENT = verboseRegExp('yu')`
  ${POST_BOX}|km\.?\d[^\n| #-]*|(?:loja|lj|sala|sl|casa|apto|ap|bloco|bl|cj|box|lote|lt|quadra|qd)\d{1,5}[a-z]?${WORD_END}
  |${UNITS_OF_MANY}${UNIT_VALUE}(?:${CONTINUED}|[| -]${NUMERIC})*|${UNIT}${UNIT_VALUE}(?:${CONTINUED})*
  |(?:bl|bloco|torre|ala)[ -]${ANY_WORD}(?:${PART_END}|(?=[ -]${UNIT}))
  |(?:\d{1,2}[oa]?|primeiro|segundo|terceiro|quarto|quinto|ultimo)[ -](?:${STOREY}|(?:subsolo|etapa)${WORD_END})
  |(?:${OF_BUILDINGS}|${NOT_IN_NAME}(?:${OPEN_ENDED}))${WORD_END}
  (?:[ -]${ANY_WORD}(?:(?![ -]${UNIT}[ -]${VALUE})[ -]${ANY_WORD})*)?
  |(?:terreo|sobreloja|slj|subsolo|cobertura|cob|fundos|fds|fd|frente|altos|sobrado|mezanino)${WORD_END}
  |(?:casa|loja|galpao|predio|garagem|banca|quiosque|anexo)
  (?:${PART_END}|(?=[ -](?:${UNIT}|(?:jardim|vila|parque|bairro|centro)${WORD_END})))
`;

/** The end of the complement that begins at this word; null if none does. */
export const complementEnd = (draft: Draft, at: number): number | null => matchEnd(draft, at, COMPLEMENT);
