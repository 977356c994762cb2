import { textOf } from '../common/shape';
import { COUNTS, readDetails } from './details';
import type { Format } from './format';

/**
 * A row per day and service. It follows RFC 4180 and starts with a byte order mark, so that a double click opens it in
 * a spreadsheet as UTF-8. Services have the service's own names, which do not depend on a language.
 */
export function billingCsv(result: unknown, { separator, texts }: Pick<Format, 'separator' | 'texts'>): string {
  const rows = readDetails(result).flatMap(({ date, day, services }) =>
    services.map(({ serviceName, counts }) => [day || date, serviceName, ...COUNTS.map((count) => counts[count])]),
  );
  const lines = [texts.csvHeadings, ...rows].map((row) => row.map(cell).join(separator));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** In quotes if either separator would split it: the program that opens the file may expect the other. */
function cell(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(textOf(value));
  return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run a text that begins like this as a formula; some read wide characters and skip spaces. */
const withoutFormula = (text: string): string =>
  /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(text) ? `'${text}` : text;
