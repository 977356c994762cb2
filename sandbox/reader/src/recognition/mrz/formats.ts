/** The characters of a machine-readable zone. */
export const MRZ_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** A field of a line and the characters it may have; the last one of a `checked` field is the check digit of the others. */
export type MrzField = { from: number; to: number; characters: string; checked?: boolean };

/** A format of machine-readable zones (ICAO 9303): the fields of each line, and the parts a final digit checks. */
export type MrzFormat = {
  length: number;
  code: RegExp;
  lines: MrzField[][];
  composite?: { parts: [line: number, from: number, to: number][]; line: number; at: number };
};

const field = (from: number, to: number, characters: string): MrzField => ({ from, to, characters });
const checked = (from: number, to: number, characters: string): MrzField => ({ from, to, characters, checked: true });

/** A letter says what the document is; the state's own letter or a filler follows. */
const nameLine = (length: number): MrzField[] => [
  field(0, 1, 'PVIAC'),
  field(1, 2, LETTERS),
  field(2, 5, LETTERS),
  field(5, length, LETTERS),
];

const numberAndDays: MrzField[] = [
  checked(0, 10, MRZ_CHARACTERS),
  field(10, 13, LETTERS),
  checked(13, 20, DIGITS),
  field(20, 21, 'MF<'),
  checked(21, 28, DIGITS),
];

/**
 * TD3 (passports), TD1 (cards), TD2 (large cards), visas of the two longer formats, which have no final digits, and French
 * identity cards until 2021, which have names, number and birth in an order of their own.
 */
export const MRZ_FORMATS: MrzFormat[] = [
  {
    length: 44,
    code: /^P/,
    lines: [
      nameLine(44),
      [...numberAndDays, field(28, 42, MRZ_CHARACTERS), field(42, 43, `${DIGITS}<`), field(43, 44, DIGITS)],
    ],
    composite: {
      parts: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
      line: 1,
      at: 43,
    },
  },
  { length: 44, code: /^V/, lines: [nameLine(44), [...numberAndDays, field(28, 44, MRZ_CHARACTERS)]] },
  {
    length: 30,
    code: /^[IAC]/,
    lines: [
      [
        field(0, 1, 'IAC'),
        field(1, 2, LETTERS),
        field(2, 5, LETTERS),
        checked(5, 15, MRZ_CHARACTERS),
        field(15, 30, MRZ_CHARACTERS),
      ],
      [
        checked(0, 7, DIGITS),
        field(7, 8, 'MF<'),
        checked(8, 15, DIGITS),
        field(15, 18, LETTERS),
        field(18, 29, MRZ_CHARACTERS),
        field(29, 30, DIGITS),
      ],
      [field(0, 30, LETTERS)],
    ],
    composite: {
      parts: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
      line: 1,
      at: 29,
    },
  },
  {
    length: 36,
    code: /^[IACP]/,
    lines: [nameLine(36), [...numberAndDays, field(28, 35, MRZ_CHARACTERS), field(35, 36, DIGITS)]],
    composite: {
      parts: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
      line: 1,
      at: 35,
    },
  },
  { length: 36, code: /^V/, lines: [nameLine(36), [...numberAndDays, field(28, 36, MRZ_CHARACTERS)]] },
  {
    length: 36,
    code: /^IDFRA/,
    lines: [
      [
        ...[...'IDFRA'].map((letter, at) => field(at, at + 1, letter)),
        field(5, 30, LETTERS),
        field(30, 36, MRZ_CHARACTERS),
      ],
      [
        checked(0, 13, MRZ_CHARACTERS),
        field(13, 27, LETTERS),
        checked(27, 34, DIGITS),
        field(34, 35, 'MF'),
        field(35, 36, DIGITS),
      ],
    ],
    composite: {
      parts: [
        [0, 0, 36],
        [1, 0, 35],
      ],
      line: 1,
      at: 35,
    },
  },
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
