import { setImmediate } from 'node:timers/promises';
import { loadMunicipalities } from './municipalities.ts';
import { parseAddress, type ParsedAddress } from './parse.ts';
import { splitAddresses } from './several.ts';

/** Longer than any address; what goes on for longer is other text. */
const LONGEST = 1500;

/** The addresses of a text; none if it holds nothing of one. */
export async function readAddresses(text: string): Promise<ParsedAddress[]> {
  const municipalities = await loadMunicipalities();
  const found: ParsedAddress[] = [];
  for (const part of splitAddresses(text)) {
    const parsed = parseAddress(part.slice(0, LONGEST), municipalities);
    if (isAddress(parsed, part)) found.push(parsed);
    // Others get their turn between the addresses of a long list.
    if (found.length % 50 === 49) await setImmediate();
  }
  return found;
}

/** Of an address abroad the country may be all that is known; a country by itself is no address. */
const isAddress = ({ components }: ParsedAddress, text: string) =>
  components.some(
    ({ name, value, stdValue }) =>
      value !== null && (name !== 'pais' || (stdValue !== 'Brasil' && /\d.*,/s.test(text))),
  );
