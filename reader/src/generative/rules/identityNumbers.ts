import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';

/**
 * A CPF or CNPJ in a text; `digits` is null if its check digits are wrong, so that nobody takes a misread one for true.
 */
export type FoundNumber = { kind: 'cpf' | 'cnpj'; digits: string | null; at: number; end: number };

const NUMBER =
  /(?<![\d./-])(?:(?<cnpj>[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\s?\/\s?[A-Z\d]{4}\s?[-–]\s?\d{2})|(?<cpf>\d{3}\.\d{3}\.\d{3}\s?[-–/.]\s?\d{2})|(?<bare>(?<=(?:CPF|CIC|CNPJ|CGC)[^\d\n]{0,30})(?:\d{14}|\d{11}|\d{9}[-–/]\d{2})))(?![\d])/gu;

/** The CPFs and CNPJs of a text; numbers without their points only where the words before say what they are. */
export const findIdentityNumbers = (text: string): FoundNumber[] => [...text.matchAll(NUMBER)].map(asFound);

function asFound({ 0: whole, index, groups }: RegExpExecArray): FoundNumber {
  const plain = whole.replace(/[^A-Z\d]/g, '');
  const kind = groups?.['cnpj'] || plain.length === 14 ? 'cnpj' : 'cpf';
  const isValid = kind === 'cpf' ? isValidCpf(plain) : isValidCnpj(plain) || isValidCnpj(plain, { version: 2 });
  return { kind, digits: isValid ? plain : null, at: index, end: index + whole.length };
}
