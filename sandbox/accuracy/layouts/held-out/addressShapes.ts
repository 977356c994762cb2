import { asPostcode } from '../../synthetic/addresses.ts';
import { capitals } from '../../synthetic/people.ts';
import { withoutAccents } from '../../../reader/src/text/normalise.ts';
import { standardForms } from '../../../reader/src/text/pattern.ts';
import { withExtra, type Shape } from '../known/addressShapes.ts';

/** Ways nobody looks at while writing rules. */
export const heldOutShapes: Shape[] = [
  (a) =>
    `CEP ${asPostcode(a.postcode)} - ${a.city.name} (${a.city.state}) - ${a.suburb} - ${a.street} ${a.number}${withExtra(a, ' ')}`,
  (a) =>
    `${a.street} n. ${a.number}${withExtra(a, ' - ')}\n${asPostcode(a.postcode)} ${a.suburb} ${a.city.name} ${a.city.state}`,
  (a) =>
    withoutAccents(
      capitals(
        `${abbreviated(a.street)} ${a.number}${withExtra(a, ' ')} ${a.suburb} ${a.city.name} ${a.city.state} ${a.postcode}`,
      ),
    ),
  (a) =>
    `Endereço: ${abbreviated(a.street)}, ${a.number}${withExtra(a)} | Bairro: ${a.suburb} | ` +
    `Município: ${a.city.name} | UF: ${a.city.state} | CEP: ${a.postcode}`,
  (a) =>
    `residente e domiciliado na ${a.street}, número ${a.number}${withExtra(a)}, no bairro ` +
    `${a.suburb}, município de ${a.city.name}, Estado de ${a.city.stateName}, CEP nº ${asPostcode(a.postcode)}`,
];

const SHORT = standardForms(`
  R.: Rua | Av.: Avenida | Tv.: Travessa | Al.: Alameda | Pça.: Praça | Rod.: Rodovia | Lgo.: Largo | Est.: Estrada
`);

const abbreviated = (street: string): string => street.replace(/^\S+/, (type) => SHORT[type] ?? type);
