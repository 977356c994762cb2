import { digitFor, letterFor } from '../../text/lookAlikes.ts';
import { MRZ_FORMATS, type MrzField } from './formats.ts';

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

function fieldText(reading: string, { from, to, characters, checked }: MrzField): string {
  const text = reading.slice(from, to);
  if (!/[A-Z]/.test(characters)) return translated(text, mrzDigit);
  if (!/\d/.test(characters)) return translated(text, mrzLetter);
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
