import type { Sheet } from '../document.ts';
import { toGrey } from './grey.ts';
import { LOOK_FOR, readWords } from './tesseract.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';
/** Lines and characters a line: passports, cards, large cards. */
const FORMS = [
  { lines: 2, length: 44 },
  { lines: 3, length: 30 },
  { lines: 2, length: 36 },
];

/** The lines of the machine-readable zone in a picture; null if there is none. */
export async function readMrzLines({ pixels }: Sheet): Promise<string[] | null> {
  const lines = await readWords(await toGrey(pixels), { mode: LOOK_FOR.lines, dotsPerInch: 200, characters: CHARACTERS });
  return mrzLinesIn(lines.map(({ words }) => words.map(({ text }) => text).join('')));
}

/** The lines among these that make a machine-readable zone. */
export function mrzLinesIn(texts: string[]): string[] | null {
  const lines = texts.map((text) => text.replace(/\s/g, '')).filter((text) => /^[A-Z0-9<]{30,44}$/.test(text) && text.includes('<'));
  for (const form of FORMS) {
    const fitting = lines.filter(({ length }) => length === form.length);
    if (fitting.length >= form.lines) return fitting.slice(-form.lines);
  }
  return null;
}
