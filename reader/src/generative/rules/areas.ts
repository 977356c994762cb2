/** An area the text gives a name to: `área total de 250,00m²`. */
export type FoundArea = { name: string; value: string };

const UNIT = String.raw`m²|m2|m\.²|metros\s+quadrados|hectares?|ha(?![\p{L}])|alqueires?`;
const AREA = new RegExp(
  String.raw`[áa]rea\s+(?<kind>(?:(?:real|de\s+uso)\s+)?(?:total|privativa|[úu]til|comum|constru[íi]da|edificada|do\s+terreno|de\s+terreno|superficial|global|averbada|remanescente|de\s+garagem))?[^\d.;:]{0,40}?:?\s*(?<digits>\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?)\s*(?<unit>${UNIT})`,
  'giu',
);

const NAMES: [RegExp, string][] = [
  [/total|global/i, 'area_total'],
  [/privativa/i, 'area_privativa'],
  [/til$/i, 'area_util'],
  [/comum/i, 'area_comum'],
  [/constru|edificada|averbada/i, 'area_construida'],
  [/terreno|superficial/i, 'area_terreno'],
  [/remanescente/i, 'area_remanescente'],
  [/garagem/i, 'area_garagem'],
];

/** The areas of a text, each kind once, with a dot for the comma. */
export function findAreas(text: string): FoundArea[] {
  const found = new Map<string, string>();
  for (const { groups } of text.matchAll(AREA)) {
    const { kind = '', digits = '', unit = '' } = groups ?? {};
    const name = NAMES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'area';
    if (!found.has(name)) found.set(name, `${digits.replaceAll('.', '').replace(',', '.')} ${shortUnit(unit)}`);
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

const shortUnit = (unit: string) => (/^m/i.test(unit) ? 'm²' : /^h/i.test(unit) ? 'ha' : unit.toLowerCase());
