import type { Value } from './value.ts';

/** A place as printed: a municipality, its state or both. */
export function birthplace(text: string): Value | null {
  const place = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L})]+$/u, '');
  return /^\p{Lu}[\p{L}\s.'’()/,–-]{1,60}$/u.test(place) && /\p{L}{2}/u.test(place) ? { value: place } : null;
}
