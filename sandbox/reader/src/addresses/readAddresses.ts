import { setImmediate } from 'node:timers/promises';
import { plainText } from '../text/normalise.ts';
import { findCityAndState, type Place } from './cityAndState.ts';
import { findCountry } from './countries.ts';
import { loadMunicipalities, type Municipalities } from './municipalities.ts';
import { findNumber } from './numbersAndComplements.ts';
import { formatCep, stateOfCep } from './postalCodes.ts';
import { splitAddresses } from './splitAddresses.ts';
import { postalForm, type Parts } from './standardForm.ts';
import { findStreet } from './streets.ts';
import { findSuburbAndComplements } from './suburbs.ts';
import { newDraft, markTaken, textOf, type Draft, type Part } from './tokens.ts';

/** Characters of the longest address; what follows them is other text. */
const LONGEST = 1500;

/** The addresses in a text; none if it contains no part of an address. */
export async function readAddresses(text: string): Promise<ParsedAddress[]> {
  const municipalities = await loadMunicipalities();
  const found: ParsedAddress[] = [];
  for (const [index, part] of splitAddresses(plainText(text)).entries()) {
    const parsed = parseAddress(part.slice(0, LONGEST), municipalities);
    if (isAddress(parsed, part)) found.push(parsed);
    // A long list must not keep other work of the thread waiting.
    if (index % 50 === 49) await setImmediate();
  }
  return found;
}

/** Abroad the country may be the only known component; a country alone is not an address. */
const isAddress = ({ components }: ParsedAddress, text: string) =>
  components.some(
    ({ name, value, stdValue }) =>
      value !== null && (name !== 'pais' || (stdValue !== 'Brasil' && /^\D*\d[^,]*,/.test(text))),
  );

/** A component under the service's name; null if the text does not contain it. `score`: 0 to 1. */
type Component = {
  name: string;
  stdName: string;
  value: string | null;
  stdValue: string | null;
  score: number | null;
};
export type ParsedAddress = { stdValue: string | null; score: number | null; components: Component[]; secondaries: [] };

/** Parses one address. The order matters: reliable components are found first and limit where the others can be. */
function parseAddress(text: string, municipalities: Municipalities): ParsedAddress {
  const draft = newDraft(text);
  const cep = findCep(draft);
  const country = findCountry(draft);
  const isForeign = country !== null && country.stdValue !== 'Brasil';
  const place = isForeign ? { state: null, city: null } : findCityAndState(draft, municipalities);
  const street = findStreet(draft, isForeign);
  const number = findNumber(draft, street?.at ?? null);
  const rest = isForeign
    ? { suburb: null, complements: [] }
    : findSuburbAndComplements(draft, street?.at ?? null, place);
  const parts: Parts = {
    cep: isForeign ? null : scoredByState(cep, place),
    pais: country ?? inferredCountry(cep, place),
    estado: place.state,
    cidade: place.city,
    bairro: rest.suburb,
    logradouro: street?.name ?? null,
    rotulo: street?.type ?? null,
    numero: number,
  };
  const components = Object.entries(STANDARD_NAMES).map(([name, stdName]) => {
    const { value = null, stdValue = null, score = null } = parts[name as keyof Parts] ?? {};
    return { name, stdName, value, stdValue, score };
  });
  const complements = rest.complements.map((span) => textOf(draft, span));
  return { stdValue: postalForm(parts, complements), score: meanScore(components), components, secondaries: [] };
}

const STANDARD_NAMES = {
  cep: 'postcode',
  pais: 'country',
  estado: 'state',
  cidade: 'city',
  bairro: 'suburb',
  logradouro: 'place',
  rotulo: 'label',
  numero: 'number',
};

function findCep(draft: Draft): Part | null {
  const at = draft.words.findIndex(({ kind }) => kind === 'cep');
  const cep = draft.words[at]?.cep;
  if (!cep) return null;
  markTaken(draft, { from: at, to: at + 1 });
  return { value: cep.value, stdValue: formatCep(cep.digits), score: cep.score };
}

/** A postal code of another state than the written one gets half the score: one of the two is wrong. */
function scoredByState(cep: Part | null, { state }: Place): Part | null {
  const conflict = cep && state && stateOfCep(cep.stdValue.replace('-', '')) !== state.stdValue;
  return conflict ? { ...cep, score: 0.5 } : cep;
}

/** Brazil, where a postal code, state or city of it was found. */
function inferredCountry(cep: Part | null, { state, city }: Place): Part | null {
  const brazil = { value: 'Brasil', stdValue: 'Brasil' };
  return cep || state ? { ...brazil, score: 0.9 } : city ? { ...brazil, score: 0.75 } : null;
}

function meanScore(components: Component[]): number | null {
  const scores = components.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return null;
  return Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 100;
}
