import { digitFor, letterFor } from '../../text/lookAlikes.ts';

/** The MRZ lines among lines of text; null if there are none. */
export function mrzLinesOf(texts: string[]): string[] | null {
  const lines = texts.map(cleaned);
  for (const { length, lines: own } of MRZ_FORMATS) {
    const mrz = lastLines(
      lines.map((line) => (line.length === length ? line : repaired(line, length))),
      own,
    );
    if (mrz) return mrz;
  }
  return null;
}

/** The MRZ is the last text on its side of a document. */
function lastLines(lines: (string | null)[], own: MrzField[][]): string[] | null {
  for (let first = lines.length - own.length; first >= 0; first--) {
    const found = lines.slice(first, first + own.length).filter((line) => line?.includes('<'));
    if (found.length === own.length)
      return own.map((fields, at) => fields.map((field) => fieldText(found[at] as string, field)).join(''));
  }
  return null;
}

/** Capitals that are read for a digit in the font of the MRZ (OCR-B), beside the usual look-alikes. */
const OCR_B_DIGITS: Record<string, string> = { U: '0', L: '1', T: '7' };
const mrzDigit = (character: string) => OCR_B_DIGITS[character] ?? digitFor(character);
const mrzLetter = (character: string) => letterFor(character) ?? character;

function fieldText(reading: string, { from, to, only, checked }: MrzField): string {
  const text = reading.slice(from, to);
  if (only) return translated(text, only === 'digits' ? mrzDigit : mrzLetter);
  return checked ? text.slice(0, -1) + translated(text.slice(-1), mrzDigit) : text;
}

const translated = (text: string, by: (character: string) => string) => [...text].map(by).join('');

/** The most characters that may be lost or doubled in a line. */
const MOST_WRONG = 3;
const SHORTEST_FILLING = 2;

/** A line with its fillers counted right; null if it cannot be one of this length. */
function repaired(line: string, length: number): string | null {
  const missing = length - line.length;
  if (Math.abs(missing) > MOST_WRONG) return null;
  const filling = line.match(/<+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? '';
  // Long runs of fillers are often miscounted.
  if (filling.length < SHORTEST_FILLING || filling.length + missing < SHORTEST_FILLING) return null;
  return line.replace(filling, '<'.repeat(filling.length + missing));
}

function cleaned(text: string): string {
  const line = text
    .toUpperCase()
    .replaceAll('«', '<<')
    .replace(/[\s.,'’-]/g, '')
    .replace(/[([{‹]/g, '<')
    .replace(/[^A-Z0-9<]/g, '<');
  // Letters behind many fillers are misread fillers: only more fillers and a final digit may follow.
  return line.replace(
    /(?<!<)(<{3,})([A-Z]{1,2}(?=<))/g,
    (_, fillers: string, letters: string) => fillers + '<'.repeat(letters.length),
  );
}

/** A field of a line: `checked` if its last character is the check digit of the others, `only` if it has one type. */
type MrzField = { from: number; to: number; checked?: boolean; only?: 'digits' | 'letters' };

/** A format of machine-readable zones (ICAO 9303): the fields of each line. */
type MrzFormat = { length: number; lines: MrzField[][] };

const numberAndDays: MrzField[] = [
  { from: 0, to: 10, checked: true },
  { from: 10, to: 13, only: 'letters' },
  { from: 13, to: 20, checked: true, only: 'digits' },
  { from: 20, to: 21 },
  { from: 21, to: 28, checked: true, only: 'digits' },
];

/** TD3 (passports), TD1 (cards), TD2 (large cards); visas have the lines of TD3 or TD2 without the last check digits. */
const MRZ_FORMATS: MrzFormat[] = [
  {
    length: 44,
    lines: [
      [{ from: 0, to: 44, only: 'letters' }],
      [...numberAndDays, { from: 28, to: 43, checked: true }, { from: 43, to: 44 }],
    ],
  },
  {
    length: 30,
    lines: [
      [
        { from: 0, to: 5, only: 'letters' },
        { from: 5, to: 15, checked: true },
        { from: 15, to: 30 },
      ],
      [
        { from: 0, to: 7, checked: true, only: 'digits' },
        { from: 7, to: 8 },
        { from: 8, to: 15, checked: true, only: 'digits' },
        { from: 15, to: 18, only: 'letters' },
        { from: 18, to: 29 },
        { from: 29, to: 30 },
      ],
      [{ from: 0, to: 30, only: 'letters' }],
    ],
  },
  {
    length: 36,
    lines: [[{ from: 0, to: 36, only: 'letters' }], [...numberAndDays, { from: 28, to: 35 }, { from: 35, to: 36 }]],
  },
];
