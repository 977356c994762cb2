import type { Parse } from '../values/value.ts';

/** P, or P and a letter of the state's own. */
export const documentType: Parse = (text) => asWhole(text, /^(P[A-Z]?|[IAC][A-Z]?)$/);

export const sex: Parse = (text) => {
  const [letter] = /^\W*([MF])(?:\s*\/\s*[MF])?\W*$/.exec(text)?.slice(1) ?? [];
  return letter ? { value: letter } : null;
};

/** Countries as their three letters; of the names only Brazil's own is known. */
export const country: Parse = (text) =>
  /^\W*(BRASILEIR[OA]|BRASIL$|BRAZIL)/i.test(text) ? { value: 'BRA' } : asWhole(text, /^[A-Z]{3}$/);

/** Letters and digits, at least half of them digits. */
export const documentNumber: Parse = (text) => {
  const number = text.replace(/[\s.-]/g, '');
  return /^[A-Z0-9]{6,12}$/.test(number) && number.replace(/\D/g, '').length >= number.length / 2
    ? { value: number }
    : null;
};

function asWhole(text: string, form: RegExp) {
  const value = text.replace(/^\W+|\W+$/g, '');
  return form.test(value) ? { value } : null;
}
