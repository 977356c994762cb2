import { FORMS, type Form } from './form.ts';
import { holds, mix } from './mix.ts';
import { fitting } from './repair.ts';

/** The lines of a zone among rows that were read once or several times; null if they make none. */
export function linesOf(rows: string[][]): string[] | null {
  for (const form of FORMS) {
    const zone = lastLines(
      rows.map((readings) => fitting(readings, form.length)),
      form,
    );
    if (zone) return zone;
  }
  return null;
}

/** Whether every check digit holds. */
export function isProved(lines: string[]): boolean {
  const form = FORMS.find(
    ({ length, lines: own }) => own.length === lines.length && lines.every((line) => line.length === length),
  );
  return (
    form !== undefined &&
    form.lines.every((parts, at) =>
      parts.every((part) => !part.checked || holds((lines[at] as string).slice(part.from, part.to))),
    )
  );
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
