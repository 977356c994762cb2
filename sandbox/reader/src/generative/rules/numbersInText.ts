import { verboseRegExp } from '../../text/pattern.ts';
import { parseAmount } from '../../text/amounts.ts';
import { type TaxNumber, taxNumbersIn } from '../../text/taxNumbers.ts';

/** Words that say of bare digits what they are. */
const LABEL = /(?:CPF|CIC|CNPJ|CGC)[^\d\n]{0,30}$/;

/** The CPFs and CNPJs of a text; those without signs count only behind a word such as CPF. */
export const findTaxNumbers = (text: string): TaxNumber[] =>
  taxNumbersIn(text).filter(
    ({ at, end }) => /[-–—/]/.test(text.slice(at, end)) || LABEL.test(text.slice(Math.max(0, at - 34), at)),
  );

type FoundAmount = { value: string; at: number };

const AMOUNT =
  /(?<currency>R\$|US\$|NCz\$|Cz\$|Cr\$|CR\$|€)\s?(?<digits>\d{1,3}(?:\.\d{3})+(?:,\d{2})?|\d+,\d{2}|\d+)(?![\d])/giu;

/** The amounts of a text that name their currency. Only reais are normalised; other currencies stay as printed. */
export const findAmounts = (text: string): FoundAmount[] =>
  [...text.matchAll(AMOUNT)].map(({ 0: whole, index, groups }) => {
    const { currency = '', digits = '' } = groups ?? {};
    const value = currency === 'R$' ? parseAmount(digits.includes(',') ? digits : `${digits},00`) : null;
    return { value: value ?? whole, at: index };
  });

/** An area under a field name: `área total de 250,00m²`. */
type FoundArea = { name: string; value: string };

const UNIT = String.raw`m²|m2|m\.²|metros\s+quadrados|hectares?|ha(?![\p{L}])|alqueires?`;
const AREA = verboseRegExp('giu')`
  [áa]rea\s+(?<kind>(?:(?:real|de\s+uso)\s+)?(?:total|privativa|[úu]til|comum|constru[íi]da|edificada
  |do\s+terreno|de\s+terreno|superficial|global|averbada|remanescente
  |de\s+garagem))?[^\d.;:]{0,40}?(?::\s*)?(?<digits>\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?)\s*
  (?<unit>${UNIT})
`;

const AREA_NAMES: [RegExp, string][] = [
  [/total|global/i, 'area_total'],
  [/privativa/i, 'area_privativa'],
  [/til$/i, 'area_util'],
  [/comum/i, 'area_comum'],
  [/constru|edificada|averbada/i, 'area_construida'],
  [/terreno|superficial/i, 'area_terreno'],
  [/remanescente/i, 'area_remanescente'],
  [/garagem/i, 'area_garagem'],
];

/** The areas of a text: of each kind the first, with a decimal point. */
export function findAreas(text: string): FoundArea[] {
  const found = new Map<string, string>();
  for (const { groups } of text.matchAll(AREA)) {
    const { kind = '', digits = '', unit = '' } = groups ?? {};
    const name = AREA_NAMES.find(([words]) => words.test(kind))?.[1] ?? 'area';
    if (!found.has(name)) found.set(name, `${digits.replaceAll('.', '').replace(',', '.')} ${shortUnit(unit)}`);
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

const shortUnit = (unit: string) => (/^m/i.test(unit) ? 'm²' : /^h/i.test(unit) ? 'ha' : unit.toLowerCase());
