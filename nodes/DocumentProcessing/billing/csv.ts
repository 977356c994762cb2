import { asObject, asObjects, asText, textOf } from '../common/shape';
import type { Format } from './format';
import { COUNTS, dateOf } from './summary';

/**
 * A row per day and service. It follows RFC 4180 and starts with a byte order mark, so that a double click opens it in
 * a spreadsheet as UTF-8. Services have the service's own names, which do not depend on a language.
 */
export function billingCsv(result: unknown, { separator, texts }: Pick<Format, 'separator' | 'texts'>): string {
  const rows = asObjects(asObject(result)['details']).flatMap((day) =>
    asObjects(day['services']).map((service) => [
      dateOf(day['date']) ?? asText(day['date']),
      service['serviceName'],
      ...COUNTS.map((count) => service[count]),
    ]),
  );
  const lines = [texts.csvHeadings, ...rows].map((row) => row.map((value) => cell(value, separator)).join(separator));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

function cell(value: unknown, separator: string): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(textOf(value));
  return new RegExp(`["\\r\\n${separator}]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run a text that begins like this as a formula. */
const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
