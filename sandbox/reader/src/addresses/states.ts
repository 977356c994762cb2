import { nameKey } from '../text/normalise.ts';
import { standardForms } from '../text/pattern.ts';

export const STATES = standardForms(`
  Acre: AC | Alagoas: AL | Amapá: AP | Amazonas: AM | Bahia: BA | Ceará: CE | Distrito Federal: DF |
  Espírito Santo: ES | Goiás: GO | Maranhão: MA | Mato Grosso: MT | Mato Grosso do Sul: MS | Minas Gerais: MG |
  Pará: PA | Paraíba: PB | Paraná: PR | Pernambuco: PE | Piauí: PI | Rio de Janeiro: RJ | Rio Grande do Norte: RN |
  Rio Grande do Sul: RS | Rondônia: RO | Roraima: RR | Santa Catarina: SC | São Paulo: SP | Sergipe: SE |
  Tocantins: TO
`);

const BY_NAME = new Map(Object.entries(STATES).map(([code, name]) => [nameKey(name), code]));

/** The most words the name of a state has. */
export const LONGEST_STATE = 4;

export const stateNamed = (key: string): string | null => BY_NAME.get(key) ?? null;
export const isStateCode = (plain: string) => plain.toUpperCase() in STATES;
