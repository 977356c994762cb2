import { setImmediate } from 'node:timers/promises';
import { findTownAndState, type Place } from './cityAndState.ts';
import { findCountry } from './countries.ts';
import { loadMunicipalities, type Municipalities } from './municipalities.ts';
import { findNumber } from './numbersAndComplements.ts';
import { writtenCep, stateOfCep } from './postalCodes.ts';
import { splitAddresses } from './splitAddresses.ts';
import { postalForm, type Parts } from './standardForm.ts';
import { findStreet } from './streets.ts';
import { findRest } from './suburbs.ts';
import { draftOf, take, writtenIn, type Draft, type Part } from './tokens.ts';

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

/** An address in the parts of the interface; what the text does not say is null. */
type Component = {
  name: string;
  stdName: string;
  value: string | null;
  stdValue: string | null;
  score: number | null;
};
export type ParsedAddress = { stdValue: string | null; score: number | null; components: Component[]; secondaries: [] };

/** One address. The order matters: what is sure finds its place first and bounds what is less so. */
function parseAddress(text: string, municipalities: Municipalities): ParsedAddress {
  const draft = draftOf(text);
  const cep = findCep(draft);
  const country = findCountry(draft);
  const isForeign = country !== null && country.stdValue !== 'Brasil';
  const place = isForeign ? NOWHERE : findTownAndState(draft, municipalities);
  const street = findStreet(draft, isForeign);
  const number = findNumber(draft, street?.at ?? null);
  const rest = isForeign ? { suburb: null, complements: [] } : findRest(draft, street?.at ?? null, place);
  const parts: Parts = {
    cep: isForeign ? null : agreed(cep, place),
    pais: country ?? inferredCountry(cep, place),
    estado: place.state,
    cidade: place.town,
    bairro: rest.suburb,
    logradouro: street?.name ?? null,
    rotulo: street?.type ?? null,
    numero: number,
  };
  const components = Object.entries(STANDARD_NAMES).map(([name, stdName]) =>
    component(name, stdName, parts[name as keyof Parts]),
  );
  const complements = street ? rest.complements.map((span) => writtenIn(draft, span)) : [];
  return { stdValue: postalForm(parts, complements), score: meanScore(components), components, secondaries: [] };
}

const NOWHERE: Place = { state: null, town: null, stateAt: null, townAt: null };

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

const component = (name: string, stdName: string, part: Part | null): Component => ({
  name,
  stdName,
  value: part?.value ?? null,
  stdValue: part?.stdValue ?? null,
  score: part?.score ?? null,
});

function findCep(draft: Draft): Part | null {
  const at = draft.words.findIndex(({ kind }) => kind === 'cep');
  const cep = draft.words[at]?.cep;
  if (!cep) return null;
  take(draft, { from: at, to: at + 1 });
  return { value: cep.value, stdValue: writtenCep(cep.digits), score: cep.score };
}

/** A postcode of another state than the one written: one of them is wrong. */
function agreed(cep: Part | null, { state }: Place): Part | null {
  const conflict = cep && state && stateOfCep(cep.stdValue.replace('-', '')) !== state.stdValue;
  return conflict ? { ...cep, score: 0.5 } : cep;
}

/** A Brazilian postcode, state or city says which country it is; otherwise the text must. */
function inferredCountry(cep: Part | null, { state, town }: Place): Part | null {
  const brazil = { value: 'Brasil', stdValue: 'Brasil' };
  return cep || state ? { ...brazil, score: 0.9 } : town ? { ...brazil, score: 0.75 } : null;
}

function meanScore(components: Component[]): number | null {
  const scores = components.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return null;
  return Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 100;
}
