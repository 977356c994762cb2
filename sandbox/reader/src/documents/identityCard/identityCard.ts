import { isStateCode } from '../../addresses/states.ts';
import type { NamedField } from '../../reading.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { hasEnoughPhrases, mentionsAny, phraseWeights } from '../classification/phrases.ts';
import { namedFields } from '../values/namedFields.ts';
import { findText, findUnlabelledValue, findValue, Form, readLine } from '../form/form.ts';
import { findParentNames } from '../form/parentNames.ts';
import { confirmByAny, crossCheck, fullNames } from '../mrz/crossCheck.ts';
import { findHintedMrz, hasMrzOf } from '../mrz/detection.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { date, dropContradictoryDates } from '../values/dates.ts';
import { cpf, identityNumber } from '../values/documentNumbers.ts';
import { dropNamesMissingAccents, personName } from '../values/personNames.ts';
import { birthplaceInBrazil } from '../values/places.ts';
import { proven, type ScoredValue, type ValueParser } from '../values/value.ts';
import { VOCABULARY } from './vocabulary.ts';

const PHRASE_WEIGHTS = phraseWeights(`
  CARTEIRA DE IDENTIDADE 0.6 | CÉDULA DE IDENTIDADE 0.6 | REGISTRO GERAL 0.4 |
  VÁLIDA EM TODO O TERRITÓRIO NACIONAL 0.4 | LEI Nº 7.116 0.3 | INSTITUTO DE IDENTIFICAÇÃO 0.3 | POLEGAR DIREITO 0.3 |
  ASSINATURA DO TITULAR 0.3 | DOC. ORIGEM 0.2 | PERSONAL NUMBER 0.2 | CARD ISSUER 0.3 | SOCIAL NAME 0.2 |
  FILIAÇÃO 0.2 | NATURALIDADE 0.2 | DATA DE EXPEDIÇÃO 0.2 | ÓRGÃO EXPEDIDOR 0.2 | ASSINATURA DO DIRETOR 0.2 |
  SEGURANÇA PÚBLICA 0.2 | DATA DE NASCIMENTO 0.1 | REPÚBLICA FEDERATIVA DO BRASIL 0.1 | NOME 0.1
`);

/**
 * How an identity card of Brazil is read, of a state (RG) or the national one (CIN): labels and values of the form,
 * compared with the MRZ where the card has one.
 */
export const identityCard: DocumentRules = {
  matches: async (page, requested) =>
    hasEnoughPhrases(page, PHRASE_WEIGHTS, requested) || hasMrzOf(page, requested, /^[IAC]/, /^BRA$/),
  readFields: readIdentityCard,
  tagsOf: (text, fields) => [`subtype=${isNational(text) ? 'cin' : 'rg'}`, ...regionOf(fields)],
};

/** Only the national card has labels in English. */
const isNational = (text: string) =>
  /PERSONALNUMBER|CARDISSUER|SOCIALNAME|PLACEOFBIRTH|DATEOFBIRTH/.test(lookAlikeKey(text)) || /ID?BRA\d/.test(text);

/** The state that issued it stands with its authority. */
function regionOf(fields: NamedField[]): string[] {
  const authority = fields.find(({ name }) => name === 'orgao_emissor')?.value ?? '';
  const state = /(?:^|[\s/-])([A-Z]{2})$/.exec(authority)?.[1];
  return state && isStateCode(state) ? [`region=${state.toLowerCase()}`] : [];
}

/** The fields of an identity card, of whichever side the page shows. */
async function readIdentityCard(page: PageContent): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY, page.trace);
  const mrz = await findHintedMrz(page);
  const number = findNumber(form, mrz);
  const [first, second] = findParentNames(form);
  const found = dropContradictoryDates({
    nome: findName(form, mrz),
    rg: findValue(form, 'rg', identityNumber) ?? number,
    cpf: number ?? findValue(form, 'cpf', cpf) ?? findUnlabelledValue(form, cpf),
    data_nascimento: crossCheck(findValue(form, 'nascimento', date), mrz?.birth),
    filiacao_1: first ?? null,
    filiacao_2: second ?? null,
    naturalidade: findValue(form, 'naturalidade', birthplaceInBrazil),
    data_emissao: findValue(form, 'emissao', date),
    data_validade: crossCheck(findValue(form, 'validade', date), mrz?.expiry),
    orgao_emissor: findAuthority(form),
  });
  return namedFields(form.isFromTextLayer ? found : dropNamesMissingAccents(found));
}

/** The national card's number is the CPF: printed, and in its MRZ. */
function findNumber(form: Form, mrz: Mrz | null): ScoredValue | null {
  const [inMrz] = [mrz?.number?.value, ...(mrz?.optional ?? [])].flatMap((text) => proven(cpf(text ?? '')) ?? []);
  return findValue(form, 'numero', cpf) ?? (inMrz ? { value: inMrz, score: 0.99 } : null);
}

/** The MRZ has no accents: where the name is printed too, with its label or without, that is its form. */
function findName(form: Form, mrz: Mrz | null): ScoredValue | null {
  const inMrz = mrz ? fullNames(mrz) : [];
  const printed = confirmByAny(findText(form, 'nome', personName), inMrz) ?? printedLike(form, inMrz);
  return printed ?? (form.labels('nome').length > 0 ? null : (inMrz[0] ?? null));
}

function printedLike({ unlabelled }: Form, names: ScoredValue[]): ScoredValue | null {
  const line = unlabelled.find(({ text }) => names.some(({ value }) => lookAlikeKey(value) === lookAlikeKey(text)));
  return line ? confirmByAny(readLine(line, personName), names) : null;
}

/** `SSP/SP`, `DETRAN RJ`, `IIRGD`: letters, and a state perhaps. */
const authority: ValueParser = (text) => {
  const trimmed = text.replace(/^[^\p{L}]+|(?<=[\p{L}.])[^\p{L}.]+$/gu, '');
  const isName = /^[\p{L}][\p{L}\s./-]{1,60}$/u.test(trimmed) && /\p{Lu}{2}|\p{Lu}\p{Ll}{3}/u.test(trimmed);
  return isName && !LABELS.test(lookAlikeKey(trimmed)) ? { value: trimmed } : null;
};

/** What stands over the neighbours of an empty place. */
const LABELS = /^(?:DATA|DATE|LOCAL|PLACE|NOME|NAME|FILIACAO|VALIDADE|ASSINATURA)/;

/** Who issued the card: under its label, or behind the number (`12.345.678-9 SSP/SP`), or the head of the card. */
const findAuthority = (form: Form): ScoredValue | null =>
  findText(form, 'orgao', authority) ?? findValue(form, 'rg', behindNumber) ?? headOf(form);

const behindNumber: ValueParser = (text) => {
  const [, behind = ''] = /[\dX](?:\s*[-–/])?\s+([A-Z]{2,8}[\s/-]+[A-Z]{2})\W*$/.exec(text) ?? [];
  return behind === '' ? null : { value: behind };
};

const HEADS = ['SECRETARIA DE SEGURANÇA PÚBLICA', 'SECRETARIA DE ESTADO DA SEGURANÇA PÚBLICA'];
const LONGEST_HEAD = 60;

function headOf({ unlabelled }: Form): ScoredValue | null {
  const head = unlabelled.find(({ text }) => text.length < LONGEST_HEAD && mentionsAny(lookAlikeKey(text), HEADS));
  return head ? { value: head.text, score: head.score } : null;
}
