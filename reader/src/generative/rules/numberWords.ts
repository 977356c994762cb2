/** Numbers written out, as registries and contracts have them. */
const VALUES: Record<string, number> = {
  zero: 0,
  um: 1,
  uma: 1,
  primeiro: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  quatorze: 14,
  catorze: 14,
  quinze: 15,
  dezesseis: 16,
  dezasseis: 16,
  dezessete: 17,
  dezoito: 18,
  dezenove: 19,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
  cem: 100,
  cento: 100,
  duzentos: 200,
  duzentas: 200,
  trezentos: 300,
  trezentas: 300,
  quatrocentos: 400,
  quatrocentas: 400,
  quinhentos: 500,
  quinhentas: 500,
  seiscentos: 600,
  seiscentas: 600,
  setecentos: 700,
  setecentas: 700,
  oitocentos: 800,
  oitocentas: 800,
  novecentos: 900,
  novecentas: 900,
};

const isNumberWord = (plain: string) => Object.hasOwn(VALUES, plain) || plain === 'mil';

/** `dois mil e vinte e três` as 2023; null for anything that is no number. */
export function numberInWords(text: string): number | null {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== 'e' && word !== '');
  if (words.length === 0 || !words.every(isNumberWord)) return null;
  let [total, part, last] = [0, 0, LARGEST];
  for (const word of words) {
    const value = VALUES[word] ?? 0;
    if (word === 'mil') [total, part, last] = [total + (part || 1) * 1000, 0, LARGEST];
    // Each word is smaller than the one before it: `vinte e doze` and `dois cem` are no numbers.
    else if (sizeOf(value) >= last) return null;
    else [part, last] = [part + value, sizeOf(value)];
  }
  return total + part;
}

const LARGEST = 4;
/** Hundreds, tens, ones. */
const sizeOf = (value: number) => (value >= 100 ? 3 : value >= 10 ? 2 : 1);
