import { isStateCode } from '../../address/states.ts';
import type { Value } from './value.ts';

/** Number in the national register of drivers: a state and nine digits, with blanks that recognition sees between them. */
export function renach(text: string): Value | null {
  const [number = ''] = /(?<!\w)[A-Z]{2}(?:\s?\d){9}(?!\w|\s\d)/.exec(text) ?? [];
  return isStateCode(number.slice(0, 2)) ? { value: number.replace(/\s/g, '') } : null;
}
