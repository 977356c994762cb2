import { asAmount } from '../../text/amounts.ts';

export type FoundAmount = { value: string; at: number };

const AMOUNT =
  /(?<currency>R\$|US\$|NCz\$|Cz\$|Cr\$|CR\$|€)\s?(?<digits>\d{1,3}(?:\.\d{3})+(?:,\d{2})?|\d+,\d{2}|\d+)(?![\d])/giu;

/**
 * The amounts of a text that name their currency. One in a currency that is gone stays as printed: in today's it would
 * be another amount.
 */
export const findAmounts = (text: string): FoundAmount[] =>
  [...text.matchAll(AMOUNT)].map(({ 0: whole, index, groups }) => {
    const { currency = '', digits = '' } = groups ?? {};
    const value = currency === 'R$' ? asAmount(digits.includes(',') ? digits : `${digits},00`) : null;
    return { value: value ?? whole, at: index };
  });
