export type Card = { number: string; network: string | null; expiry: { month: string; year: string } | null };

/** Beginnings of numbers and their lengths; the narrow ones first. */
const NETWORKS: [name: string, beginning: RegExp, lengths: number[]][] = [
  ['elo', /^(401178|401179|438935|457631|457632|504175|5067|5090|627780|636297|636368|6500|6504|6505|6507|6509|6516|6550)/, [16]],
  ['hipercard', /^(606282|3841)/, [13, 16, 19]],
  ['amex', /^3[47]/, [15]],
  ['diners', /^3(0[0-5]|[689])/, [14, 16]],
  ['discover', /^6(011|4[4-9]|5)/, [16, 19]],
  ['jcb', /^35(2[89]|[3-8])/, [16, 19]],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  ['visa', /^4/, [13, 16, 19]],
];

/** A number that passes its check digit is a card's; anything else is not guessed at. */
export function readCard(text: string): Card | null {
  const candidates = [...text.matchAll(/(?<!\d)\d(?:[ -]{0,2}\d){12,18}(?!\d)/g)].map(([found]) => found.replace(/\D/g, ''));
  const numbers = candidates.filter(passesLuhn);
  const number = numbers.find((candidate) => networkOf(candidate)) ?? null;
  return number ? { number, network: networkOf(number), expiry: expiryIn(text) } : null;
}

function networkOf(number: string): string | null {
  return NETWORKS.find(([, beginning, lengths]) => beginning.test(number) && lengths.includes(number.length))?.[0] ?? null;
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const weighted = digits.map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit));
  return /[1-9]/.test(number) && weighted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** The later of two dates: cards that print when they begin print that first. */
function expiryIn(text: string): Card['expiry'] {
  const found = [...text.matchAll(/(?<![\d/])(0[1-9]|1[0-2])\s?\/\s?(\d{4}|\d{2})(?![\d/])/g)];
  const dates = found.map(([, month = '', year = '']) => ({ month, year: year.length === 2 ? `20${year}` : year }));
  return dates.toSorted((a, b) => `${a.year}${a.month}`.localeCompare(`${b.year}${b.month}`)).at(-1) ?? null;
}
