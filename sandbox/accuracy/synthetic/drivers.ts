import { encodeVio } from '../../reader/src/documents/driverLicence/vioCode.ts';
import { type TrueField, fieldList } from '../groundTruth.ts';
import { CITIES } from './addresses.ts';
import { dayBetween, printed, yearsAfter } from './dates.ts';
import { driverNumber } from './numbers.ts';
import { capitals, generatePerson, personInPrint, type Person } from './people.ts';
import type { Random } from './random.ts';

export type Driver = ReturnType<typeof generateDriver>;

export function generateDriver(random: Random) {
  const city = random.pick(CITIES);
  const issued = dayBetween(random, 2016, 2024);
  return {
    person: generatePerson(random),
    register: driverNumber(random),
    category: random.pick(['B', 'AB', 'A', 'AC', 'D', 'AE']),
    first: dayBetween(random, 2004, 2012),
    issued,
    expires: yearsAfter(issued, random.pick([5, 10])),
    remarks: random.pick([null, 'EAR', 'A', 'A, EAR']),
    city,
    security: random.digits(11),
    renach: `${city.state}${random.digits(9)}`,
  };
}

/** What a licence prints of a driver. */
export const driverInPrint = ({ person, city, ...driver }: Driver) => ({
  ...driver,
  ...personInPrint(person),
  document: `${person.rg} ${person.issuer}`,
  nation: person.sex === 'F' ? 'BRASILEIRA' : 'BRASILEIRO',
  first: printed(driver.first),
  issued: printed(driver.issued),
  expires: printed(driver.expires),
  remarks: driver.remarks ?? '',
  city: capitals(city.name),
  cityState: city.state,
  cityStateName: capitals(city.stateName),
});

/** The fields on both halves of a licence. */
export function licenceFields(driver: Driver): TrueField[] {
  return [
    ...frontFields(driver),
    ...fieldList`
      free observacoes ${driver.remarks} | local_cidade ${capitals(driver.city.name)} | local_uf ${driver.city.state} |
      data_emissao ${driver.issued} | codigo_seguranca ${driver.security} | renach ${driver.renach}
    `,
  ];
}

/** The fields of a licence without the back. */
export const sideFields = (driver: Driver): TrueField[] => [
  ...frontFields(driver),
  { name: 'data_emissao', value: driver.issued },
];

export const parentFields = ({ father, mother }: Person): TrueField[] =>
  fieldList`filiacao_1 ${capitals(father)} | filiacao_2 ${capitals(mother)}`;

const frontFields = ({ person, category, register, first, expires }: Driver): TrueField[] => [
  ...fieldList`
    nome ${capitals(person.name)} | free rg ${person.rg} | cpf ${person.cpf} | data_nascimento ${person.born} |
    permissao ${null} | acc ${null} | cat_hab ${category} | registro ${register} | data_validade ${expires} |
    data_primeira_habilitacao ${first}
  `,
  ...parentFields(person),
];

/** The sandbox's own test code for a driver, and the fields it holds. */
export function testCode(driver: Driver): { code: string; fields: TrueField[] } {
  const fields = licenceFields(driver).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return { code: encodeVio(Object.fromEntries(fields.map(({ name, value }) => [name, value]))), fields };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A random text as dense as the encrypted codes of the state, without content. */
export const denseText = (random: Random, length: number): string => random.text(ALPHABET, length);
