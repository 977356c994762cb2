import { FORMS, type Form } from './form.ts';
import { mix } from './mix.ts';
import { repaired } from './repair.ts';

/** The lines of a zone among rows that were read once or several times; null if they make none. */
export function linesOf(rows: string[][]): string[] | null {
  for (const form of FORMS) {
    const fitting = rows.map((readings) => readings.map((text) => repaired(text, form.length)).filter((line) => line !== null));
    const zone = lastLines(fitting, form);
    if (zone) return zone;
  }
  return null;
}

/** The zone is the last thing on its side of a document. */
function lastLines(rows: string[][], { lines }: Form): string[] | null {
  for (let first = rows.length - lines.length; first >= 0; first--) {
    const own = rows.slice(first, first + lines.length);
    if (!own.every((readings) => readings.some((line) => line.includes('<')))) continue;
    return own.map((readings, at) => mix(readings, lines[at] as Form['lines'][number]));
  }
  return null;
}
