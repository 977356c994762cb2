import { isStateCode } from '../../addresses/states.ts';
import { place, proofOfCity } from './place.ts';
import { withProof, type Value } from './value.ts';

/** A place as printed: a municipality, its state or both. */
export function birthplace(text: string): Value | null {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L})]+$/u, '');
  return /^\p{Lu}[\p{L}\s.'’()/,–-]{2,60}$/u.test(name) && !isStateCode(name) ? { value: name } : null;
}

/** One that is a municipality of Brazil, if it is known to be in Brazil. */
export function birthplaceInBrazil(text: string): Value | null {
  const found = birthplace(text);
  if (!found) return null;
  const inState = place(found.value);
  return withProof(found.value, inState ? inState.proof : proofOfCity(found.value));
}
