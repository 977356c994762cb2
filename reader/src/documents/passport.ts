import type { NamedField } from '../reading.ts';
import { isEnough, type Cues } from './words/cues.ts';
import type { Kind } from './kind.ts';
import { hasZoneOf } from './mrz/hasZone.ts';

const CUES: Cues = {
  PASSAPORTE: 0.4,
  PASSPORT: 0.4,
  PASAPORTE: 0.3,
  'GIVEN NAMES': 0.3,
  SURNAME: 0.2,
  'DATE OF EXPIRY': 0.2,
  'ISSUING COUNTRY': 0.2,
  'COUNTRY CODE': 0.2,
  'DATE OF ISSUE': 0.1,
  'PLACE OF BIRTH': 0.1,
  'DATE OF BIRTH': 0.1,
  AUTHORITY: 0.1,
  NATIONALITY: 0.1,
};

/** A passport of any country, by its words or by its zone alone. */
export const passport: Kind = {
  id: 'passaporte',
  type: 'passaporte',
  stdType: 'passport',
  country: null,
  // Cards of other countries have the same labels, but not the letter.
  shows: async (page, asked) =>
    isEnough(page, CUES, asked) ? !(await hasZoneOf(page, asked, /^[IAC]/)) : hasZoneOf(page, asked, /^P/),
  read: async (page) => (await import('./passport/read.ts')).readTravelDocument(page),
  tags: (_text, fields) => countryOf(fields),
};

/** Where it was issued, in the letters of its zone. */
export function countryOf(fields: NamedField[]): string[] {
  const state = fields.find(({ name }) => name === 'pais_emissor')?.value;
  return state ? [`country=${state.toLowerCase()}`] : [];
}
