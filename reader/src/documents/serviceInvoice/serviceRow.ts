import { parseAmount } from '../../text/amounts.ts';

export type ServiceRow = Record<string, string | null>;

const cents = (text: string | null | undefined): number | null => {
  const amount = text ? parseAmount(text) : null;
  return amount === null ? null : Math.round(Number(amount) * 100);
};
const counted = (text: string | null | undefined): number | null =>
  text && /^\d{1,6}(,\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : null;
const digits = (text: string) => text.replace(/\D/g, '');

/**
 * What was read of a row against what it must be: quantity times price is the value. What does not agree is put right
 * where only signs were lost, else left out.
 */
export function reconcile(row: ServiceRow): ServiceRow {
  const { quantidade_item: quantity = null, valor_unitario: price = null, valor_servico: value = null } = row;
  const [count, each, all] = [counted(quantity), cents(price), cents(value)];
  if (count !== null && each !== null && all === null && value !== null)
    return { ...row, valor_servico: ifSameDigits(value, Math.round(count * each)) };
  const isWhole = each !== null && all !== null && each > 0 && all >= each && all % each === 0;
  return isWhole && quantity !== null && count !== all / each
    ? { ...row, quantidade_item: ifBegun(quantity, String(all / each)) }
    : row;
}

/** 224325 for 2.243,25; 2.243,2 for it too. */
const ifSameDigits = (read: string, expected: number): string | null =>
  digits(read).length >= String(expected).length - 1 && String(expected).startsWith(digits(read))
    ? `${Math.trunc(expected / 100)},${String(expected % 100).padStart(2, '0')}`
    : null;

/** 1 for 11, where the price says that it must be 11. */
const ifBegun = (read: string, expected: string): string | null =>
  digits(read) !== '' && (expected.startsWith(digits(read)) || expected.endsWith(digits(read))) ? expected : null;
