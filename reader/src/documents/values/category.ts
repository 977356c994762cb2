import type { Value } from './value.ts';

/** Categories of driver licences in Brazil: a motorcycle's with one of the others, or mopeds alone. */
const CATEGORY = /^(ACC|A[B-E]?|[B-E])$/;

export function category(text: string): Value | null {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return CATEGORY.test(letters) ? { value: letters } : null;
}
