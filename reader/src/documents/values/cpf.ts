import { isValidCpf } from '@brazilian-utils/brazilian-utils';
import { checked, DIGIT, type Value } from './value.ts';

const FORM = new RegExp(
  `(?<![\\w])${DIGIT}{3}[.,\\s]{0,2}${DIGIT}{3}[.,\\s]{0,2}${DIGIT}{3}\\s?[-–—/.]?\\s?${DIGIT}{2}(?!\\w)`,
  'g',
);

/** The first CPF in a text that its check digits agree with, else the first that looks like one. */
export function cpf(text: string): Value | null {
  const found = [...text.matchAll(FORM)].map(([form]) => checked(form, isValidCpf)).filter((value) => value !== null);
  return found.find(({ proof }) => proof === 'right') ?? found[0] ?? null;
}
