import type { NamedField } from '../reading.ts';
import { isStateCode } from '../addresses/states.ts';
import type { Kind } from './kind.ts';
import { hasZoneOf } from './mrz/hasZone.ts';
import { isEnough, type Cues } from './words/cues.ts';
import { plain } from './words/plain.ts';

const CUES: Cues = {
  'CARTEIRA DE IDENTIDADE': 0.6,
  'CÉDULA DE IDENTIDADE': 0.6,
  'REGISTRO GERAL': 0.4,
  'VÁLIDA EM TODO O TERRITÓRIO NACIONAL': 0.4,
  'LEI Nº 7.116': 0.3,
  'INSTITUTO DE IDENTIFICAÇÃO': 0.3,
  'POLEGAR DIREITO': 0.3,
  'ASSINATURA DO TITULAR': 0.3,
  'DOC. ORIGEM': 0.2,
  'PERSONAL NUMBER': 0.2,
  'CARD ISSUER': 0.3,
  'SOCIAL NAME': 0.2,
  FILIAÇÃO: 0.2,
  NATURALIDADE: 0.2,
  'DATA DE EXPEDIÇÃO': 0.2,
  'ÓRGÃO EXPEDIDOR': 0.2,
  'ASSINATURA DO DIRETOR': 0.2,
  'SEGURANÇA PÚBLICA': 0.2,
  'DATA DE NASCIMENTO': 0.1,
  'REPÚBLICA FEDERATIVA DO BRASIL': 0.1,
  NOME: 0.1,
};

/** An identity card of Brazil: of a state (RG) or the national one (CIN). */
export const identityCard: Kind = {
  id: 'bra-documento-pessoal',
  type: 'documento-pessoal',
  stdType: 'personal-document',
  country: 'bra',
  shows: async (page, asked) => isEnough(page, CUES, asked) || hasZoneOf(page, asked, /^[IAC]/, /^BRA$/),
  read: async (page) => (await import('./identityCard/read.ts')).readIdentityCard(page),
  tags: (text, fields) => [`subtype=${isNational(text) ? 'cin' : 'rg'}`, ...regionOf(fields)],
};

/** Only the national card has labels in English. */
const isNational = (text: string) =>
  /PERSONALNUMBER|CARDISSUER|SOCIALNAME|PLACEOFBIRTH|DATEOFBIRTH/.test(plain(text)) || /ID?BRA\d/.test(text);

/** The state that issued it stands with its authority. */
function regionOf(fields: NamedField[]): string[] {
  const authority = fields.find(({ name }) => name === 'orgao_emissor')?.value ?? '';
  const state = /(?:^|[\s/-])([A-Z]{2})$/.exec(authority)?.[1];
  return state && isStateCode(state) ? [`region=${state.toLowerCase()}`] : [];
}
