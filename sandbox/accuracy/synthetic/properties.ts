import type { Truth } from '../groundTruth.ts';
import { generateAddress } from './addresses.ts';
import { dayBetween, type Day } from './dates.ts';
import { generatePerson, type Person } from './people.ts';
import type { Random } from './random.ts';

export type Entry = Property['entries'][number];

const NOTES = {
  CASAMENTO: 'o proprietário casou-se sob o regime da comunhão parcial de bens',
  'CADASTRO MUNICIPAL': 'o imóvel passou a ser lançado pela Prefeitura sob novo número de contribuinte',
  CONSTRUÇÃO: 'foi edificada no terreno uma casa residencial com área construída de 142,50 metros quadrados',
};

const TRANSFERS = ['DOAÇÃO', 'COMPRA E VENDA'];
const NOBODY = { from: null, to: null, value: null };

type Property = ReturnType<typeof generateProperty>;

export function generateProperty(random: Random) {
  const owner = generatePerson(random);
  const register = `${random.whole(10, 99)}.${random.digits(3)}`;
  const year = random.whole(1995, 2005);
  const second = generatePerson(random);
  const [title, note] = random.pick(Object.entries(NOTES));
  const sale = (number: number, title: string, day: Day, from: Person, to: Person, value: number) => {
    return { letter: 'R', number, title, day, from, to, value, note: null };
  };
  const days = (from: number, to: number) => dayBetween(random, year + from, year + to);
  const entries = [
    sale(1, 'COMPRA E VENDA', days(1, 3), owner, second, random.whole(80, 900) * 1000),
    { letter: 'AV', number: 2, title, day: days(4, 6), ...NOBODY, note },
    sale(3, random.pick(TRANSFERS), days(8, 12), second, generatePerson(random), random.whole(200, 1800) * 500),
  ];
  return {
    register,
    sheet: '01',
    opened: dayBetween(random, year, year),
    office: random.whole(1, 9),
    address: generateAddress(random),
    owner,
    entries,
  };
}

/**
 * The fields that the generative model for registries returns for each entry; tables only where there are people or
 * values.
 */
export const entryTruth = ({ entries }: Property): Required<Pick<Truth, 'fields' | 'tables'>> => ({
  fields: entries.flatMap(({ letter, number, day }) => [
    { name: 'number', value: `${letter}.${number}`, agreement: 'free' as const },
    { name: 'date', value: day },
  ]),
  tables: [
    ...entries.flatMap(({ from, to }) => {
      const involved = { transmitente: from, adquirente: to };
      const rows = Object.entries(involved).flatMap(([role, person]) =>
        person ? [{ role, name: person.name, document: person.cpf }] : [],
      );
      return rows.length > 0 ? [{ rows }] : [];
    }),
    ...entries.flatMap(({ value }) => (value === null ? [] : [{ rows: [{ value: value.toFixed(2) }] }])),
  ],
});
