import { getCities } from '@brazilian-utils/brazilian-utils';
import { isStateCode } from '../../addresses/states.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { ParsedValue } from './value.ts';

/** A municipality and its state; `check` is the result of the list of municipalities. */
export type Place = { city: string; state: string; check: ParsedValue['check'] };

const STATE = /[\s,;/(–-]([A-Z]{2})\W*$/;
const CITY = /^[^\p{L}\p{N}_]*(\p{L}[\p{L}\s.'’-]*)$/u;

/** `SÃO PAULO, SP`, `Rio de Janeiro - RJ`, `RECIFE/PE`. */
export function place(text: string): Place | null {
  const found = STATE.exec(text);
  const state = found?.[1] ?? '';
  const before = text.slice(0, found?.index).replace(/(?<![\s,;/(–-])[\s,;/(–-]+$/, '');
  const [, city = ''] = CITY.exec(before) ?? [];
  return city !== '' && isStateCode(state) ? { city, state, check: checkCity(city, state) } : null;
}

/**
 * Whether a state, or any, has a municipality of that name. A name without its accents may be printed so or misread:
 * neither passed nor failed.
 */
export function checkCity(city: string, state?: string): ParsedValue['check'] {
  const names = getCities(state as State);
  const written = SAINTS.map((saint) => city.replace(/^S\.\s*/i, saint));
  if (names.some((name) => written.some((text) => text.toUpperCase() === name.toUpperCase()))) return 'passed';
  const letters = written.map(lookAlikeKey);
  return names.some((name) => letters.includes(lookAlikeKey(name))) ? undefined : 'unlisted';
}

/** `S. PAULO` is São Paulo. */
const SAINTS = ['SÃO ', 'SANTO ', 'SANTA '];

type State = Parameters<typeof getCities>[0];

/** A place as printed: a municipality, its state or both. */
export function birthplace(text: string): ParsedValue | null {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/(?<=[\p{L})])[^\p{L})]+$/u, '');
  return /^\p{Lu}[\p{L}\s.'’()/,–-]{2,60}$/u.test(name) && !isStateCode(name) ? { value: name } : null;
}

/** One that is a municipality of Brazil, if it is known to be in Brazil. */
export function birthplaceInBrazil(text: string): ParsedValue | null {
  const found = birthplace(text);
  const inState = found && place(found.value);
  return found && { ...found, check: inState ? inState.check : checkCity(found.value) };
}
