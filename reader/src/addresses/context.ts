import type { Draft } from './draft.ts';
import { streetTypeOf } from './streetTypes.ts';
import { opensSuburb } from './suburbWords.ts';
import { beginsPart, type Word } from './words.ts';

/** What the words around a name say about it: it may be the name of a street or of a suburb. */
export type Context = { inStreet: boolean[]; inSuburb: boolean[] };

export function contextOf({ words }: Draft): Context {
  const inStreet = words.map(() => false);
  const inSuburb = words.map(() => false);
  words.forEach((_word, at) => {
    if (beginsStreet(words, at)) markUntilEnd(words, at + 1, inStreet, true);
    else if (startsSuburb(words, at)) markUntilEnd(words, at + 1, inSuburb, false);
  });
  return { inStreet, inSuburb };
}

/** A word that suburbs begin with, where nothing before it is part of the name: `Bom Jardim` begins with another. */
export function startsSuburb(words: Word[], at: number): boolean {
  const [word, before] = [words[at] as Word, words[at - 1]];
  if (!opensSuburb(word.plain) || word.hint === 'city') return false;
  return (
    !before ||
    beginsPart(word) ||
    before.kind !== 'word' ||
    before.text.length === 1 ||
    /^(no|na|do|da|terreo|fundos|norte|sul)$/.test(before.plain)
  );
}

/** A word that a street begins with, and a name behind it. */
export function beginsStreet(words: Word[], at: number): boolean {
  const [word, next] = [words[at] as Word, words[at + 1]];
  const type = streetTypeOf(word.plain);
  if (!type || !next || next.gap === 'line' || next.gap === 'break' || next.kind === 'cep') return false;
  if (word.hint !== null && word.hint !== 'street') return false;
  return type.reach === 'anywhere' || (type.reach === 'part' && beginsPart(word) && next.gap !== 'hyphen');
}

function markUntilEnd(words: Word[], from: number, marks: boolean[], untilNumber: boolean): void {
  for (let at = from; at < words.length; at++) {
    const word = words[at] as Word;
    if (word.kind === 'cep' || word.kind === 'none' || word.kind === 'km') return;
    if (at > from && (beginsPart(word) || (untilNumber && word.kind === 'number' && !isDay(words, at)))) return;
    if (at === from && (word.gap === 'line' || word.gap === 'break')) return;
    marks[at] = true;
  }
}

const MONTHS = /^(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/;

/** `25 de Março`: a number that is part of a name. */
export const isDay = (words: Word[], at: number) =>
  words[at + 1]?.plain === 'de' && MONTHS.test(words[at + 2]?.plain ?? '');
