/** Values as the interface has them: dates YYYY-MM-DD, times HH:MM:SS, amounts with a dot, document numbers in digits. */
export function normaliseValue(text: string): string {
  return asDate(text) ?? asTime(text) ?? asAmount(text) ?? asDocumentNumber(text) ?? text;
}

const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'];

/** Day first, as in Brazil. A date that does not exist stays as printed. */
export function asDate(text: string): string | null {
  const numbers = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/.exec(text.trim());
  if (numbers) return calendarDate(numbers[3], numbers[2], numbers[1]);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (iso) return calendarDate(iso[1], iso[2], iso[3]);
  const words = /^(\d{1,2})º?\s+de\s+(\p{L}+)\s+de\s+(\d{4})$/iu.exec(text.trim());
  const month = MONTHS.indexOf(words?.[2]?.toLowerCase() ?? '') + 1;
  return words && month > 0 ? calendarDate(words[3], String(month), words[1]) : null;
}

function calendarDate(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

export function asTime(text: string): string | null {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim());
  return found ? `${found[1]?.padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}` : null;
}

/** `R$ 1.234,56`, `1.234,56`, `US$ 1,234.56` or `1,234.56`. */
export function asAmount(text: string): string | null {
  const plain = text.trim().replace(/^(R\$|US\$|BRL|USD|\$|€|EUR)\s*/i, '');
  const [, sign = ''] = /^(-?)/.exec(plain) ?? [];
  if (/^-?(\d{1,3}(\.\d{3})+|\d+),\d{2}$/.test(plain)) return sign + plain.replace(/[-.]/g, '').replace(',', '.');
  if (/^-?(\d{1,3}(,\d{3})+|\d+)\.\d{2}$/.test(plain)) return sign + plain.replace(/[-,]/g, '');
  return null;
}

export function asDocumentNumber(text: string): string | null {
  const isCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text.trim());
  const isCnpj = /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(text.trim());
  return isCpf || isCnpj ? text.replace(/[^A-Z\d]/g, '') : null;
}
