import { getCities } from '@brazilian-utils/brazilian-utils';
import { isStateCode } from '../../address/states.ts';
import { plain } from '../words/plain.ts';

/** A municipality and its state; `known` if that state has one of that name. */
export type Place = { city: string; state: string; known: boolean };

const FORM = /^\W*(\p{L}[\p{L}\s.'’-]*?)[\s,;/(–-]+([A-Z]{2})\W*$/u;

/** `SÃO PAULO, SP`, `Rio de Janeiro - RJ`, `RECIFE/PE`. */
export function place(text: string): Place | null {
  const [, city = '', state = ''] = FORM.exec(text.trim()) ?? [];
  return city !== '' && isStateCode(state) ? { city, state, known: isMunicipality(city, state) } : null;
}

/** Whether a state has a municipality of that name; without a state, whether any has. `S. PAULO` is São Paulo. */
export function isMunicipality(city: string, state?: string): boolean {
  const wanted = SAINTS.map((saint) => plain(city.replace(/^S\.\s*/i, saint)));
  return getCities(state as State).some((name) => wanted.includes(plain(name)));
}

const SAINTS = ['SÃO ', 'SANTO ', 'SANTA '];

type State = Parameters<typeof getCities>[0];
