import { digitFor, letterFor } from '../../text/lookAlikes.ts';
/** The MRZ lines among rows of one or more readings each; null if there are none. */
export function mrzLinesOf(rows: string[][]): string[] | null {
  const lines = rows.map((readings) => readings.map(cleaned));
  for (const form of MRZ_FORMATS) {
    const mrz = lastLines(
      lines.map((readings) => fittingReadings(readings, form.length)),
      form,
    );
    if (mrz) return mrz;
  }
  return null;
}

/** Whether every check digit is correct. */
export function checkDigitsAgree(lines: string[]): boolean {
  const form = MRZ_FORMATS.find(
    ({ length, lines: own }) => own.length === lines.length && lines.every((line) => line.length === length),
  );
  return (
    form !== undefined &&
    form.lines.every((fields, at) =>
      fields.every((field) => !field.checked || hasValidCheckDigit((lines[at] as string).slice(field.from, field.to))),
    )
  );
}

/** The MRZ is the last text on its side of a document. */
function lastLines(rows: string[][], { lines }: MrzFormat): string[] | null {
  for (let first = rows.length - lines.length; first >= 0; first--) {
    const own = rows.slice(first, first + lines.length);
    if (!own.every((readings) => readings.some((line) => line.includes('<')))) continue;
    return own.map((readings, at) => mergeLine(readings, lines[at] as MrzFormat['lines'][number]));
  }
  return null;
}

const WEIGHTS = [7, 3, 1];
/** Capitals that are read for a digit in the font of the MRZ (OCR-B), beside the usual look-alikes. */
const OCR_B_DIGITS: Record<string, string> = { U: '0', L: '1', T: '7' };
const mrzDigit = (character: string) => OCR_B_DIGITS[character] ?? digitFor(character);
const mrzLetter = (character: string) => letterFor(character) ?? character;

/** Merges readings of a line: of each field the reading with a correct check digit, else the most frequent characters. */
function mergeLine(readings: string[], fields: MrzField[]): string {
  // A reading that lost a character is wrong in the next field too, even if a check digit is correct by chance.
  const trust = (reading: string) =>
    fields.filter((field) => field.checked && hasValidCheckDigit(fieldText(reading, field))).length;
  const trusted = readings.toSorted((a, b) => trust(b) - trust(a));
  return fields
    .map((field) =>
      mergeField(
        trusted.map((reading) => fieldText(reading, field)),
        field,
      ),
    )
    .join('');
}

function fieldText(reading: string, { from, to, only, checked }: MrzField): string {
  const text = reading.slice(from, to);
  if (only) return translated(text, only === 'digits' ? mrzDigit : mrzLetter);
  return checked ? text.slice(0, -1) + translated(text.slice(-1), mrzDigit) : text;
}

const translated = (text: string, by: (character: string) => string) => [...text].map(by).join('');

function mergeField(readings: string[], { checked }: MrzField): string {
  const voted = vote(readings);
  return (checked && [...readings, voted].find(hasValidCheckDigit)) || voted;
}

/** The most frequent character at each position; the first reading breaks ties. */
function vote(readings: string[]): string {
  const [first = ''] = readings;
  return [...first].map((own, at) => mostFrequent(readings.map((reading) => reading[at] ?? own))).join('');
}

function mostFrequent(characters: string[]): string {
  const count = (character: string) => characters.filter((other) => other === character).length;
  return characters.reduce((best, character) => (count(character) > count(best) ? character : best));
}

/** Whether the last character is the check digit of the others; an empty field needs none. */
function hasValidCheckDigit(text: string): boolean {
  if (/^<+0?$/.test(text)) return true;
  const sum = [...text.slice(0, -1)].reduce(
    (total, character, at) => total + valueOf(character) * (WEIGHTS[at % WEIGHTS.length] as number),
    0,
  );
  return text.at(-1) === String(sum % 10);
}

const valueOf = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));

/** The most characters that may be lost or doubled in a line. */
const MOST_WRONG = 3;
const SHORTEST_FILLING = 2;

/** The readings of this length; if none has it, those that can be repaired to it. */
function fittingReadings(readings: string[], length: number): string[] {
  const exact = readings.filter((line) => line.length === length);
  return exact.length > 0 ? exact : readings.map((line) => repaired(line, length)).filter((line) => line !== null);
}

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
