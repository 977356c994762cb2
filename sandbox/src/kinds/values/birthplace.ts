import { isStateCode } from '../../address/states.ts';
import { isMunicipality, place } from './place.ts';
import type { Value } from './value.ts';

/** A place as printed: a municipality, its state or both. */
export function birthplace(text: string): Value | null {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L})]+$/u, '');
  return /^\p{Lu}[\p{L}\s.'’()/,–-]{2,60}$/u.test(name) && !isStateCode(name) ? { value: name } : null;
}

/** One that is a municipality of Brazil, if it is known to be in Brazil. */
export function birthplaceInBrazil(text: string): Value | null {
  const found = birthplace(text);
  if (!found) return null;
  const { city, known } = place(found.value) ?? { city: found.value, known: false };
  return { ...found, proof: known || isMunicipality(city) ? 'right' : 'unknown' };
}
