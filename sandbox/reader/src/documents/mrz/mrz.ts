import { type FieldName, parse, type ParseResult } from 'mrz';
import { calendarDate, LIFETIME } from '../../text/dates.ts';
import { digitsAsLetters, lookAlikeOf } from '../../text/lookAlikes.ts';
import { checkDigit, valueOf, WEIGHTS } from '../../recognition/mrz/formats.ts';
import type { MrzReading } from '../../recognition/mrz/mrzRecognition.ts';
import type { ScoredValue } from '../values/value.ts';

/** What a machine-readable zone (MRZ) holds. Check digits prove number and dates. */
export type Mrz = {
  /** P, V, I, A or C: what the document is. */
  letter: string;
  /** P, ID, I, AC … */
  code: ScoredValue | null;
  state: ScoredValue | null;
  nationality: ScoredValue | null;
  number: ScoredValue | null;
  names: MrzNames;
  birth: ScoredValue | null;
  expiry: ScoredValue | null;
  sex: ScoredValue | null;
  /** Numbers that each state has its own use for. */
  optional: string[];
};

/** The check digit of the value agrees; that of its line agrees; there is none, or it agrees with two readings. */
const SCORE = { checked: 0.99, onCheckedLine: 0.97, unchecked: 0.85, twoReadings: 0.85 };

/** Parses the lines of an MRZ; null if fewer than two of number, birth and expiry have a right check digit. */
export function parseMrz({ lines, doubts }: MrzReading): Mrz | null {
  const parsed = tryParse(lines);
  if (!parsed) return null;
  const { fields } = parsed;
  const places = placesIn(parsed);
  const isDoubtful = (name: Exclude<keyof Places, 'names'>) => {
    const place = places[name];
    return place === null || Boolean(doubts?.[place[0]]?.slice(place[1], place[2]).includes(true));
  };
  const textAt = (place: Place | null) => (place ? lines[place[0]]?.slice(place[1], place[2]) : undefined);
  // Two places that say the same confirm each other.
  const isSameState = textAt(places.state) === textAt(places.nationality);
  const expiry = has(parsed, 'expirationDate') && !isDoubtful('expiry') ? expiryDay(fields.expirationDate ?? '') : null;
  const birth = has(parsed, 'birthDate') && !isDoubtful('birth') ? birthDay(fields.birthDate ?? '', expiry) : null;
  const number = isDoubtful('number') ? null : numberOf(parsed, lines);
  if ([birth, expiry, number].filter((value) => value !== null).length < 2) return null;
  const rest = fields.compositeCheckDigit ? SCORE.onCheckedLine : SCORE.unchecked;
  const optional = [fields.optional1, fields.optional2, fields.optional, fields.personalNumber];
  const names = namesIn(places.names.map((place) => ({ text: textAt(place) ?? '', doubts: doubtsAt(doubts, place) })));
  const code = isDoubtful('code') ? null : (fields.documentCode ?? visaCodeIn(lines));
  return {
    letter: textAt(places.code)?.charAt(0) ?? '',
    // A second letter may be a filler that was misread, as those behind the names were.
    code: code && code.length > 1 && names.surname === null ? null : found(code, rest),
    state: isDoubtful('state') && !isSameState ? null : stateOf(parsed, 'issuingState', rest),
    nationality: isDoubtful('nationality') && !isSameState ? null : stateOf(parsed, 'nationality', rest),
    number: found(number, number && hasLookAlike(number) ? SCORE.twoReadings : SCORE.checked),
    names,
    birth,
    expiry: found(expiry, SCORE.checked),
    sex: isDoubtful('sex') ? null : found(SEX[fields.sex ?? ''] ?? null, rest),
    optional: optional.filter((text): text is string => Boolean(text)),
  };
}

/** Line, first character and the one behind the last. */
type Place = readonly [line: number, from: number, to: number];

/** Where the fields stand; null where a format has none. `names`: surname and given names, or both in one place. */
type Places = {
  [name in 'code' | 'state' | 'number' | 'birth' | 'sex' | 'expiry' | 'nationality']: Place | null;
} & { names: Place[] };

const CODE_AND_STATE: Pick<Places, 'code' | 'state'> = { code: [0, 0, 2], state: [0, 2, 5] };

/** Three short lines (TD1), two longer ones, and the two of French identity cards until 2021. */
const CARD_PLACES: Places = {
  ...CODE_AND_STATE,
  number: [0, 5, 14],
  birth: [1, 0, 6],
  sex: [1, 7, 8],
  expiry: [1, 8, 14],
  nationality: [1, 15, 18],
  names: [[2, 0, 30]],
};
const BOOKLET_PLACES: Places = {
  ...CODE_AND_STATE,
  number: [1, 0, 9],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
  names: [[0, 5, 44]],
};
const FRENCH_PLACES: Places = {
  ...CODE_AND_STATE,
  number: [1, 0, 12],
  birth: [1, 27, 33],
  sex: [1, 34, 35],
  expiry: null,
  nationality: null,
  names: [
    [0, 5, 30],
    [1, 13, 27],
  ],
};

const isFrench = ({ format }: ParseResult) => format === 'FRENCH_NATIONAL_ID';

const placesIn = (parsed: ParseResult): Places =>
  isFrench(parsed) ? FRENCH_PLACES : parsed.format === 'TD1' ? CARD_PLACES : BOOKLET_PLACES;

const doubtsAt = (doubts: boolean[][] | undefined, [line, from, to]: Place) => doubts?.[line]?.slice(from, to) ?? [];

/** The library knows no visas; their fields stand where those of passports and large cards do. */
const visaCodeIn = ([first = '']: string[]) => /^V[A-Z]?/.exec(first)?.[0] ?? null;

const SEX: Record<string, string> = { female: 'F', male: 'M' };

function tryParse(lines: string[]): ParseResult | null {
  try {
    return parse(lines, { autocorrect: true });
  } catch {
    return null;
  }
}

const found = (value: string | null, score: number): ScoredValue | null => (value === null ? null : { value, score });

/** A date whose check digit agrees. */
const has = ({ fields }: ParseResult, name: 'birthDate' | 'expirationDate') =>
  Boolean(fields[name] && fields[`${name}CheckDigit`]);

/** Fillers stand behind a number; one inside of it was a letter. */
const isWholeNumber = (number: string) => /^[A-Z0-9]+$/.test(number);

function numberOf(parsed: ParseResult, lines: string[]): string | null {
  const { fields, details } = parsed;
  // The library divides it into the month and place of issue and the rest.
  if (isFrench(parsed)) return fields.documentNumberCheckDigit ? (lines[1]?.slice(0, 12) ?? null) : null;
  if (fields.documentNumber && fields.documentNumberCheckDigit)
    return isWholeNumber(fields.documentNumber) ? fields.documentNumber : null;
  const detail = details.find(({ field }) => field === 'documentNumberCheckDigit');
  const [check, raw] = (detail?.ranges ?? []).map((range) => (range as { raw?: string }).raw ?? '');
  return raw && check ? repairNumber(raw, check) : null;
}

/** The country of the specimens of ICAO 9303. */
const UTOPIA = 'UTO';

/** An unknown country code is taken only if both places have it, as on specimens. */
function stateOf(
  { fields, details }: ParseResult,
  name: 'issuingState' | 'nationality',
  score: number,
): ScoredValue | null {
  const known = fields[name];
  if (known) return { value: known, score };
  const raw = (field: FieldName) =>
    (details.find((detail) => detail.field === field)?.ranges[0] as { raw?: string } | undefined)?.raw ?? '';
  const [own, other] = [raw(name), raw(name === 'issuingState' ? 'nationality' : 'issuingState')];
  const isKnown = own === UTOPIA || (own === other && /^[A-Z]{3}$/.test(own));
  return isKnown ? { value: own, score: SCORE.unchecked } : null;
}

/**
 * A number with a wrong check digit, with the one letter replaced by its look-alike that makes the digit right; null
 * if several letters would do.
 */
function repairNumber(raw: string, check: string): string | null {
  const digit = check === 'O' ? '0' : check;
  const repaired = [...raw].flatMap((letter, at) => {
    const other = lookAlikeOf(letter);
    const changed = other && raw.slice(0, at) + other + raw.slice(at + 1);
    return changed && checkDigit(changed) === digit ? [changed] : [];
  });
  const [only, ...more] = repaired;
  return only && more.length === 0 ? only.replace(/(?<!<)<+$/, '') : null;
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

type NameText = { text: string; doubts: boolean[] };

/**
 * `SURNAME<OF<TWO<<GIVEN<NAMES<<<<`, or surname and given names each in a place of their own; a name with a doubtful
 * character, or beside one, is none.
 */
function namesIn([first = { text: '', doubts: [] }, second]: NameText[]): MrzNames {
  const [surname = '', given = ''] = digitsAsLetters(first.text).split('<<');
  return {
    surname: nameAt(first, 0, surname),
    given: second
      ? nameAt(second, 0, digitsAsLetters(second.text).replace(/(?<!<)<+$/, ''))
      : nameAt(first, surname.length + 2, given),
  };
}

function nameAt({ text, doubts }: NameText, start: number, name: string): ScoredValue | null {
  const isDoubtful = doubts.slice(Math.max(0, start - 2), start + name.length + 2).includes(true);
  return isDoubtful ? null : asName(name, text.endsWith('<') ? NAME_SCORE.whole : NAME_SCORE.perhapsCut);
}

function asName(part: string, score: number): ScoredValue | null {
  // A name begins right behind its fillers: a third one was a letter, such as K.
  if (part.startsWith('<')) return null;
  const words = part.split('<').filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => /^[A-Z]+$/.test(word))) return null;
  return { value: words.join(' '), score };
}

/** Documents are valid for this many years at most, and are shown as long after that. */
const YEARS_AHEAD = 50;
/** Nobody older than this had a document made. */
const OLDEST = 105;
/** The score of a day of birth whose century the MRZ leaves open. */
const EITHER_CENTURY = 0.6;

/** YYMMDD of a birth, which is before the expiry and never in the future. */
function birthDay(text: string, expiry: string | null, now = new Date()): ScoredValue | null {
  const today = now.getFullYear();
  const end = expiry === null ? today : Number(expiry.slice(0, 4));
  const latest = Math.min(today, end);
  const days = [latest, latest - 100].map((year) => dayUpTo(text, year)).filter((day) => day !== null);
  const possible = days.filter((day) => (expiry === null || day < expiry) && end - Number(day.slice(0, 4)) <= OLDEST);
  const [day, ...others] = possible;
  return day === undefined ? null : { value: day, score: others.length > 0 ? EITHER_CENTURY : SCORE.checked };
}

/** YYMMDD of an expiry, which may lie ahead. */
function expiryDay(text: string, now = new Date()): string | null {
  return dayUpTo(text, now.getFullYear() + YEARS_AHEAD);
}

function dayUpTo(text: string, latest: number): string | null {
  const [, yy = '', month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (yy === '') return null;
  const year = latest - ((((latest - Number(yy)) % 100) + 100) % 100);
  return calendarDate(year, month, day, LIFETIME);
}
