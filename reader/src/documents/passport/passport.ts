import type { NamedField } from '../../reading.ts';
import { type Cues, isEnough } from '../classification/phrases.ts';
import { findText, findValue, Form, type Found } from '../form/form.ts';
import type { Kind, PageText } from '../kind.ts';
import { confirm } from '../mrz/crossCheck.ts';
import { findZone, hasZoneOf } from '../mrz/detection.ts';
import { namedField } from '../present.ts';
import { date, withoutContradictions } from '../values/dates.ts';
import { partOfName } from '../values/personNames.ts';
import { birthplace, birthplaceInBrazil } from '../values/places.ts';
import type { Parse } from '../values/value.ts';
import { VOCABULARY } from './vocabulary.ts';

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
  read: readTravelDocument,
  tags: (_text, fields) => countryOf(fields),
};

/** Where it was issued, in the letters of its zone. */
export function countryOf(fields: NamedField[]): string[] {
  const state = fields.find(({ name }) => name === 'pais_emissor')?.value;
  return state ? [`country=${state.toLowerCase()}`] : [];
}

/** An identity card or residence permit of another country, by its zone. */
export const foreignIdentity: Kind = {
  id: 'documento-identidade-estrangeiro',
  type: 'documento-pessoal',
  stdType: 'personal-document',
  country: null,
  shows: (page, asked) => hasZoneOf(page, asked, /^[IAC]/, /^(?!BRA$)/),
  read: readTravelDocument,
  tags: (_text, fields) => countryOf(fields),
};

/**
 * The fields of a travel document: its zone held against what is printed, which alone has place, authority and day of
 * issue.
 */
export async function readTravelDocument(page: PageText): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY);
  const zone = await findZone(page);
  const days = withoutContradictions([
    ['nascimento', confirm(findValue(form, 'nascimento', date), zone?.birth)],
    ['emissao', findValue(form, 'emissao', date)],
    ['validade', confirm(findValue(form, 'validade', date), zone?.expiry)],
  ]);
  const state = zone?.state ?? findValue(form, 'pais', country);
  const code: Found | null = zone?.code ? { value: zone.code, score: zone.state?.score ?? 0.9 } : null;
  return [
    namedField('tipo', code ?? findValue(form, 'tipo', documentType)),
    namedField('pais_emissor', state),
    namedField('numero', confirm(findValue(form, 'numero', documentNumber), zone?.number)),
    namedField('sobrenome', confirm(findText(form, 'sobrenome', partOfName), zone?.names.surname)),
    namedField('nome', confirm(findText(form, 'nome', partOfName), zone?.names.given)),
    namedField('nacionalidade', zone?.nationality ?? findValue(form, 'nacionalidade', country)),
    namedField('data_nascimento', days.get('nascimento')),
    namedField('sexo', confirm(findValue(form, 'sexo', sex), zone?.sex)),
    namedField('naturalidade', findBirthplace(form, state?.value)),
    namedField('data_emissao', days.get('emissao')),
    namedField('data_validade', days.get('validade')),
    namedField('orgao_emissor', findAuthority(form)),
  ];
}

/** What only the printed part says. */
export const findBirthplace = (form: Form, state: string | undefined): Found | null =>
  state === 'BRA' ? findValue(form, 'naturalidade', birthplaceInBrazil) : findText(form, 'naturalidade', birthplace);

/** `DPF/SP`, `SR/PF/RJ`, `HM Passport Office`, `SEF`. */
const authority: Parse = (text) => {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}\p{N}.)]+$/u, '');
  const isName = /^\p{L}[\p{L}\p{N}\s./()&'-]{1,60}$/u.test(name) && /\p{L}{2}/u.test(name);
  return isName && !isMisreadPolice(name) ? { value: name } : null;
};

/** The police's offices are short names between strokes; a stroke that was read as a letter makes them long. */
const isMisreadPolice = (name: string) =>
  /PF/.test(name) &&
  !/^[A-Z]+ /.test(name) &&
  name.split('/').some((part) => part.length > 4 && !LONG_OFFICES.has(part));

const LONG_OFFICES = new Set(['DELEMIG', 'DELEMAF', 'NUMIG', 'NUPAS']);

export const findAuthority = (form: Form): Found | null => findText(form, 'orgao', authority);

/** P, or P and a letter of the state's own. */
export const documentType: Parse = (text) => asWhole(text, /^(P[A-Z]?|[IAC][A-Z]?)$/);

export const sex: Parse = (text) => {
  const [letter] = /^\W*([MF])(?:\s*\/\s*[MF])?\W*$/.exec(text)?.slice(1) ?? [];
  return letter ? { value: letter } : null;
};

/** Countries as their three letters; of the names only Brazil's own is known. */
export const country: Parse = (text) =>
  /^\W*(BRASILEIR[OA]|BRASIL$|BRAZIL)/i.test(text) ? { value: 'BRA' } : asWhole(text, /^[A-Z]{3}$/);

/** Letters and digits, at least half of them digits. */
export const documentNumber: Parse = (text) => {
  const number = text.replace(/[\s.-]/g, '');
  return /^[A-Z0-9]{6,12}$/.test(number) && number.replace(/\D/g, '').length >= number.length / 2
    ? { value: number }
    : null;
};

function asWhole(text: string, form: RegExp) {
  const value = text.replace(/^\W+|\W+$/g, '');
  return form.test(value) ? { value } : null;
}
