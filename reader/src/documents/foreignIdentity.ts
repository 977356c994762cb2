import type { Kind } from './kind.ts';
import { hasZoneOf } from './mrz/hasZone.ts';
import { countryOf } from './passport.ts';

/** An identity card or residence permit of another country, by its zone. */
export const foreignIdentity: Kind = {
  id: 'documento-identidade-estrangeiro',
  type: 'documento-pessoal',
  stdType: 'personal-document',
  country: null,
  shows: (page, asked) => hasZoneOf(page, asked, /^[IAC]/, /^(?!BRA$)/),
  read: async (page) => (await import('./passport/read.ts')).readTravelDocument(page),
  tags: (_text, fields) => countryOf(fields),
};
