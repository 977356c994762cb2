import { wordSet } from '../text/pattern.ts';
import { UNITS } from './abbreviations.ts';
import { endsPart, markTaken, textOf, type Draft, type Part, type Span, beginsPart, type Word } from './tokens.ts';
import { isCompleteSuburb } from './vocabulary.ts';

type Found = Part & Span;

const MARKER = /^(no|n|num|numero|nr|nro|n9|n0)$/;
const STOREY_WORD = /^(andar|and|pavimento|pav|piso)$/;

/** Whether the word is `nº`, `n.` or `número` before a number. */
export const isNumberMarkerAt = (words: Word[], at: number): boolean =>
  MARKER.test((words[at] as Word).plain) &&
  (words[at + 1]?.kind === 'number' || words[at + 1]?.kind === 'noNumber' || isNumberLike(words[at + 1])) &&
  words[at + 1]?.gap !== 'line';

/** `12A` is a house number, `T4` is not. */
export const isNumberLike = (word: Word | undefined) =>
  word !== undefined && (word.kind === 'number' || /^\d{1,5}[a-z]$/.test(word.plain));

/** Whether the word is a number, `s/n` or a kilometre. */
export function hasNumberBehind({ words }: Draft, at: number): boolean {
  const word = words[at];
  return (
    word !== undefined &&
    (word.kind === 'number' || word.kind === 'noNumber' || word.kind === 'km' || isNumberMarkerAt(words, at))
  );
}

/** The house number: labelled, else behind the street, else behind `nº` anywhere, else before the street. */
export function findNumber(draft: Draft, street: Span | null): Part | null {
  const found =
    labelledNumber(draft) ??
    (street &&
      (numberAt(draft, street.to, 0.95) ?? markedNumber(draft, street.to) ?? numberBefore(draft, street.from)));
  if (found) markTaken(draft, found);
  return found;
}

function labelledNumber(draft: Draft): Found | null {
  const at = draft.words.findIndex(({ hint }, index) => hint === 'number' && !draft.taken[index]);
  return at < 0 ? null : numberAt(draft, at, 0.98);
}

function numberAt(draft: Draft, at: number, score: number): Found | null {
  const { words, taken } = draft;
  const from = words[at] && isNumberMarkerAt(words, at) ? at + 1 : at;
  const word = words[from];
  if (!word || taken[from] || word.hint === 'complement') return null;
  if (word.kind === 'noNumber') return found({ from: at, to: from + 1 }, word.text, 'S/N', score);
  if (word.kind === 'km') return kilometre(draft, from, score);
  if (!isNumberLike(word) || isStorey(words, from + 1)) return null;
  const to = endWithLetter(draft, from);
  const value = textOf(draft, { from, to });
  return found({ from: at, to }, value, standardNumber(value), score);
}

/** `5 andar`, but not the `5` of `5 pav. 2`. */
const isStorey = (words: Word[], at: number) =>
  words[at] !== undefined &&
  !beginsPart(words[at]) &&
  STOREY_WORD.test(words[at].plain) &&
  words[at + 1]?.kind !== 'number';

/** The end of `12-A` or `1440 A`; a letter before other words belongs to them. */
function endWithLetter(draft: Draft, from: number): number {
  const letter = draft.words[from + 1];
  if (!letter || draft.taken[from + 1] || !/^\p{L}$/u.test(letter.text)) return from + 1;
  const next = draft.words[from + 2];
  const closed =
    endsPart(draft, from + 1) ||
    complementEnd(draft, from + 2) !== null ||
    isCompleteSuburb(next?.plain ?? '') ||
    /^[A-DFGH]$/.test(letter.text);
  return letter.gap === 'hyphen' || (letter.gap === 'space' && letter.text !== 'e' && letter.text !== 'a' && closed)
    ? from + 2
    : from + 1;
}

/** A kilometre is the house number of a road, unless the house has a number too. */
function kilometre(draft: Draft, from: number, score: number): Found {
  const better = numberAfter(draft, from + 1);
  const word = draft.words[from] as Word;
  return better ?? found({ from, to: from + 1 }, word.text, `km ${word.text.replace(/^km\.?\s*/i, '')}`, score);
}

function numberAfter(draft: Draft, at: number): Found | null {
  const word = draft.words[at];
  return word && (isNumberMarkerAt(draft.words, at) || word.kind === 'noNumber') ? numberAt(draft, at, 0.95) : null;
}

/** `nº 12` further on that is not the number of an apartment or a shop. */
function markedNumber(draft: Draft, from: number): Found | null {
  for (let at = from; at < draft.words.length; at++) {
    const end = complementEnd(draft, at);
    if (end !== null) at = end - 1;
    else if (!draft.taken[at] && isNumberMarkerAt(draft.words, at)) return numberAt(draft, at, 0.9);
  }
  return null;
}

/** `1500, Avenida Higienópolis`; a `1.` before a street is the number of a list item. */
function numberBefore(draft: Draft, streetFrom: number): Found | null {
  const [word, street] = [draft.words[streetFrom - 1], draft.words[streetFrom]];
  if (
    word?.kind !== 'number' ||
    draft.taken[streetFrom - 1] ||
    !beginsPart(word) ||
    !street ||
    /[.)]/.test(draft.text.slice(word.end, street.start))
  )
    return null;
  return numberAt(draft, streetFrom - 1, 0.75);
}

const found = (span: Span, value: string, stdValue: string, score: number): Found => ({
  ...span,
  value,
  stdValue,
  score,
});

const standardNumber = (value: string) =>
  value
    .toUpperCase()
    .replace(/(\d)\.(?=\d{3})/g, '$1')
    .replace(/(?<!\s)\s*-\s*/, '-')
    .replace(/\s+/g, ' ');

/** Units without a number: `fundos`, `térreo`. */
const STANDALONE = wordSet`
  terreo sobreloja slj subsolo cobertura cob fundos fds fd frente altos sobrado mezanino casa loja
  galpao predio garagem banca quiosque anexo
`;
/** A unit joined to its number: `loja118`. */
const JOINED_TO_NUMBER = /^(loja|lj|sala|sl|casa|apto|ap|bloco|bl|cj|box|lote|lt|quadra|qd)\d{1,5}[a-z]?$/;
const STOREY = /^(andar|and|pavimento|pav|piso|subsolo|etapa)$/;
/** Plural units, which several numbers may follow. */
const PLURAL = /^(salas|sls|lojas|ljs|casas|lotes|lts|conjuntos|cjs)$/;
/** Words whose complement extends to the end of the part: `Edifício Copan`, `próximo ao metrô`. */
const OPEN_ENDED = wordSet`
  edificio edif edf ed condominio cond shopping galeria torre predio empresarial hotel palacio
  proximo prox esquina esq antigo antiga entre lado ao em referencia ref caixa acesso entrada
  conjunto conj terminal campus estacao business office enfrente
`;
const CARDINAL = /^(norte|sul|leste|oeste|unic[oa])$/;
const ROMAN = /^[ivx]{1,4}$/;

/** The end of the complement that begins at this word; null if none does. */
export function complementEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (taken[at] || word.kind === 'cep') return null;
  if (word.kind === 'km' || JOINED_TO_NUMBER.test(word.plain)) return at + 1;
  return (
    unitEnd(draft, at) ??
    storeyEnd(words, at) ??
    openEndedEnd(draft, at) ??
    (STANDALONE.has(word.plain) && isAlone(draft, at) ? at + 1 : null)
  );
}

/** A unit with its number or letter: `Apto 12`, `bloco B`, `lojas 12 e 13`, `casa nº 2`. */
function unitEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (!(word.plain in UNITS) || word.kind !== 'word') return null;
  let to = at + 1;
  if (words[to]?.plain === 'comercial') to++;
  if (isMarker(words[to])) to++;
  if (taken[to] || !isValue(words, to)) return namedBlockEnd(draft, at);
  to++;
  while (to < words.length && !taken[to] && continuesUnit(words, to, PLURAL.test(word.plain)))
    to += /^(e|a)$/.test(words[to]?.plain ?? '') && words[to]?.gap !== 'hyphen' ? 2 : 1;
  return to;
}

/** `bl. Xangai`: a name of one word. */
function namedBlockEnd(draft: Draft, at: number): number | null {
  const [word, next] = [draft.words[at] as Word, draft.words[at + 1]];
  if (!/^(bl|bloco|torre|ala)$/.test(word.plain) || !next || beginsPart(next) || draft.taken[at + 1]) return null;
  const after = draft.words[at + 2];
  return !after || beginsPart(after) || draft.taken[at + 2] || after.plain in UNITS ? at + 2 : null;
}

const isMarker = (word: Word | undefined) =>
  word !== undefined && !beginsPart(word) && /^(no|n|num|numero|nr)$/.test(word.plain);

/** Whether the word is a number or letter of an apartment or block. */
function isValue(words: Word[], at: number): boolean {
  const word = words[at];
  if (!word || beginsPart(word)) return false;
  if (word.kind === 'number' || /\d/.test(word.text))
    return !STOREY.test(words[at + 1]?.plain ?? '') || /^(no|n)$/.test(words[at - 1]?.plain ?? '');
  return (
    (word.text.length === 1 && word.plain !== 'e') ||
    CARDINAL.test(word.plain) ||
    (ROMAN.test(word.plain) && word.text === word.text.toUpperCase())
  );
}

/** Whether the unit continues: `101-A`, `101 e 102`, `12/13`. */
function continuesUnit(words: Word[], at: number, isPlural: boolean): boolean {
  const word = words[at] as Word;
  if (isPlural && word.kind === 'number' && word.gap !== 'line') return true;
  if (word.gap === 'hyphen') return word.kind === 'number' || word.text.length === 1 || /\d/.test(word.text);
  return (
    word.gap === 'space' &&
    /^(e|a)$/.test(word.plain) &&
    words[at + 1]?.kind === 'number' &&
    !beginsPart(words[at + 1] as Word)
  );
}

function storeyEnd(words: Word[], at: number): number | null {
  const [word, next] = [words[at] as Word, words[at + 1]];
  return /^\d{1,2}[oa]?$|^(primeiro|segundo|terceiro|quarto|quinto|ultimo)$/.test(word.plain) &&
    next &&
    !beginsPart(next) &&
    STOREY.test(next.plain)
    ? at + 2
    : null;
}

function openEndedEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (!OPEN_ENDED.has(word.plain) || !isOpener(draft, at)) return null;
  let to = at + 1;
  while (
    to < words.length &&
    !taken[to] &&
    !beginsPart(words[to] as Word) &&
    !(to > at + 1 && isUnitWithValue(words, to))
  )
    to++;
  return to;
}

/** Excludes ambiguous words that may belong to a suburb; inside a name only words for buildings count. */
function isOpener({ words, taken }: Draft, at: number): boolean {
  const word = words[at] as Word;
  const { plain } = word;
  const before = words[at - 1];
  const next = words[at + 1]?.plain ?? '';
  if (
    before &&
    !beginsPart(word) &&
    before.kind === 'word' &&
    !taken[at - 1] &&
    !/\d/.test(before.text) &&
    !/^(edificio|edif|edf|ed|condominio|cond|shopping)$/.test(plain)
  )
    return false;
  if (/^(ao|em)$/.test(plain)) return /^(lado|frente)$/.test(next);
  if (plain === 'lado') return /^(par|impar|direito|esquerdo)$/.test(next);
  if (plain === 'caixa') return next === 'postal';
  if (/^(conjunto|conj)$/.test(plain)) return /^(nacional|comercial)$/.test(next);
  return true;
}

const isUnitWithValue = (words: Word[], at: number) => (words[at] as Word).plain in UNITS && isValue(words, at + 1);

/** Whether the part ends behind the word, or another unit follows. */
function isAlone({ words, taken }: Draft, at: number): boolean {
  const [word, next] = [words[at] as Word, words[at + 1]];
  if (!next || beginsPart(next) || taken[at + 1]) return true;
  // `Casa Verde` and `Casa Forte` are suburbs; `fundos` is never part of one.
  return (
    !/^(casa|loja|galpao|predio|garagem|banca|quiosque|anexo)$/.test(word.plain) ||
    next.plain in UNITS ||
    /^(jardim|vila|parque|bairro|centro)$/.test(next.plain)
  );
}
