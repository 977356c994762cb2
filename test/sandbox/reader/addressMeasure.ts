import { foldOrdinals } from '../../../sandbox/reader/src/text/normalise.ts';
import { readAddresses } from '../../../sandbox/reader/src/addresses/readAddresses.ts';

const NAMES = ['rotulo', 'logradouro', 'numero', 'bairro', 'cidade', 'estado', 'cep', 'pais'];

export type Miss = { text: string; name: string; wanted: string; got: string; score: number | null };
export type Measured = { components: number; exact: number; wrong: Miss[]; missing: Miss[] };

/** Rows of a table: a text, in which ¶ ends a line, and behind `=` what it says; `#` begins a row about those below it. */
export const rowsOf = (table: string): [text: string, said: string][] =>
  table
    .replaceAll('\n  =', ' =')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [text = '', said = ''] = row.split(/ = ?/);
      return [text.replaceAll('¶', '\n'), said];
    });

/**
 * Reads each address of a table, which says label|street|number|suburb|city|state|postcode and, where it is not Brazil,
 * |country; nothing where the text says nothing. Counts its components: exact, wrong, missing. Accents of streets
 * and suburbs stay as somebody wrote them.
 */
export async function measureAddresses(table: string): Promise<Measured> {
  const measured: Measured = { components: 0, exact: 0, wrong: [], missing: [] };
  for (const [text, expected] of rowsOf(table)) {
    const [address] = await readAddresses(text);
    wantedOf(expected).forEach((wanted, index) => {
      const name = NAMES[index] as string;
      const component = address?.components.find((one) => one.name === name);
      count(measured, { text, name, wanted, got: component?.stdValue ?? '', score: component?.score ?? null });
    });
  }
  return measured;
}

function wantedOf(expected: string): string[] {
  const [label, street, number, suburb, city, state, postcode, country] = expected
    .split('|')
    .map((part) => part.trim());
  return [
    label,
    street,
    number,
    suburb,
    city,
    state,
    postcode,
    country || (city || state || postcode ? 'Brasil' : ''),
  ].map((part) => part ?? '');
}

function count(measured: Measured, miss: Miss): void {
  const { name, wanted, got } = miss;
  if (wanted === '' && got === '') return;
  measured.components++;
  const same = name === 'logradouro' || name === 'bairro' ? foldOrdinals(wanted) === foldOrdinals(got) : wanted === got;
  if (same) measured.exact++;
  else measured[got === '' ? 'missing' : 'wrong'].push(miss);
}

export const streetsOf = async (text: string) =>
  (await readAddresses(text)).map(({ components }) => components.find(({ name }) => name === 'logradouro')?.stdValue);
