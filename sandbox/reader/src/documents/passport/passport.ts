import type { NamedField } from '../../reading.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { hasEnoughPhrases, phraseWeights } from '../classification/phrases.ts';
import { namedFields } from '../values/namedFields.ts';
import { findText, findValue, Form } from '../form/form.ts';
import { crossCheck, isOfAnother } from '../mrz/crossCheck.ts';
import { findMrz, hasMrzOf } from '../mrz/detection.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { date, dropContradictoryDates } from '../values/dates.ts';
import { partOfName } from '../values/personNames.ts';
import { birthplace, birthplaceInBrazil } from '../values/places.ts';
import type { ScoredValue, ValueParser } from '../values/value.ts';
import { VOCABULARY } from './vocabulary.ts';

/** One word is mentioned in three languages, because letters may be misread. */
const PHRASE_WEIGHTS = phraseWeights(`
  PASSAPORTE 0.1 | PASSPORT 0.2 | PASAPORTE 0.1 | GIVEN NAMES 0.3 | SURNAME 0.2 | DATE OF EXPIRY 0.2 |
  ISSUING COUNTRY 0.2 | COUNTRY CODE 0.2 | DATE OF ISSUE 0.1 | PLACE OF BIRTH 0.1 | DATE OF BIRTH 0.1 |
  AUTHORITY 0.1 | NATIONALITY 0.1
`);

/** The tag is the country that issued the document, by its letters in the MRZ. */
const READ_BY_MRZ: Omit<DocumentRules, 'matches'> = {
  readFields: readTravelDocument,
  tagsOf: (_text, fields) => {
    const state = fields.find(({ name }) => name === 'pais_emissor')?.value;
    return state ? [`country=${state.toLowerCase()}`] : [];
  },
};

/**
 * How a passport of any country is read: the MRZ gives what its check digits prove, the printed part confirms it and
 * adds accents, place of birth, authority and date of issue. A page with nothing but the MRZ is enough.
 */
export const passport: DocumentRules = {
  // Cards of other countries have the same labels, but not the letter.
  matches: async (page, requested) =>
    hasEnoughPhrases(page, PHRASE_WEIGHTS, requested) && !isOfSeveral(page)
      ? !(await hasMrzOf(page, requested, /^[IACV]/))
      : hasMrzOf(page, requested, /^P/),
  ...READ_BY_MRZ,
};

/** Whether a table lists the documents of several people. */
const isOfSeveral = ({ sections }: PageContent) =>
  sections.some(({ tables }) =>
    tables.some(
      ({ headers, rows }) =>
        rows.length > 1 &&
        headers.some((_, column) => rows.every((row) => /^[A-Z]{0,3} ?\d{5,9}$/.test(row[column] ?? ''))),
    ),
  );

/** A visa has the lines of a passport, but is none. */
export const visa: DocumentRules = {
  matches: (page, requested) => hasMrzOf(page, requested, /^V/),
  ...READ_BY_MRZ,
};

/** An identity card or residence permit of another country, by its MRZ. */
export const foreignIdentityCard: DocumentRules = {
  matches: (page, requested) => hasMrzOf(page, requested, /^[IAC]/, /^(?!BRA$)/),
  ...READ_BY_MRZ,
};

/** The fields of a passport or a foreign identity card. */
async function readTravelDocument(page: PageContent): Promise<NamedField[]> {
  const mrz = await findMrz(page);
  const form = await formBeside(mrz, page);
  const state = mrz?.state ?? findValue(form, 'pais', country);
  const found = dropContradictoryDates({
    tipo: mrz?.code ?? findValue(form, 'tipo', documentType),
    pais_emissor: state,
    numero: crossCheck(findValue(form, 'numero', documentNumber), mrz?.number),
    sobrenome: crossCheck(findText(form, 'sobrenome', partOfName), mrz?.names.surname),
    nome: crossCheck(findText(form, 'nome', partOfName), mrz?.names.given),
    nacionalidade: mrz?.nationality ?? findValue(form, 'nacionalidade', country),
    data_nascimento: crossCheck(findValue(form, 'nascimento', date), mrz?.birth),
    sexo: crossCheck(findValue(form, 'sexo', sex), mrz?.sex),
    naturalidade: findBirthplace(form, state?.value),
    data_emissao: findValue(form, 'emissao', date),
    data_validade: crossCheck(findValue(form, 'validade', date), mrz?.expiry),
    orgao_emissor: findText(form, 'orgao', authority),
  });
  return namedFields(found);
}

/** Lines of a machine-readable zone without digits, and the first one of a card. */
const ZONE = /^[PVIAC][A-Z<][A-Z<]{3}(?:[A-Z<]{25,}|[A-Z0-9<]{25})$/;

/** Whether the page has lines of a machine-readable zone that are not those of the one that was read. */
async function hasOtherZone(page: PageContent): Promise<boolean> {
  const own = (await page.mrz())?.lines.map(lookAlikeKey);
  const lines = page.items.map(({ text }) => text.replaceAll(' ', '')).filter((text) => ZONE.test(text));
  return own !== undefined && lines.some((line) => !own.includes(lookAlikeKey(line)));
}

/** The printed part of the document; none if it is that of another one, or may be, because there are two in the picture. */
async function formBeside(mrz: Mrz | null, page: PageContent): Promise<Form> {
  const form = new Form((await hasOtherZone(page)) ? [] : page.items, VOCABULARY, page.trace);
  const isAnother = isOfAnother([
    [findValue(form, 'numero', documentNumber), mrz?.number],
    [findValue(form, 'nascimento', date), mrz?.birth],
    [findValue(form, 'validade', date), mrz?.expiry],
    [findText(form, 'sobrenome', partOfName), mrz?.names.surname],
    [findText(form, 'nome', partOfName), mrz?.names.given],
  ]);
  return isAnother ? new Form([], VOCABULARY) : form;
}

/** Place of birth and authority stand in the printed part only. */
const findBirthplace = (form: Form, state: string | undefined): ScoredValue | null =>
  state === 'BRA' ? findValue(form, 'naturalidade', birthplaceInBrazil) : findText(form, 'naturalidade', birthplace);

/** `DPF/SP`, `SR/PF/RJ`, `HM Passport Office`, `SEF`. */
const authority: ValueParser = (text) => {
  const name = text.replace(/^[^\p{L}]+/u, '').replace(/(?<=[\p{L}\p{N}.)])[^\p{L}\p{N}.)]+$/u, '');
  const isName = /^\p{L}[\p{L}\p{N}\s./()&'-]{1,60}$/u.test(name) && /\p{L}{2}/u.test(name);
  return isName && !isMisreadPolice(name) ? { value: name } : null;
};

/** The police's offices are short names between strokes; a stroke that was read as a letter makes them long. */
const isMisreadPolice = (name: string) =>
  /PF/.test(name) &&
  !/^[A-Z]+ /.test(name) &&
  name.split('/').some((part) => part.length > 4 && !LONG_OFFICES.has(part));

const LONG_OFFICES = new Set(['DELEMIG', 'DELEMAF', 'NUMIG', 'NUPAS']);

/** P, or P and a letter of the state's own. */
const documentType: ValueParser = (text) => asWhole(text, /^[PIACV][A-Z]?$/);

const sex: ValueParser = (text) => {
  const [letter] = /^\W*([MF])(?:\s*\/\s*[MF])?\W*$/.exec(text)?.slice(1) ?? [];
  return letter ? { value: letter } : null;
};

/** Countries as their three letters; of the names only Brazil's own is known. */
const country: ValueParser = (text) =>
  /^\W*(BRASILEIR[OA]|BRASIL$|BRAZIL)/i.test(text) ? { value: 'BRA' } : asWhole(text, /^[A-Z]{3}$/);

/** Letters and digits, at least half of them digits. */
const documentNumber: ValueParser = (text) => {
  const number = text.replace(/[\s.-]/g, '');
  return /^[A-Z0-9]{6,12}$/.test(number) && number.replace(/\D/g, '').length >= number.length / 2
    ? { value: number }
    : null;
};

function asWhole(text: string, form: RegExp) {
  const value = text.replace(/^\W+|(?<=\w)\W+$/g, '');
  return form.test(value) ? { value } : null;
}
