import { standardForms, verboseSource } from '../text/pattern.ts';
import { isAbbreviation } from './abbreviations.ts';
import { foldOrdinals, nameKey } from '../text/normalise.ts';
import { findCeps, type Cep } from './postalCodes.ts';

/**
 * What separates a word from the one before. A `break` separates parts of an address; a `hyphen` without blanks may join
 * (`T-37`) or separate (`Curitiba-PR`).
 */
type Gap = 'line' | 'break' | 'colon' | 'hyphen' | 'dot' | 'space';

/** The component that a label in the text (`Bairro: …`) announces. */
type Hint = 'street' | 'number' | 'complement' | 'suburb' | 'city' | 'state' | 'country' | 'other';

/**
 * A word of an address. `plain`: in lower case, without accents. `kind`: `noNumber` is `s/n`, `km` a kilometre with its
 * number.
 */
export type Word = {
  text: string;
  plain: string;
  start: number;
  end: number;
  kind: 'word' | 'number' | 'noNumber' | 'km' | 'cep';
  gap: Gap;
  hint: Hint | null;
  cep: Cep | null;
};

const NO_NUMBER = verboseSource`
  s\s?\/\s?n(?:[º°o]|r)?(?![\p{L}\p{N}])|s\.n(?![\p{L}\p{N}])|sem\s{1,3}n[úu]mero|\bSN(?![\p{L}\p{N}])
`;
const KM = String.raw`(?<![\p{L}\p{N}])km\.?\s{0,3}\d+(?:[.,+]\d+)?`;
/** `10-25` is a block and a house, as in Bauru. */
const NUMBER = verboseSource`
  (?<![\p{N}-])\d{1,3}-\d{1,3}(?![\p{L}\p{N}-])|\d{1,3}(?:\.\d{3}){1,6}(?![\d.]|[\p{L}])
  |\d+(?:\/\d+)+(?![\p{L}\p{N}])|\d+(?![\p{L}\p{N}ºª°])
`;
/** `nº12`: joined to its number. */
const MARKER = String.raw`(?<![\p{L}\p{N}])n[º°](?=\d)`;
const WORD = String.raw`[\p{L}\p{N}]+(?:['’´\x60][\p{L}\p{N}]+)*[ºª°]?`;
const TOKEN = new RegExp(
  `(?<noNumber>${NO_NUMBER})|(?<km>${KM})|(?<number>${NUMBER})|(?<word>${MARKER}|${WORD})`,
  'giu',
);

/** The words of a text, each with what separates it from the one before. */
export function tokenize(text: string): Word[] {
  const words: Word[] = [];
  const add = (word: Unseparated) => words.push({ ...word, gap: gapBefore(words.at(-1), word, text), hint: null });
  let from = 0;
  for (const cep of [...findCeps(text), null]) {
    for (const { 0: written, index, groups = {} } of text.slice(from, cep?.start).matchAll(TOKEN)) {
      const kind = KINDS.find((one) => groups[one]) ?? 'word';
      const start = from + index;
      add({ text: written, plain: foldOrdinals(written), start, end: start + written.length, kind, cep: null });
    }
    if (cep) add({ text: cep.value, plain: cep.digits, start: cep.start, end: cep.end, kind: 'cep', cep });
    from = cep?.end ?? text.length;
  }
  return words;
}

const KINDS = ['noNumber', 'km', 'number', 'word'] as const;

type Unseparated = Omit<Word, 'gap' | 'hint'>;

function gapBefore(before: Word | undefined, word: Unseparated, text: string): Gap {
  if (!before) return 'line';
  const between = text.slice(before.end, word.start);
  if (between.includes('\n')) return 'line';
  if (/:/.test(between)) return 'colon';
  if (/[^\s.'’"º°ª-]/.test(between) || /\s-|-\s/.test(between)) return 'break';
  if (between.includes('-')) return isTight(before, word) ? 'hyphen' : 'break';
  if (between.includes('.')) return endsSentence(before, between, word) ? 'break' : 'dot';
  return word.kind === 'cep' || before.kind === 'cep' ? 'break' : 'space';
}

/** `12-A`, `T-37` and `Ji-Paraná` are joined; `2775-Centro` is not. */
const isTight = (before: Word, word: Unseparated) =>
  before.kind !== 'cep' &&
  word.kind !== 'cep' &&
  !(before.kind === 'number' && word.kind === 'word' && /^\p{L}{2}/u.test(word.text));

function endsSentence(before: Word, between: string, word: Unseparated): boolean {
  if (isAbbreviation(before.plain) || (before.plain.length <= 3 && /^\p{Lu}\p{Ll}/u.test(before.text))) return false;
  return /\s\./.test(between) || (/\.\s/.test(between) && /^[\p{Lu}\d]/u.test(word.text));
}

/** Whether a part of the address begins with this word. */
export const beginsPart = ({ gap }: Word) => gap === 'line' || gap === 'break' || gap === 'colon';

/** Labels of forms. Street types are not among them: with a colon too they are part of the street. */
const LABELS = standardForms(`
  street: endereco end logradouro logr localizacao | number: numero num no nr n |
  complement: complemento compl comp referencia | suburb: bairro setor distrito |
  city: cidade municipio localidade mun cid | state: uf estado est | country: pais |
  other: telefone tel fone celular cel whatsapp fax email contato cpf cnpj rg ie
`) as Partial<Record<string, Hint>>;
/** Labels that need no colon, because no address follows them. */
const OTHER_LABEL = /^(telefone|tel|fone|celular|whatsapp|fax|email|cpf|cnpj|rg)$/;
/** Labels that count in a form without colons, if it has several of them. */
const PLAIN_LABEL = /^(endereco|logradouro|numero|complemento|bairro|cidade|municipio|uf|estado)$/;
const FEWEST_PLAIN_LABELS = 3;

/** The words without the labels of a form; each gets the hint of its label. */
function applyFieldLabels(words: Word[], text: string): Word[] {
  const hasColons = words.some(({ gap }, index) => gap === 'colon' && PLAIN_LABEL.test(words[index - 1]?.plain ?? ''));
  const plainForm =
    !hasColons &&
    new Set(words.map(({ plain }) => plain).filter((plain) => PLAIN_LABEL.test(plain))).size >= FEWEST_PLAIN_LABELS;
  let [hint, opens]: [Hint | null, boolean] = [null, false];
  return words.flatMap((word, index) => {
    const label = labelAt(words, index, text, plainForm);
    const gap = opens ? 'line' : word.gap;
    if (label || (!opens && endsLabelled(word, hint))) hint = label;
    opens = label !== null;
    return label ? [] : [{ ...word, hint, gap }];
  });
}

/** Double labels too: `Cidade/UF:`. */
function labelAt(words: Word[], index: number, text: string, plainForm: boolean): Hint | null {
  const word = words[index] as Word;
  const hint = LABELS[word.plain];
  if (!hint || word.kind !== 'word') return null;
  const next = words[index + 1];
  if (next?.gap === 'colon' || (hint === 'other' && OTHER_LABEL.test(word.plain))) return hint;
  if (plainForm && PLAIN_LABEL.test(word.plain) && next) return hint;
  const joined = next && /^\s*[/-]\s*$/.test(text.slice(word.end, next.start)) && words[index + 2]?.gap === 'colon';
  return joined && next.plain in LABELS ? hint : null;
}

/** A labelled value ends with its line, some values with their first part. */
const endsLabelled = ({ gap, kind }: Word, hint: Hint | null) =>
  gap === 'line' ||
  (gap === 'break' &&
    (hint === 'suburb' || hint === 'number' || hint === 'country' || (hint === 'other' && kind === 'word')));

/** Words from index `from` up to but not including `to`. */
export type Span = { from: number; to: number };

/** A component: as written, in its standard form, and its score. */
export type Part = { value: string; stdValue: string; score: number };

/** A component with its words. */
export type Found = Part & Span;

/**
 * An address while it is parsed: its words, and which of them belong to a component already. `plain` is what patterns
 * match: each word behind `\n` or `|` if a part begins with it, else behind `-` or a blank. Of a postal code it has `/`, of
 * taken words `#`. `offsets`: where each word begins in it.
 */
export type Draft = { text: string; words: Word[]; taken: boolean[]; plain: string; offsets: number[] };

export function newDraft(text: string): Draft {
  const words = applyFieldLabels(tokenize(text.replace(EMAIL_OR_URL, (found) => ' '.repeat(found.length))), text);
  let plain = '';
  const offsets = words.map((word) => {
    const offset = plain.length + 1;
    plain += SIGNS[word.gap] + plainOf(word);
    return offset;
  });
  return { text, words, taken: words.map(() => false), plain, offsets };
}

const EMAIL_OR_URL = /\S{1,64}@\S{1,200}|https?:\S{1,500}|www\.\S{1,500}/gi;
const SIGNS: Record<Gap, string> = { line: '\n', break: '|', colon: '|', hyphen: '-', dot: ' ', space: ' ' };

const plainOf = ({ kind, plain }: Word) =>
  kind === 'cep' ? '/' : kind === 'noNumber' ? 's/n' : plain.replace(/\s/g, '').replace('-', '/');

/** Sources of patterns for `plain`: the end of a word, any word, one with a digit, a number, the end of a part. */
export const WORD_END = String.raw`(?![^\n| #-])`;
export const ANY_WORD = String.raw`[^\n| #-]+`;
export const WITH_DIGIT = String.raw`[^\n| #\d-]*\d[^\n| #-]*${WORD_END}`;
export const NUMERIC = String.raw`\d[\d./]*${WORD_END}`;
export const PART_END = String.raw`(?=[\n|#]|$)`;

/** The index of the word behind those that a sticky pattern matches from this word on; null if it matches none. */
export function matchEnd({ plain, offsets }: Draft, at: number, pattern: RegExp): number | null {
  pattern.lastIndex = offsets[at] ?? plain.length;
  const found = pattern.exec(plain);
  return found && at + found[0].split(/[\n| -]/).length;
}

/** Whether a sticky pattern matches from this word on. */
export const matches = (draft: Draft, at: number, pattern: RegExp): boolean => matchEnd(draft, at, pattern) !== null;

/** The first words that a sticky pattern matches. */
export function firstMatch(draft: Draft, pattern: RegExp, mayBegin = (_at: number): boolean => true): Span | null {
  const from = draft.words.findIndex((_word, at) => mayBegin(at) && matches(draft, at, pattern));
  const to = matchEnd(draft, from, pattern);
  return to === null ? null : { from, to };
}

export function markTaken(draft: Draft, { from, to }: Span): void {
  const { taken, plain, offsets } = draft;
  taken.fill(true, from, to);
  const [start, end] = [(offsets[from] ?? 0) - 1, (offsets[to] ?? plain.length + 1) - 1];
  draft.plain = plain.slice(0, start) + '#'.repeat(end - start) + plain.slice(end);
}

/** The text as written, from the first word to the last. */
export function textOf({ text, words }: Draft, { from, to }: Span): string {
  const [first, last] = [words[from], words[to - 1]];
  return first && last ? text.slice(first.start, last.end) : '';
}

/** The key of a name that these words make. */
export const keyOf = (words: Word[], { from, to }: Span): string =>
  nameKey(
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(''),
  );

/** The end of the part of the address that contains the word. */
export function endOfPart({ words, taken }: Draft, at: number): number {
  let end = at + 1;
  while (end < words.length && !beginsPart(words[end] as Word) && !taken[end]) end++;
  return end;
}

/** Whether this is the last free word of its part. */
export const endsPart = ({ words, taken }: Draft, at: number): boolean => {
  const next = words[at + 1];
  return !next || beginsPart(next) || taken[at + 1] === true;
};
