import type { NamedField } from '../../reading.ts';
import type { FormRules, PageContent } from '../classification/documentRules.ts';
import { hasEnoughPhrases, phraseWeights } from '../classification/phrases.ts';
import { namedField } from '../values/namedFields.ts';
import { findText, findUnlabelledValue, findValue, Form } from '../form/form.ts';
import { findParentNames } from '../form/parentNames.ts';
import { confirmByAny, crossCheck, fullNames } from '../mrz/crossCheck.ts';
import { findHintedMrz } from '../mrz/detection.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { textList } from '../../text/pattern.ts';
import { date, dropContradictoryDates } from '../values/dates.ts';
import { cpf, identityNumber } from '../values/documentNumbers.ts';
import { dropNamesMissingAccents, personName } from '../values/personNames.ts';
import type { ScoredValue } from '../values/value.ts';
import {
  category,
  findPlaceOfIssue,
  findRemarks,
  findRenach,
  findSecurityCode,
  licenceNumber,
  mopedMark,
  permissionMark,
} from './values.ts';
import { VOCABULARY } from './vocabulary.ts';

const PHRASE_WEIGHTS = phraseWeights(`
  CARTEIRA NACIONAL DE HABILITAÇÃO 0.5 | PERMISSÃO PARA DIRIGIR 0.7 | DOC. IDENTIDADE / ÓRG. EMISSOR / UF 0.4 |
  1ª HABILITAÇÃO 0.4 | CAT. HAB. 0.3 | DEPARTAMENTO NACIONAL DE TRÂNSITO 0.3 | SECRETARIA NACIONAL DE TRÂNSITO 0.3 |
  ASSINATURA DO EMISSOR 0.4 | ASSINATURA DO PORTADOR 0.3 | PERMISO DE CONDUCCIÓN 0.3 | DRIVER LICENSE 0.2 |
  PROIBIDO PLASTIFICAR 0.2 | Nº REGISTRO 0.2 | OBSERVAÇÕES 0.1 | PERMISSÃO 0.1 | FILIAÇÃO 0.1 | DATA NASCIMENTO 0.1 |
  DATA EMISSÃO 0.1 | VALIDADE 0.1 | NOME 0.1
`);

/** The number in the national register of drivers stands in a corner of the back. */
const RENACH = /(?:^|\n)[^\w\n]*[A-Z]{2}\d{9}[^\w\n]*(?:\n|$)/;

/**
 * How a driver licence (CNH) is read: labels and values of the form, each value checked on its own (check digits,
 * lists of places, the order of the dates). Where the card has an MRZ, number and dates are compared with it.
 */
export const driverLicence: FormRules = {
  matches: (page, requested) => hasEnoughPhrases(page, PHRASE_WEIGHTS, requested, RENACH.test(page.text) ? 0.3 : 0),
  readFields: readDriverLicence,
};

/** The fields of a driver licence, of whichever side the page shows. */
async function readDriverLicence(page: PageContent): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY, page.trace);
  const mrz = await findHintedMrz(page);
  const found: Record<string, ScoredValue | null> = { ...holder(form, mrz), ...licence(form, mrz), ...issue(form) };
  const of = (names: string[]) => names.map((name): [string, ScoredValue | null] => [name, found[name] ?? null]);
  const kept = new Map([
    ...of(NAMES.filter((name) => !DAYS.includes(name) && !WRITTEN.includes(name))),
    ...dropContradictoryDates(of(DAYS)),
    ...(form.isFromTextLayer ? of(WRITTEN) : dropNamesMissingAccents(of(WRITTEN))),
  ]);
  return NAMES.map((name) => namedField(name, kept.get(name)));
}

/** The dates in the order in which they happen. */
const DAYS = ['data_nascimento', 'data_primeira_habilitacao', 'data_emissao', 'data_validade'];
/** Names and places: a licence prints all of them with accents or none. */
const WRITTEN = ['nome', 'filiacao_1', 'filiacao_2', 'local_cidade'];
const NAMES = textList(`
  nome | rg | cpf | data_nascimento | filiacao_1 | filiacao_2 | permissao | acc | cat_hab | registro | data_validade |
  data_primeira_habilitacao | observacoes | local_cidade | local_uf | data_emissao | codigo_seguranca | renach
`);

function holder(form: Form, mrz: Mrz | null) {
  const [first, second] = findParentNames(form);
  return {
    nome: confirmByAny(findText(form, 'nome', personName), mrz ? fullNames(mrz) : []),
    rg: findValue(form, 'identidade', identityNumber),
    cpf: findValue(form, 'cpf', cpf) ?? findUnlabelledValue(form, cpf),
    data_nascimento: crossCheck(findValue(form, 'nascimento', date), mrz?.birth),
    filiacao_1: first ?? null,
    filiacao_2: second ?? null,
  };
}

const licence = (form: Form, mrz: Mrz | null) => ({
  permissao: findValue(form, 'permissao', permissionMark),
  acc: findValue(form, 'acc', mopedMark),
  cat_hab: findValue(form, 'categoria', category),
  registro: crossCheck(findValue(form, 'registro', licenceNumber), mrz?.number),
  data_validade: crossCheck(findValue(form, 'validade', date), mrz?.expiry),
  data_primeira_habilitacao: findValue(form, 'primeira', date),
  observacoes: findRemarks(form),
});

function issue(form: Form) {
  const place = findPlaceOfIssue(form);
  return {
    local_cidade: place.city,
    local_uf: place.state,
    data_emissao: findValue(form, 'emissao', date),
    codigo_seguranca: findSecurityCode(form),
    renach: findRenach(form),
  };
}
