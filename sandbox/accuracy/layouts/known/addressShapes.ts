import { asPostcode, type Address } from '../../synthetic/addresses.ts';
import { capitals } from '../../synthetic/people.ts';

export type Shape = (address: Address) => string;

export const withExtra = ({ extra }: Address, before = ', '): string => (extra ? `${before}${extra}` : '');

/** Ways to write an address; rules may be written with these. */
export const knownShapes: Shape[] = [
  (a) =>
    `${a.street}, ${a.number}${withExtra(a)} - ${a.suburb}, ${a.city.name} - ${a.city.state}, ${asPostcode(a.postcode)}`,
  (a) =>
    `${a.street}, ${a.number}${withExtra(a)}\n${a.suburb}\n${a.city.name}/${a.city.state}\nCEP ${asPostcode(a.postcode)}`,
  (a) =>
    `${a.street}, nº ${a.number}${withExtra(a)}, bairro ${a.suburb}, ${a.city.name}, ` +
    `${a.city.stateName}, CEP ${asPostcode(a.postcode)}, Brasil`,
  (a) =>
    capitals(
      `${a.street}, ${a.number}${withExtra(a, ' - ')} - ${a.suburb} - ${a.city.name} - ${a.city.state} - CEP: ${asPostcode(a.postcode)}`,
    ),
];
