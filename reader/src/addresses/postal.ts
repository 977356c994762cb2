import { UNITS } from './abbreviations.ts';
import { properCase } from './casing.ts';
import { fold } from './fold.ts';
import type { Part } from './draft.ts';

export type Parts = Record<
  'cep' | 'pais' | 'estado' | 'cidade' | 'bairro' | 'logradouro' | 'rotulo' | 'numero',
  Part | null
>;

/**
 * The address as it stands on a letter: street, suburb, city with state, postcode, and the country if it is another.
 */
export function postalForm(
  { rotulo, logradouro, numero, bairro, cidade, estado, cep, pais }: Parts,
  complements: string[],
): string | null {
  const said = (part: Part | null) => part?.stdValue ?? '';
  const street = [[said(rotulo), said(logradouro)].filter(Boolean).join(' '), said(numero)].filter(Boolean).join(', ');
  const house = [street, standardComplements(complements)].filter(Boolean).join(' - ');
  const town = [said(cidade), said(estado)].filter(Boolean).join(' - ');
  const country = said(pais) === 'Brasil' ? '' : said(pais);
  return [house, said(bairro), town, said(cep), country].filter(Boolean).join('\n') || null;
}

/** `apto. 12`, `bl B` as `Apto 12, Bloco B`. */
const standardComplements = (complements: string[]) => complements.map(standardComplement).filter(Boolean).join(', ');

function standardComplement(written: string): string {
  const words = written.replace(/[.:]+(?=\s|$)/g, '').split(/\s+/);
  return properCase(words.map((word, index) => unitWord(word, index, words.length)).join(' '));
}

/** In front of something; a unit behind its number (`3º andar`) stays small. */
function unitWord(word: string, index: number, count: number): string {
  const plain = fold(word);
  if (!Object.hasOwn(UNITS, plain) || (plain.length < 2 && count === 1)) return word;
  return index > 0 && /^(andar|pavimento|piso|and|pav)$/.test(plain)
    ? plain.startsWith('a')
      ? 'andar'
      : word.toLowerCase()
    : (UNITS[plain] ?? word);
}
