import { withCertainDigits } from './lookAlikes.ts';
import { checkDigitOf, isCnpj, isCpf } from './taxNumbers.ts';

/** What the access key of a fiscal document holds; `model` is null on invoices of services, and so is `series`. */
export type AccessKey = {
  key: string;
  model: string | null;
  number: string;
  series: string | null;
  issuer: string;
  month: string;
};

/** Of goods, carriage, energy, telephones, receipts of tills: 44 signs. */
const OF_GOODS =
  /^\d\d(?<year>\d\d)(?<month>0[1-9]|1[0-2])(?<issuer>.{14})(?<model>5[5789]|6[2-7])(?<series>\d{3})(?<number>\d{9})\d{10}$/;
/** Of services, on the national form: 50 signs. */
const OF_SERVICES =
  /^\d{7}[12](?<sort>[12])(?<issuer>.{14})(?<number>\d{13})(?<year>\d\d)(?<month>0[1-9]|1[0-2])\d{10}$/;

/**
 * A text that is nothing but an access key, whatever stands between its signs. The check digits of the issuer and of the
 * whole key decide. Persons have a CPF, and on goods series of their own.
 */
export function parseAccessKey(text: string): AccessKey | null {
  const signs = text.replace(/[\s./-]/g, '');
  const read = [...new Set([signs.toUpperCase(), withCertainDigits(signs)])].flatMap((key) => provenKey(key) ?? []);
  return read.length === 1 ? (read[0] as AccessKey) : null;
}

function provenKey(key: string): AccessKey | null {
  const parts = (OF_GOODS.exec(key) ?? OF_SERVICES.exec(key))?.groups;
  const { year, month, issuer: padded = '', model = null, series = null, number, sort } = parts ?? {};
  const isPerson = sort ? sort === '1' : padded.startsWith('000') && /^9[2-6]/.test(series ?? '');
  const issuer = isPerson ? padded.slice(3) : padded;
  if (!(isPerson ? isCpf : isCnpj)(issuer) || checkDigitOf(key.slice(0, -1)) !== key.at(-1)) return null;
  return {
    key,
    model,
    issuer,
    month: `20${year}-${month}`,
    number: String(Number(number)),
    series: series && String(Number(series)),
  };
}
