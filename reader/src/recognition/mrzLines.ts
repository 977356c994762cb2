/** The lines of a zone among rows that were read once or several times; null if they make none. */
export function mrzLinesOf(rows: string[][]): string[] | null {
  for (const form of MRZ_FORMATS) {
    const zone = lastLines(
      rows.map((readings) => fittingReadings(readings, form.length)),
      form,
    );
    if (zone) return zone;
  }
  return null;
}

/** Whether every check digit hasValidCheckDigit. */
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

/** The zone is the last thing on its side of a document. */
function lastLines(rows: string[][], { lines }: MrzFormat): string[] | null {
  for (let first = rows.length - lines.length; first >= 0; first--) {
    const own = rows.slice(first, first + lines.length);
    if (!own.every((readings) => readings.some((line) => line.includes('<')))) continue;
    return own.map((readings, at) => mergeLine(readings, lines[at] as MrzFormat['lines'][number]));
  }
  return null;
}

const WEIGHTS = [7, 3, 1];
/** Letters that are read where a digit stands. */
const DIGIT_FOR: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
};

const LETTER_FOR: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };

/**
 * One line of several readings of it: of each field the reading whose check digit hasValidCheckDigit, else what most readings have.
 */
function mergeLine(readings: string[], fields: MrzField[]): string {
  // A reading that lost a character at one place is wrong at the next one too, even if its check digit agrees by
  // chance.
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
  if (only) return translated(text, only === 'digits' ? DIGIT_FOR : LETTER_FOR);
  return checked ? text.slice(0, -1) + translated(text.slice(-1), DIGIT_FOR) : text;
}

const translated = (text: string, by: Record<string, string>) =>
  [...text].map((character) => by[character] ?? character).join('');

function mergeField(readings: string[], { checked }: MrzField): string {
  const voted = vote(readings);
  return (checked && [...readings, voted].find(hasValidCheckDigit)) || voted;
}

/** The commonest character at each place; the first reading breaks ties. */
function vote(readings: string[]): string {
  const [first = ''] = readings;
  return [...first].map((own, at) => commonest(readings.map((reading) => reading[at] ?? own))).join('');
}

function commonest(characters: string[]): string {
  const count = (character: string) => characters.filter((other) => other === character).length;
  return characters.reduce((best, character) => (count(character) > count(best) ? character : best));
}

/** Whether the last character is the check digit of those before it; nothing at all may do without. */
function hasValidCheckDigit(text: string): boolean {
  if (/^<+0?$/.test(text)) return true;
  const sum = [...text.slice(0, -1)].reduce(
    (total, character, at) => total + valueOf(character) * (WEIGHTS[at % WEIGHTS.length] as number),
    0,
  );
  return text.at(-1) === String(sum % 10);
}

const valueOf = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));

/** More characters than this are not lost or doubled in one line. */
const MOST_WRONG = 3;
const SHORTEST_FILLING = 2;

/**
 * Those readings of a line that can be one of this length. What had it from the start is believed before what had to be
 * repaired.
 */
function fittingReadings(readings: string[], length: number): string[] {
  const exact = readings.map(cleaned).filter((line) => line.length === length);
  return exact.length > 0 ? exact : readings.map((text) => repaired(text, length)).filter((line) => line !== null);
}

function repaired(text: string, length: number): string | null {
  const line = cleaned(text);
  const missing = length - line.length;
  const filling = line.match(/<+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? '';
  // Fillers are miscounted where there are many of them.
  if (
    Math.abs(missing) > MOST_WRONG ||
    filling.length < SHORTEST_FILLING ||
    filling.length + missing < SHORTEST_FILLING
  )
    return null;
  return line.replace(filling, '<'.repeat(filling.length + missing));
}

function cleaned(text: string): string {
  const line = text
    .toUpperCase()
    .replaceAll('«', '<<')
    .replace(/[\s.,'’-]/g, '')
    .replace(/[(\[{‹]/g, '<')
    .replace(/[^A-Z0-9<]/g, '<');
  // Fillers that were taken for letters: nothing follows many fillers but more of them, and a digit at the very end.
  return line.replace(
    /(<{3,})([A-Z]{1,2}(?=<))/g,
    (_, fillers: string, letters: string) => fillers + '<'.repeat(letters.length),
  );
}

/**
 * A field of a line: from, to, whether its last character is the check digit of the rest, and what it is made of if not
 * of anything.
 */
type MrzField = { from: number; to: number; checked?: boolean; only?: 'digits' | 'letters' };

/** A form machine-readable zones have: the fields of each of its lines. */
type MrzFormat = { length: number; lines: MrzField[][] };

const numberAndDays: MrzField[] = [
  { from: 0, to: 10, checked: true },
  { from: 10, to: 13, only: 'letters' },
  { from: 13, to: 20, checked: true, only: 'digits' },
  { from: 20, to: 21 },
  { from: 21, to: 28, checked: true, only: 'digits' },
];

/** Passports, cards, large cards. */
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
