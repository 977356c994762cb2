import { isStateCode } from '../../addresses/states.ts';
import type { Value } from './value.ts';

/** Digits that letters of a state are taken for. */
const MISTAKEN: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' };

/**
 * Number in the national register of drivers: a state and nine digits, with blanks that recognition sees between them.
 */
export function renach(text: string): Value | null {
  const [, state = '', digits = ''] = /(?<!\w)([A-Z][A-Z0158]|[0158][A-Z])((?:\s?\d){9})(?!\w|\s\d)/.exec(text) ?? [];
  const letters = state.replace(/\d/g, (digit) => MISTAKEN[digit] ?? digit);
  return isStateCode(letters) ? { value: letters + digits.replace(/\s/g, '') } : null;
}
