import { dayBetween, yearsAfter, type Day } from './days.ts';
import type { Holder } from './mrz.ts';
import { madePerson, type Person } from './people.ts';
import type { Random } from './random.ts';

export type Traveller = { person: Person; number: string; issued: Day; expires: Day };

export function madeTraveller(random: Random): Traveller {
  const issued = dayBetween(random, 2016, 2024);
  return {
    person: madePerson(random),
    number: `${random.pick(['FX', 'GA', 'YC', 'FT'])}${random.digits(6)}`,
    issued,
    expires: yearsAfter(issued, 10),
  };
}

export const asHolder = ({ person, number, expires }: Traveller, state = 'BRA'): Holder => ({
  surname: person.surname,
  given: person.given,
  number,
  born: person.born,
  sex: person.sex,
  expires,
  state,
  nationality: state,
});

/** What the check digits of a machine-readable zone vouch for. */
export const VOUCHED = ['numero', 'data_nascimento', 'data_validade'];
