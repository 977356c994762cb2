import { asDate } from '../../text/dates.ts';
import { findDates, type FoundDate } from './dates.ts';
import type { Passage } from './passages.ts';

export type EntryDate = { value: string; score: number };

/** Words before a date that is of something else: of the deed, of the protocol, of a birth. */
const OTHERS =
  /(protocol|prenota|escritura|lavrad|nascid|nascim|livro|fls|folhas?|t[íi]tulo|contrato|instrumento|vencimento|vence|prazo|emitid|expedid|datad|of[íi]cio n|mandado|processo|senten[çc]a|tr[âa]nsito|certid[ãa]o|casad|celebrad|lei)(?:[^.;:]|\.(?=\d)){0,70}$/iu;
const LABEL = /^data( d[oa] (registro|averba[çc][ãa]o|ato|lan[çc]amento))?$/i;

/** The day an entry was made: its label, else right behind its number, else at its end behind the place. */
export function entryDate({ fields }: Passage, text: string): EntryDate | null {
  const printed = fields.find(({ label }) => LABEL.test(label))?.value;
  const labelled = printed ? (asDate(printed) ?? findDates(printed)[0]?.value ?? null) : null;
  if (labelled) return { value: labelled, score: 0.95 };
  const own = findDates(text).filter(({ at }) => !OTHERS.test(text.slice(Math.max(0, at - 90), at)));
  const early = own.find(({ at }) => at < EARLY);
  if (early) return { value: early.value, score: 0.9 };
  const last = own.at(-1);
  if (last && closes(text, last)) return { value: last.value, score: 0.9 };
  return own.length === 1 && last ? { value: last.value, score: 0.6 } : null;
}

/** So many letters stand between the number of an entry and its date at most. */
const EARLY = 110;

/** `Curitiba, 12 de março de 2020. O Oficial`. */
const closes = (text: string, { at, end }: FoundDate) =>
  /(\p{Lu}\p{L}+(\s*[-/]\s*\p{Lu}{2})?,?\s+(?:em\s+|aos\s+)?|dou f[ée][.;,:\s-]*|data[.:\s]*)$/u.test(
    text.slice(Math.max(0, at - 40), at),
  ) || text.length - end < 60;
