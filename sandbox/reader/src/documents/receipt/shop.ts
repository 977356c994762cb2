import { isStateCode } from '../../addresses/states.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { taxNumbersIn } from '../../text/taxNumbers.ts';
import { COMPANY, PARTY_NAME } from '../values/partyNames.ts';
import type { ScoredValue } from '../values/value.ts';

const OF_LAYER = { name: 0.9, oneOfSeveral: 0.8, number: 0.97 };
const RECOGNISED = { name: 0.75, oneOfSeveral: 0.7, number: 0.9 };

/** What no name begins with: an address; what none has: words of titles. */
const NO_NAME = verboseRegExp('iu')`
  ^(?:rua|r\.|av\.?|avenida|travessa|alameda|pra[çc]a|rodovia|estrada|largo|cep|fone|tel|i\.?e\.?|i\.?m\.?|nota|cnpj
  |recebi(?:emos)?)(?![\p{L}\d])|\d{4}
  |(?<!\p{L})(?:danfe|documento|nota fiscal|nfc-?e|consumidor|cupom|extrato|recibo|comprovante|pedido|or[çc]amento
  |via d[aeo]|vias?$|(?:não|nao) fiscal)(?!\p{L})
`;
/** What costs something is no name. */
const AMOUNT = /\d[.,]\d{2}(?!\d)/;
/** What a name goes on with in the next line, or cannot end with. */
const LONE_COMPANY = new RegExp(`\\n(?=\\s*${COMPANY.source})`, 'gim');
const HALF = /\n(?=(?:d[aeo]s?|e|&)\s)|(?<=\s(?:d[aeo]s?|e|&))\n/gi;

/**
 * A shop by its CNPJ: the first of the strip that is not the customer's. The name stands over the number, beside it, or
 * under it; a text that says what kind of company it is before others.
 */
export function findShop(lines: string[], isRecognised: boolean): Record<'shop' | 'cnpj', ScoredValue | null> {
  const scores = isRecognised ? RECOGNISED : OF_LAYER;
  const numbers = lines.map((line) => taxNumbersIn(line).find(({ kind, isProven }) => kind === 'cnpj' && isProven));
  const at = lines.findIndex((line, index) => numbers[index] && !/consumidor|cliente|destinat/i.test(line));
  const number = numbers[at];
  if (!number) return { shop: null, cnpj: null };
  const line = lines[at] as string;
  const around = [...lines.slice(0, at), line.slice(0, number.at), line.slice(number.end), lines[at + 1] ?? ''];
  const names = around
    .filter((text) => !AMOUNT.test(text))
    .join('\n')
    .replace(LONE_COMPANY, ' ')
    .replace(HALF, ' ')
    .split(/\n|\s\s+/)
    .map((text) => withoutTitles(text.replace(/^[ –-]+|(?: CNPJ:?)? ?$/g, '')))
    .filter((text) => PARTY_NAME.test(text) && !isStateCode(/[\s/-](..)$/.exec(text)?.[1] ?? ''));
  const company = names.find((text) => COMPANY.test(text));
  const name = company ?? names[0];
  // Above the name of a company stands a brand, or its first line.
  const score = names.length === 1 || (company && company === names[0]) ? scores.name : scores.oneOfSeveral;
  return {
    shop: name === undefined ? null : { value: name, score },
    cnpj: { value: number.value, score: scores.number },
  };
}

const withoutTitles = (text: string) =>
  text
    .split(/\s[–-](?:\s|$)/)
    .filter((part) => part !== '' && !NO_NAME.test(part))
    .join(' - ');
