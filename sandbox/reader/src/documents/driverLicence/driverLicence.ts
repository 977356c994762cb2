import type { NamedField } from '../../reading.ts';
import type { DocumentRules, PageContent } from '../classification/documentRules.ts';
import { hasEnoughPhrases, phraseWeights } from '../classification/phrases.ts';
import { namedFields } from '../values/namedFields.ts';
import { findText, findUnlabelledValue, findValue, Form } from '../form/form.ts';
import { findParentNames } from '../form/parentNames.ts';
import { confirmByAny, crossCheck, fullNames } from '../mrz/crossCheck.ts';
import { findHintedMrz } from '../mrz/detection.ts';
import { date, dropContradictoryDates } from '../values/dates.ts';
import { cpf, identityNumber } from '../values/documentNumbers.ts';
import { dropNamesMissingAccents, personName } from '../values/personNames.ts';
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
export const driverLicence: DocumentRules = {
  matches: (page, requested) => hasEnoughPhrases(page, PHRASE_WEIGHTS, requested, RENACH.test(page.text) ? 0.3 : 0),
  readFields: readDriverLicence,
};

/** The fields of a driver licence, of whichever side the page shows. */
async function readDriverLicence(page: PageContent): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY, page.trace);
  const mrz = await findHintedMrz(page);
  const [first, second] = findParentNames(form);
  const place = findPlaceOfIssue(form);
  const found = dropContradictoryDates({
    nome: confirmByAny(findText(form, 'nome', personName), mrz ? fullNames(mrz) : []),
    rg: findValue(form, 'identidade', identityNumber),
    cpf: findValue(form, 'cpf', cpf) ?? findUnlabelledValue(form, cpf),
    data_nascimento: crossCheck(findValue(form, 'nascimento', date), mrz?.birth),
    filiacao_1: first ?? null,
    filiacao_2: second ?? null,
    permissao: findValue(form, 'permissao', permissionMark),
    acc: findValue(form, 'acc', mopedMark),
    cat_hab: findValue(form, 'categoria', category),
    registro: crossCheck(findValue(form, 'registro', licenceNumber), mrz?.number),
    data_validade: crossCheck(findValue(form, 'validade', date), mrz?.expiry),
    data_primeira_habilitacao: findValue(form, 'primeira', date),
    observacoes: findRemarks(form),
    local_cidade: place.city,
    local_uf: place.state,
    data_emissao: findValue(form, 'emissao', date),
    codigo_seguranca: findSecurityCode(form),
    renach: findRenach(form),
  });
  return namedFields(form.isFromTextLayer ? found : dropNamesMissingAccents(found));
}
