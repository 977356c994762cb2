import { UNITS } from './abbreviations.ts';
import type { Draft } from './draft.ts';
import { beginsPart, type Word } from './words.ts';

/** Units by themselves: `fundos`, `térreo`. */
const ALONE =
  /^(terreo|sobreloja|slj|subsolo|cobertura|cob|fundos|fds|fd|frente|altos|sobrado|mezanino|casa|loja|galpao|predio|garagem|banca|quiosque|anexo)$/;
/** Written right before its number: `loja118`. */
const GLUED = /^(loja|lj|sala|sl|casa|apto|ap|bloco|bl|cj|box|lote|lt|quadra|qd)\d{1,5}[a-z]?$/;
const STOREY = /^(andar|and|pavimento|pav|piso|subsolo|etapa)$/;
/** Several of them, with their numbers in a row. */
const PLURAL = /^(salas|sls|lojas|ljs|casas|lotes|lts|conjuntos|cjs)$/;
/** What they introduce goes on to the end of the part: `Edifício Copan`, `próximo ao metrô`. */
const OPEN =
  /^(edificio|edif|edf|ed|condominio|cond|shopping|galeria|torre|predio|empresarial|hotel|palacio|proximo|prox|esquina|esq|antig[oa]|entre|lado|ao|em|referencia|ref|caixa|acesso|entrada|conjunto|conj|terminal|campus|estacao|business|office|enfrente)$/;
const CARDINAL = /^(norte|sul|leste|oeste|unic[oa])$/;
const ROMAN = /^[ivx]{1,4}$/;

/** The end of what begins here if it is a complement; null if it is none. */
export function complementEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (taken[at] || word.kind === 'cep') return null;
  if (word.kind === 'km' || GLUED.test(word.plain)) return at + 1;
  return (
    unitEnd(draft, at) ??
    storeyEnd(words, at) ??
    openEnd(draft, at) ??
    (ALONE.test(word.plain) && isAlone(draft, at) ? at + 1 : null)
  );
}

/** A unit and what it is called: `Apto 12`, `bloco B`, `lojas 12 e 13`, `casa nº 2`. */
function unitEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (!Object.hasOwn(UNITS, word.plain) || word.kind !== 'word') return null;
  let to = at + 1;
  if (words[to]?.plain === 'comercial') to++;
  if (isMarker(words[to])) to++;
  if (taken[to] || !isValue(words, to)) return ownName(draft, at);
  to++;
  while (to < words.length && !taken[to] && goesOn(words, to, PLURAL.test(word.plain)))
    to += /^(e|a)$/.test(words[to]?.plain ?? '') && words[to]?.gap !== 'hyphen' ? 2 : 1;
  return to;
}

/** `bl. Xangai`, closed by what follows. */
function ownName(draft: Draft, at: number): number | null {
  const [word, next] = [draft.words[at] as Word, draft.words[at + 1]];
  if (!/^(bl|bloco|torre|ala)$/.test(word.plain) || !next || beginsPart(next) || draft.taken[at + 1]) return null;
  const after = draft.words[at + 2];
  return !after || beginsPart(after) || draft.taken[at + 2] || Object.hasOwn(UNITS, after.plain) ? at + 2 : null;
}

const isMarker = (word: Word | undefined) =>
  word !== undefined && !beginsPart(word) && /^(no|n|num|numero|nr)$/.test(word.plain);

/** Something a flat or a block is called by. */
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

/** `101-A`, `101 e 102`, `12/13`. */
function goesOn(words: Word[], at: number, isPlural: boolean): boolean {
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

function openEnd(draft: Draft, at: number): number | null {
  const { words, taken } = draft;
  const word = words[at] as Word;
  if (!OPEN.test(word.plain) || !opens(draft, at)) return null;
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

/** Of the weak openers only what is surely none of a suburb; in the middle of a name only those that are buildings. */
function opens({ words, taken }: Draft, at: number): boolean {
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

const isUnitWithValue = (words: Word[], at: number) =>
  Object.hasOwn(UNITS, (words[at] as Word).plain) && isValue(words, at + 1);

/** Followed by nothing of its own part, or by another unit. */
function isAlone({ words, taken }: Draft, at: number): boolean {
  const [word, next] = [words[at] as Word, words[at + 1]];
  if (!next || beginsPart(next) || taken[at + 1]) return true;
  // `Casa Verde`, `Casa Forte` and `Galpão` with a name are suburbs; `fundos` is never part of one.
  return (
    !/^(casa|loja|galpao|predio|garagem|banca|quiosque|anexo)$/.test(word.plain) ||
    Object.hasOwn(UNITS, next.plain) ||
    /^(jardim|vila|parque|bairro|centro)$/.test(next.plain)
  );
}
