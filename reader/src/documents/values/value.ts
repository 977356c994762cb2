/** What a text says; `proof` where check digits or lists speak for it or against it, or know nothing of it. */
export type Value = { value: string; proof?: 'right' | 'wrong' | 'unknown' };
/** Nothing proves most values. */
export const withProof = (value: string, proof: Value['proof']): Value => (proof ? { value, proof } : { value });

/** Reads a text as a value of one sort; null if it is none. */
export type Parse = (text: string) => Value | null;

/** Digits, and letters that are taken for digits. */
const MISTAKEN: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', l: '1', '|': '1', Z: '2', S: '5', B: '8' };
/** One character that is a digit or may be one. */
export const DIGIT = '[\\dOQDIl|ZSB]';

/**
 * A number of which all digits are known to be right or none: letters are taken for digits only if the check digits
 * agree.
 * A number that fails them was misread or mistyped.
 */
export function checked(text: string, isValid: (digits: string) => boolean): Value | null {
  const digits = [...text]
    .map((letter) => MISTAKEN[letter] ?? letter)
    .join('')
    .replace(/\D/g, '');
  if (isValid(digits)) return { value: digits, proof: 'right' };
  return /[A-Za-z|]/.test(text) ? null : { value: digits, proof: 'wrong' };
}
