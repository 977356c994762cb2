import type { NamedField } from '../../reading.ts';
import { Form } from '../form/form.ts';
import { findLoose, findText, findValue, namedField, type Found } from '../form/found.ts';
import { findParents } from '../form/parents.ts';
import type { PageText } from '../kind.ts';
import { findTracedZone } from '../mrz/find.ts';
import { confirm, confirmAny } from '../mrz/confirm.ts';
import { namesInFull } from '../mrz/inFull.ts';
import type { Zone } from '../mrz/zone.ts';
import { category } from '../values/category.ts';
import { cpf } from '../values/cpf.ts';
import { date } from '../values/date.ts';
import { identityNumber } from '../values/identityNumber.ts';
import { licenceNumber } from '../values/licenceNumber.ts';
import { personName } from '../values/name.ts';
import { withoutLostAccents } from '../values/lostAccents.ts';
import { withoutContradictions } from '../values/order.ts';
import { findRemarks, mopedMark, permissionMark } from './marks.ts';
import { findPlaceOfIssue } from './placeOfIssue.ts';
import { findRenach, findSecurityCode } from './securityCode.ts';
import { VOCABULARY } from './vocabulary.ts';

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
