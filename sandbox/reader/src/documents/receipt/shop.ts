import { isStateCode } from '../../addresses/states.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { taxNumbersIn } from '../../text/taxNumbers.ts';
import { COMPANY, PARTY_NAME } from '../values/partyNames.ts';
import type { ScoredValue } from '../values/value.ts';

const OF_LAYER = { name: 0.9, number: 0.97 };
const RECOGNISED = { name: 0.75, number: 0.9 };

/** What no name begins with: the address of the shop, and titles. */
const NO_NAME = verboseRegExp('iu')`
  ^(?:rua|r\.|av\.?|avenida|travessa|alameda|pra[çc]a|rodovia|estrada|largo|cep|fone|tel|i\.?e\.?|i\.?m\.?|extrato|cupom
  |danfe|documento|nota|recibo|nfc|consumidor|recebi(?:emos)?)(?![\p{L}\d])|\d{4}
`;

/**
 * A shop by its CNPJ: the first of the strip that is not the customer's. The name stands over the number, beside it, or
 * under it; a line that says what kind of company it is before others.
 */
export function findShop(lines: string[], isRecognised: boolean): Record<'shop' | 'cnpj', ScoredValue | null> {
  const scores = isRecognised ? RECOGNISED : OF_LAYER;
  const numbers = lines.map((line) => taxNumbersIn(line).find(({ kind, isProven }) => kind === 'cnpj' && isProven));
  const at = lines.findIndex((line, index) => numbers[index] && !/consumidor|cliente|destinat/i.test(line));
  const number = numbers[at];
  if (!number) return { shop: null, cnpj: null };
  const [before = '', behind = ''] = [
    (lines[at] as string).slice(0, number.at),
    (lines[at] as string).slice(number.end),
  ];
  const names = [...lines.slice(0, at), before, behind, lines[at + 1] ?? '']
    .map((line) => line.replace(/\s+/g, ' ').replace(/^[ –-]+|(?: [–-])?(?: CNPJ:?)? ?$/g, ''))
    .filter((line) => PARTY_NAME.test(line) && !NO_NAME.test(line) && !isStateCode(line.slice(-2)));
  const name = names.find((line) => COMPANY.test(line)) ?? names[0];
  return {
    shop: name === undefined ? null : { value: name, score: scores.name },
    cnpj: { value: number.value, score: scores.number },
  };
}
