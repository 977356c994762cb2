import { textList } from '../../text/pattern.ts';

/** The characters of a machine-readable zone. */
export const MRZ_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
/** The place of the filler among them. */
export const FILLER = MRZ_CHARACTERS.indexOf('<');

/** What a field may have; other characters stand for themselves. */
const SETS: Record<string, string> = {
  any: MRZ_CHARACTERS,
  digits: '0123456789',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<',
};

/** A field of a line and the characters it may have; the last one of a `checked` field is the check digit of the others. */
export type MrzField = { from: number; to: number; characters: string; checked?: boolean };

/** A format of machine-readable zones (ICAO 9303): the fields of each line, and the parts a final digit checks. */
export type MrzFormat = {
  length: number;
  code: RegExp;
  lines: MrzField[][];
  composite?: { parts: [line: number, from: number, to: number][]; line: number; at: number };
};

/** The fields of a line as its formats are described below: `checked any 10 | letters 13`, with the place behind each. */
function fieldsOf(line: string): MrzField[] {
  let from = 0;
  return textList(line).map((text) => {
    const [end, set = '', checked] = text.split(' ').toReversed();
    const field = { from, to: Number(end), characters: SETS[set] ?? set, ...(checked ? { checked: true } : {}) };
    from = field.to;
    return field;
  });
}

/** `parts` are what the final digit checks, which ends the second line: `0 5-30` is the first line from 5 until before 30. */
function format(length: number, code: RegExp, lines: string[], parts?: string): MrzFormat {
  const composite = parts && {
    parts: textList(parts).map((part) => part.split(/[ -]/).map(Number) as [number, number, number]),
    ...{ line: 1, at: length - 1 },
  };
  return { length, code, lines: lines.map(fieldsOf), ...(composite ? { composite } : {}) };
}

/** A letter says what the document is; the state's own letter or a filler follows. */
const NAMES = 'PVIAC 1 | letters 2 | letters 5 | letters';
const NUMBER_AND_DAYS = 'checked any 10 | letters 13 | checked digits 20 | MF< 21 | checked digits 28';
const CARD = 'IAC 1 | letters 2 | letters 5 | checked any 15 | any 30';
const CARD_DAYS = 'checked digits 7 | MF< 8 | checked digits 15 | letters 18 | any 29 | digits 30';
const FRENCH = 'I 1 | D 2 | F 3 | R 4 | A 5 | letters 30 | any 36';
const FRENCH_NUMBER = 'checked any 13 | letters 27 | checked digits 34 | MF 35 | digits 36';

/**
 * TD3 (passports), TD1 (cards), TD2 (large cards), visas of the two longer formats, which have no final digits, and French
 * identity cards until 2021, which have names, number and birth in an order of their own.
 */
export const MRZ_FORMATS: MrzFormat[] = [
  format(
    44,
    /^P/,
    [`${NAMES} 44`, `${NUMBER_AND_DAYS} | any 42 | 0123456789< 43 | digits 44`],
    '1 0-10 | 1 13-20 | 1 21-43',
  ),
  format(44, /^V/, [`${NAMES} 44`, `${NUMBER_AND_DAYS} | any 44`]),
  format(30, /^[IAC]/, [CARD, CARD_DAYS, 'letters 30'], '0 5-30 | 1 0-7 | 1 8-15 | 1 18-29'),
  format(36, /^[IACP]/, [`${NAMES} 36`, `${NUMBER_AND_DAYS} | any 35 | digits 36`], '1 0-10 | 1 13-20 | 1 21-35'),
  format(36, /^V/, [`${NAMES} 36`, `${NUMBER_AND_DAYS} | any 36`]),
  format(36, /^IDFRA/, [FRENCH, FRENCH_NUMBER], '0 0-36 | 1 0-35'),
];

/** What a check digit (ICAO 9303) multiplies the values of characters with, over and over. */
export const WEIGHTS = [7, 3, 1];

export const valueOf = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));

const weightedSum = (text: string, start: number): number =>
  [...text].reduce(
    (total, character, at) => total + valueOf(character) * (WEIGHTS[(start + at) % WEIGHTS.length] as number),
    0,
  );

/** The check digit of ICAO 9303. */
export const checkDigit = (text: string): string => String(weightedSum(text, 0) % 10);

/** Whether the last character is the check digit of the others; an empty field needs none. */
export const hasValidCheckDigit = (text: string): boolean =>
  /^<+0?$/.test(text) || text.at(-1) === checkDigit(text.slice(0, -1));

/** Whether the last digit of a zone is the check digit of the parts it checks; false for a format that has none. */
export const hasValidFinalDigit = (lines: string[], { composite }: MrzFormat): boolean =>
  composite !== undefined &&
  checkDigit(composite.parts.map(([line, from, to]) => lines[line]?.slice(from, to)).join('')) ===
    lines[composite.line]?.[composite.at];

/** How many characters stand before a field in what the final digit checks; null if it does not check the field. */
export function placeInComposite({ composite }: MrzFormat, line: number, { from, to }: MrzField): number | null {
  let before = 0;
  for (const [own, start, end] of composite?.parts ?? []) {
    if (own === line && from >= start && to <= end) return before + from - start;
    before += end - start;
  }
  return composite?.line === line && composite.at === from ? FINAL : null;
}

/** The place of the final digit itself. */
const FINAL = -1;

/** What a field adds to the sum of the final check digit; the digit itself takes it away, so that all add up to 0. */
export const residueOf = (text: string, place: number): number =>
  place === FINAL ? (10 - valueOf(text)) % 10 : weightedSum(text, place) % 10;
