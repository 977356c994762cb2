import { states } from 'mrz';
import { calendarDate, LIFETIME } from '../../text/dates.ts';
import { digitFor, digitsAsLetters, lookAlikeOf } from '../../text/lookAlikes.ts';
import { textList } from '../../text/pattern.ts';
import {
  checkDigit,
  hasValidCheckDigit,
  hasValidFinalDigit,
  MRZ_FORMATS,
  valueOf,
  WEIGHTS,
} from '../../recognition/mrz/formats.ts';
import type { MrzReading } from '../../recognition/mrz/mrzRecognition.ts';
import { onlyValue, type ScoredValue } from '../values/value.ts';

type CodedField = 'code' | 'state' | 'nationality' | 'number' | 'birth' | 'expiry' | 'sex';

/**
 * What a machine-readable zone (MRZ) holds. Check digits prove number and dates. `letter`: P, V, I, A or C, what the
 * document is; `code`: P, ID, I, AC … `optional`: numbers that each state has its own use for.
 */
export type Mrz = Record<CodedField, ScoredValue | null> & { letter: string; names: MrzNames; optional: string[] };

/** The check digit of the value agrees; that of its line agrees; there is none, or it agrees with two readings. */
const SCORE = { checked: 0.99, onCheckedLine: 0.97, unchecked: 0.85, twoReadings: 0.85 };

/** Line, first character and the one behind the last. Of `names`: surname and given names, or both in one place. */
type Places = [name: string, line: number, from: number, to: number][];

const placesOf = (table: string): Places =>
  textList(table).map((row) => {
    const [name = '', ...place] = row.split(/[ -]/);
    return [name, ...(place.map(Number) as [number, number, number])];
  });

/** Where the fields stand in three short lines (TD1), two longer ones, and the two of French identity cards until 2021. */
const CARD_PLACES = placesOf(`
  code 0 0-2 | state 0 2-5 | number 0 5-14 | optional 0 15-30 | birth 1 0-6 | sex 1 7-8 | expiry 1 8-14 |
  nationality 1 15-18 | optional 1 18-29 | names 2 0-30
`);
const BOOKLET_PLACES = placesOf(`
  code 0 0-2 | state 0 2-5 | names 0 5-44 | number 1 0-9 | nationality 1 10-13 | birth 1 13-19 | sex 1 20-21 |
  expiry 1 21-27 | optional 1 28-42
`);
const FRENCH_PLACES = placesOf(`
  code 0 0-2 | state 0 2-5 | names 0 5-30 | number 1 0-12 | names 1 13-27 | birth 1 27-33 | sex 1 34-35
`);

/** The text of a field, which of its characters are too doubtful to be used, and the character behind it. */
type Part = { text: string; doubts: boolean[]; check: string };

/** Parses the lines of an MRZ; null if fewer than two of number, birth and expiry have a right check digit. */
export function parseMrz({ lines, doubts }: MrzReading): Mrz | null {
  const [first = ''] = lines;
  const format = MRZ_FORMATS.findLast(({ length, code }) => first.length === length && code.test(first));
  const booklet = first.startsWith('IDFRA') ? FRENCH_PLACES : BOOKLET_PLACES;
  const places = lines.length === 3 ? CARD_PLACES : booklet;
  const partsOf = (name: string): Part[] =>
    places
      .filter(([other]) => other === name)
      .map(([, line, from, to]) => ({
        text: lines[line]?.slice(from, to) ?? '',
        doubts: doubts?.[line]?.slice(from, to) ?? [],
        check: digitFor(lines[line]?.[to] ?? ''),
      }));
  const clear = (name: string) => partsOf(name).find((part) => !part.doubts.includes(true)) ?? null;
  const checked = (name: string) => {
    const part = clear(name);
    return part && hasValidCheckDigit(part.text + part.check) ? part.text : '';
  };
  const optional = partsOf('optional').map(({ text }) => withoutFillers(text));
  const expiry = dayUpTo(checked('expiry'), new Date().getFullYear() + YEARS_AHEAD);
  const birth = birthDay(checked('birth'), expiry);
  const number = numberOf(clear('number'), optional[0] ?? '');
  if ([birth, expiry, number].filter((value) => value !== null).length < 2) return null;
  const rest = format && hasValidFinalDigit(lines, format) ? SCORE.onCheckedLine : SCORE.unchecked;
  const names = namesIn(partsOf('names') as [Part, Part?]);
  const code = /^[PVIAC][A-Z]?/.exec(clear('code')?.text ?? '')?.[0] ?? null;
  const [state, nationality] = ['state', 'nationality'].map((name) => partsOf(name)[0]);
  return {
    letter: first.charAt(0),
    // A second letter may be a filler that was misread, as those behind the names were.
    code: code && code.length > 1 && names.surname === null ? null : found(code, rest),
    state: stateOf(state, nationality, rest),
    nationality: stateOf(nationality, state, rest),
    number: found(number, number && hasLookAlike(number) ? SCORE.twoReadings : SCORE.checked),
    names,
    birth,
    expiry: found(expiry, SCORE.checked),
    sex: found(/^[FM]$/.exec(clear('sex')?.text ?? '')?.[0] ?? null, rest),
    optional,
  };
}

const found = (value: string | null, score: number): ScoredValue | null => (value === null ? null : { value, score });

const withoutFillers = (text: string) => text.replace(/(?<!<)<+$/, '');

/** Only numbers of the usual length are repaired: those of French cards have nothing but digits. */
const LENGTH = 9;

/** Fillers stand behind a number; one inside of it was a letter. A longer number goes on in the next field. */
function numberOf(part: Part | null, next: string): string | null {
  if (!part) return null;
  const { text, check } = part;
  const [more = ''] = next.split('<');
  // Not every state counts the filler between the two.
  const isLonger = check === '<' && [`${text}<${more}`, text + more].some(hasValidCheckDigit);
  if (!isLonger && !hasValidCheckDigit(text + check)) return text.length === LENGTH ? repairNumber(text, check) : null;
  const number = isLonger ? text + more.slice(0, -1) : withoutFillers(text);
  return /^[A-Z0-9]+$/.test(number) ? number : null;
}

/** The country of the specimens of ICAO 9303. */
const UTOPIA = 'UTO';

/**
 * A state, known or not, is sure if both places have it; where a character is doubtful, or the code is no country's, it
 * is taken only then, as on specimens.
 */
function stateOf(own: Part | undefined, other: Part | undefined, score: number): ScoredValue | null {
  const isTwice = own?.text === other?.text;
  if (!own || (own.doubts.includes(true) && !isTwice)) return null;
  const code = withoutFillers(own.text);
  if (code in states) return { value: code, score };
  return code === UTOPIA || (isTwice && /^[A-Z]{3}$/.test(code)) ? { value: code, score: SCORE.unchecked } : null;
}

/**
 * A number with a wrong check digit, with the one letter replaced by its look-alike that makes the digit right; null
 * if several letters would do.
 */
function repairNumber(text: string, check: string): string | null {
  const repaired = [...text].flatMap((letter, at) => {
    const other = lookAlikeOf(letter);
    const changed = other && text.slice(0, at) + other + text.slice(at + 1);
    return changed && checkDigit(changed) === check ? [changed] : [];
  });
  const number = onlyValue(repaired);
  return number && withoutFillers(number);
}

/** Most states number their documents like this: the place says what is a letter and what a digit. */
const LETTERS_THEN_DIGITS = /^[A-Z]{0,3}\d+[A-Z]?$/;

/** Whether one or two of its characters could be their look-alikes without the check digit telling: O and O for 0 and 0. */
function hasLookAlike(number: string): boolean {
  if (LETTERS_THEN_DIGITS.test(number)) return false;
  const changes = [...number].flatMap((character, at) => {
    const other = lookAlikeOf(character);
    return other === null ? [] : [((valueOf(other) - valueOf(character)) * (WEIGHTS[at % 3] as number)) % 10];
  });
  return changes.some(
    (change, index) => change === 0 || changes.slice(index + 1).some((other) => (change + other) % 10 === 0),
  );
}

type MrzNames = { surname: ScoredValue | null; given: ScoredValue | null };

/**
 * Names have no check digit: one letter read for another goes unseen, so none is as sure as 0.9 by itself. They are cut off
 * where they fill the line.
 */
const NAME_SCORE = { whole: 0.88, perhapsCut: 0.6 };

/**
 * `SURNAME<OF<TWO<<GIVEN<NAMES<<<<`, or surname and given names each in a place of their own; a name with a doubtful
 * character, or beside one, is none.
 */
function namesIn([first, second]: [Part, Part?]): MrzNames {
  const [surname = '', given = ''] = digitsAsLetters(first.text).split('<<');
  return {
    surname: nameAt(first, 0, surname),
    given: second
      ? nameAt(second, 0, withoutFillers(digitsAsLetters(second.text)))
      : nameAt(first, surname.length + 2, given),
  };
}

/** A name begins right behind its fillers: a third one was a letter, such as K. */
function nameAt({ text, doubts }: Part, start: number, name: string): ScoredValue | null {
  const isDoubtful = doubts.slice(Math.max(0, start - 2), start + name.length + 2).includes(true);
  if (isDoubtful || !/^[A-Z][A-Z<]*$/.test(name)) return null;
  const score = text.endsWith('<') ? NAME_SCORE.whole : NAME_SCORE.perhapsCut;
  return { value: name.replace(/<+/g, ' ').trim(), score };
}

/** Documents are valid for this many years at most, and are shown as long after that. */
const YEARS_AHEAD = 50;
/** Nobody older than this had a document made. */
const OLDEST = 105;
/** The score of a day of birth whose century the MRZ leaves open. */
const EITHER_CENTURY = 0.6;

/** YYMMDD of a birth, which is before the expiry and never in the future. */
function birthDay(text: string, expiry: string | null): ScoredValue | null {
  const today = new Date().getFullYear();
  const end = expiry === null ? today : Number(expiry.slice(0, 4));
  const latest = Math.min(today, end);
  const days = [latest, latest - 100].map((year) => dayUpTo(text, year)).filter((day) => day !== null);
  const possible = days.filter((day) => (expiry === null || day < expiry) && end - Number(day.slice(0, 4)) <= OLDEST);
  const [day, ...others] = possible;
  return day === undefined ? null : { value: day, score: others.length > 0 ? EITHER_CENTURY : SCORE.checked };
}

/** YYMMDD in the last hundred years before the end of one. */
function dayUpTo(text: string, latest: number): string | null {
  const [, yy = '', month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  return yy === '' ? null : calendarDate(latest - ((latest - Number(yy)) % 100), month, day, LIFETIME);
}
