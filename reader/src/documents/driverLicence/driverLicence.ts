import type { NamedField } from '../../reading.ts';
import { type Cues, isEnough } from '../classification/phrases.ts';
import { findLoose, findText, findValue, Form, type Found } from '../form/form.ts';
import { findParents } from '../form/parentNames.ts';
import type { Kind, PageText } from '../kind.ts';
import { confirm, confirmAny, namesInFull } from '../mrz/crossCheck.ts';
import { findTracedZone } from '../mrz/detection.ts';
import type { Zone } from '../mrz/mrz.ts';
import { namedField } from '../present.ts';
import { date, withoutContradictions } from '../values/dates.ts';
import { cpf, identityNumber } from '../values/documentNumbers.ts';
import { personName, withoutLostAccents } from '../values/personNames.ts';
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

const CUES: Cues = {
  // It says HABILITAÇÃO too, which counts once more below.
  'CARTEIRA NACIONAL DE HABILITAÇÃO': 0.5,
  'PERMISSÃO PARA DIRIGIR': 0.7,
  'DOC. IDENTIDADE / ÓRG. EMISSOR / UF': 0.4,
  '1ª HABILITAÇÃO': 0.4,
  'CAT. HAB.': 0.3,
  'DEPARTAMENTO NACIONAL DE TRÂNSITO': 0.3,
  'SECRETARIA NACIONAL DE TRÂNSITO': 0.3,
  'ASSINATURA DO EMISSOR': 0.4,
  'ASSINATURA DO PORTADOR': 0.3,
  'PERMISO DE CONDUCCIÓN': 0.3,
  'DRIVER LICENSE': 0.2,
  'PROIBIDO PLASTIFICAR': 0.2,
  'Nº REGISTRO': 0.2,
  OBSERVAÇÕES: 0.1,
  PERMISSÃO: 0.1,
  FILIAÇÃO: 0.1,
  'DATA NASCIMENTO': 0.1,
  'DATA EMISSÃO': 0.1,
  VALIDADE: 0.1,
  NOME: 0.1,
};

/** Printed in a corner of the back: a number in the national register of drivers. */
const RENACH = /^\W*[A-Z]{2}\d{9}\W*$/m;

export const driverLicence: Kind = {
  id: 'bra-cnh',
  type: 'carteira-habilitacao',
  stdType: 'driver-licence',
  country: 'bra',
  shows: (page, asked) => isEnough(page, CUES, asked, RENACH.test(page.text) ? 0.3 : 0),
  read: readDriverLicence,
};

/** The fields of a driver licence, of whichever side the page shows. */
export async function readDriverLicence(page: PageText): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY);
  const zone = await findTracedZone(page);
  const found = { ...holder(form, zone), ...licence(form, zone), ...issue(form) };
  const days = withoutContradictions(DAYS.map((name) => [name, found[name]]));
  const written = form.isPrinted ? null : withoutLostAccents(WRITTEN.map((name) => [name, found[name]]));
  return NAMES.map((name) =>
    namedField(name, isDay(name) ? days.get(name) : written && isWritten(name) ? written.get(name) : found[name]),
  );
}

/** In the order of a life. */
const DAYS = ['data_nascimento', 'data_primeira_habilitacao', 'data_emissao', 'data_validade'] as const;
const isDay = (name: string): name is (typeof DAYS)[number] => (DAYS as readonly string[]).includes(name);

/** With accents, if the licence has any. */
const WRITTEN = ['nome', 'filiacao_1', 'filiacao_2', 'local_cidade'] as const;
const isWritten = (name: string): name is (typeof WRITTEN)[number] => (WRITTEN as readonly string[]).includes(name);

const NAMES = [
  'nome',
  'rg',
  'cpf',
  'data_nascimento',
  'filiacao_1',
  'filiacao_2',
  'permissao',
  'acc',
  'cat_hab',
  'registro',
  'data_validade',
  'data_primeira_habilitacao',
  'observacoes',
  'local_cidade',
  'local_uf',
  'data_emissao',
  'codigo_seguranca',
  'renach',
] as const;

function holder(form: Form, zone: Zone | null) {
  const [first, second] = findParents(form);
  return {
    nome: confirmAny(findText(form, 'nome', personName), zone ? namesInFull(zone) : []),
    rg: findValue(form, 'identidade', identityNumber),
    cpf: findValue(form, 'cpf', cpf) ?? findLoose(form, cpf),
    data_nascimento: confirm(findValue(form, 'nascimento', date), zone?.birth),
    filiacao_1: first ?? null,
    filiacao_2: second ?? null,
  };
}

const licence = (form: Form, zone: Zone | null) => ({
  permissao: findValue(form, 'permissao', permissionMark),
  acc: findValue(form, 'acc', mopedMark),
  cat_hab: findValue(form, 'categoria', category),
  registro: confirm(findValue(form, 'registro', licenceNumber), zone?.number),
  data_validade: confirm(findValue(form, 'validade', date), zone?.expiry),
  data_primeira_habilitacao: findValue(form, 'primeira', date),
  observacoes: findRemarks(form),
});

function issue(
  form: Form,
): Record<'local_cidade' | 'local_uf' | 'data_emissao' | 'codigo_seguranca' | 'renach', Found | null> {
  const place = findPlaceOfIssue(form);
  return {
    local_cidade: place.city,
    local_uf: place.state,
    data_emissao: findValue(form, 'emissao', date),
    codigo_seguranca: findSecurityCode(form),
    renach: findRenach(form),
  };
}
