import { type FieldName, parse, type ParseResult } from 'mrz';
import { calendarDate, LIFETIME } from '../../text/dates.ts';
import { digitsAsLetters, lookAlikeOf } from '../../text/lookAlikes.ts';
import type { MrzReading } from '../../recognition/mrz/mrzRecognition.ts';
import type { ScoredValue } from '../values/value.ts';

/** What a machine-readable zone (MRZ) holds. Check digits prove number and dates. */
export type Mrz = {
  /** P, ID, I, AC … */
  code: string | null;
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
  const places = lines.length === 3 ? CARD_PLACES : BOOKLET_PLACES;
  const isDoubtful = (name: keyof typeof places) => {
    const [line, from, to] = places[name];
    return Boolean(doubts?.[line]?.slice(from, to).includes(true));
  };
  const textAt = ([line, from, to]: readonly [number, number, number]) => lines[line]?.slice(from, to);
  // Two places that say the same confirm each other.
  const isSameState = textAt(places.state) === textAt(places.nationality);
  const expiry = has(parsed, 'expirationDate') && !isDoubtful('expiry') ? expiryDay(fields.expirationDate ?? '') : null;
  const birth = has(parsed, 'birthDate') && !isDoubtful('birth') ? birthDay(fields.birthDate ?? '', expiry) : null;
  const number = isDoubtful('number') ? null : numberOf(parsed);
  if ([birth, expiry, number].filter((value) => value !== null).length < 2) return null;
  const rest = fields.compositeCheckDigit ? SCORE.onCheckedLine : SCORE.unchecked;
  const optional = [fields.optional1, fields.optional2, fields.optional, fields.personalNumber];
  return {
    code: fields.documentCode ?? visaCodeIn(lines),
    state: isDoubtful('state') && !isSameState ? null : stateOf(parsed, 'issuingState', rest),
    nationality: isDoubtful('nationality') && !isSameState ? null : stateOf(parsed, 'nationality', rest),
    number: found(number, number && hasLookAlike(number) ? SCORE.twoReadings : SCORE.checked),
    names: lines.length === 3 ? namesIn(lines[2], doubts?.[2]) : namesIn(lines[0]?.slice(5), doubts?.[0]?.slice(5)),
    birth,
    expiry: found(expiry, SCORE.checked),
    sex: isDoubtful('sex') ? null : found(SEX[fields.sex ?? ''] ?? null, rest),
    optional: optional.filter((text): text is string => Boolean(text)),
  };
}

/** Line, first character and end of the fields of three short lines (TD1), and of two longer ones. */
const CARD_PLACES = {
  state: [0, 2, 5],
  number: [0, 5, 14],
  birth: [1, 0, 6],
  sex: [1, 7, 8],
  expiry: [1, 8, 14],
  nationality: [1, 15, 18],
} as const;
const BOOKLET_PLACES = {
  state: [0, 2, 5],
  number: [1, 0, 9],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
} as const;

/** The library knows no visas; their fields stand where those of passports and large cards do. */
const visaCodeIn = ([first = '']: string[]) => /^(V[A-Z]?)</.exec(first)?.[1] ?? null;

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

function numberOf({ fields, details }: ParseResult): string | null {
  if (fields.documentNumber && fields.documentNumberCheckDigit)
    return isWholeNumber(fields.documentNumber) ? fields.documentNumber : null;
  const detail = details.find(({ field }) => field === 'documentNumberCheckDigit');
  const [check, raw] = (detail?.ranges ?? []).map((range) => (range as { raw?: string }).raw ?? '');
  return raw && check ? repairNumber(raw, check) : null;
}

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
  const [state, nationality] = [raw('issuingState'), raw('nationality')];
  return state === nationality && /^[A-Z]{3}$/.test(state) ? { value: state, score: SCORE.unchecked } : null;
}

const WEIGHTS = [7, 3, 1];

const worth = (character: string) =>
  character === '<' ? 0 : /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55;

/** The check digit of ICAO 9303. */
const checkDigit = (text: string) =>
  [...text].reduce((sum, character, index) => sum + worth(character) * (WEIGHTS[index % 3] as number), 0) % 10;

/**
 * A number with a wrong check digit, with the one letter replaced by its look-alike that makes the digit right; null
 * if several letters would do.
 */
function repairNumber(raw: string, check: string): string | null {
  const digit = Number(check === 'O' ? '0' : check);
  const repaired = [...raw].flatMap((letter, at) => {
    const other = lookAlikeOf(letter);
    const changed = other && raw.slice(0, at) + other + raw.slice(at + 1);
    return changed && checkDigit(changed) === digit ? [changed] : [];
  });
  const [only, ...more] = repaired;
  return only && more.length === 0 ? only.replace(/<+$/, '') : null;
}

/** Most states number their documents like this: the place says what is a letter and what a digit. */
const LETTERS_THEN_DIGITS = /^[A-Z]{0,3}\d+[A-Z]?$/;

/** Whether one or two of its characters could be their look-alikes without the check digit telling: O and O for 0 and 0. */
function hasLookAlike(number: string): boolean {
  if (LETTERS_THEN_DIGITS.test(number)) return false;
  const changes = [...number].flatMap((character, at) => {
    const other = lookAlikeOf(character);
    return other === null ? [] : [((worth(other) - worth(character)) * (WEIGHTS[at % 3] as number)) % 10];
  });
  return changes.some(
    (change, index) => change === 0 || changes.slice(index + 1).some((other) => (change + other) % 10 === 0),
  );
}

type MrzNames = { surname: ScoredValue | null; given: ScoredValue | null };

/** Names have no check digit, and are cut off where they fill the line. */
const NAME_SCORE = { whole: 0.9, perhapsCut: 0.6 };

/** `SURNAME<OF<TWO<<GIVEN<NAMES<<<<`; a name with a doubtful character, or beside one, is none. */
function namesIn(mrz = '', doubts: boolean[] = []): MrzNames {
  const letters = digitsAsLetters(mrz);
  const [surname = '', given = ''] = letters.split('<<');
  const score = letters.endsWith('<') ? NAME_SCORE.whole : NAME_SCORE.perhapsCut;
  const start = surname.length + 2;
  const isDoubtful = (from: number, to: number) => doubts.slice(Math.max(0, from), to).includes(true);
  return {
    surname: isDoubtful(0, start) ? null : asName(surname, score),
    given: isDoubtful(start - 2, start + given.length + 2) ? null : asName(given, score),
  };
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
  const end = expiry ?? `${now.getFullYear() + YEARS_AHEAD}`;
  const latest = Math.min(now.getFullYear(), Number(end.slice(0, 4)));
  const days = [latest, latest - 100].map((year) => dayUpTo(text, year)).filter((day) => day !== null);
  const possible = days.filter((day) => day < end && Number(end.slice(0, 4)) - Number(day.slice(0, 4)) <= OLDEST);
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
