import { textOf } from '../common/shape';
import { type Money, priceOf } from './budget';
import { COUNTS, countOf, readDetails, type ServiceDetails } from './details';
import type { Format } from './format';
import { withoutTinyFractions } from './summary';

/**
 * A row per day and service, with its price and amount where there are prices. It follows RFC 4180 and starts with a byte
 * order mark, so that a double click opens it in a spreadsheet as UTF-8. Services have the service's own names, which do not
 * depend on a language.
 */
export function billingCsv(
  result: unknown,
  { separator, texts }: Pick<Format, 'separator' | 'texts'>,
  money?: Money,
): string {
  const decimal = (value: number) => (separator === ';' ? String(value).replace('.', ',') : value);
  const ofMoney = ({ name, counts }: ServiceDetails) => {
    const price = money && priceOf(name, money.prices);
    const units = countOf(counts, 'billingCount');
    if (price === undefined || units === undefined) return ['', ''];
    return [price, withoutTinyFractions(price * units)].map(decimal);
  };
  const currency = money?.currency === undefined ? '' : ` (${money.currency})`;
  const headings = [...texts.csvHeadings, ...(money ? texts.csvMoney.map((heading) => heading + currency) : [])];
  const rows = readDetails(result).flatMap(({ date, day, services }) =>
    services.map((service) => [
      ...[day || date, service.serviceName, ...COUNTS.map((count) => service.counts[count])],
      ...(money ? ofMoney(service) : []),
    ]),
  );
  const lines = [headings, ...rows].map((row) => row.map(cell).join(separator));
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
