import type { NamedField } from '../../reading.ts';
import { Form } from '../form/form.ts';
import { findLoose, findText, findValue, namedField, readLine, type Found } from '../form/found.ts';
import { findParents } from '../form/parents.ts';
import type { PageText } from '../kind.ts';
import { confirm, confirmAny } from '../mrz/confirm.ts';
import { findTracedZone } from '../mrz/find.ts';
import { namesInFull } from '../mrz/inFull.ts';
import type { Zone } from '../mrz/zone.ts';
import { birthplaceInBrazil } from '../values/birthplace.ts';
import { cpf } from '../values/cpf.ts';
import { date } from '../values/date.ts';
import { identityNumber } from '../values/identityNumber.ts';
import { personName } from '../values/name.ts';
import { withoutLostAccents } from '../values/lostAccents.ts';
import { withoutContradictions } from '../values/order.ts';
import { plain } from '../words/plain.ts';
import { findAuthority } from './authority.ts';
import { VOCABULARY } from './vocabulary.ts';

/** The fields of an identity card, of whichever side the page shows. */
export async function readIdentityCard(page: PageText): Promise<NamedField[]> {
  const form = new Form(page.items, VOCABULARY);
  const zone = await findTracedZone(page);
  const number = findNumber(form, zone);
  const days = withoutContradictions([
    ['nascimento', confirm(findValue(form, 'nascimento', date), zone?.birth)],
    ['emissao', findValue(form, 'emissao', date)],
    ['validade', confirm(findValue(form, 'validade', date), zone?.expiry)],
  ]);
  const [first, second] = findParents(form);
  const read: [string, Found | null | undefined][] = [
    ['nome', findName(form, zone)],
    ['filiacao_1', first],
    ['filiacao_2', second],
    ['naturalidade', findValue(form, 'naturalidade', birthplaceInBrazil)],
  ];
  const written = form.isPrinted ? new Map(read) : withoutLostAccents(read);
  return [
    namedField('nome', written.get('nome')),
    namedField('rg', findValue(form, 'rg', identityNumber) ?? number),
    namedField('cpf', number ?? findValue(form, 'cpf', cpf) ?? findLoose(form, cpf)),
    namedField('data_nascimento', days.get('nascimento')),
    namedField('filiacao_1', written.get('filiacao_1')),
    namedField('filiacao_2', written.get('filiacao_2')),
    namedField('naturalidade', written.get('naturalidade')),
    namedField('data_emissao', days.get('emissao')),
    namedField('data_validade', days.get('validade')),
    namedField('orgao_emissor', findAuthority(form)),
  ];
}

/** The national card's number is the CPF: printed, and in its zone. */
function findNumber(form: Form, zone: Zone | null): Found | null {
  const inZone = [zone?.number?.value, ...(zone?.optional ?? [])]
    .map((text) => cpf(text ?? ''))
    .find((value) => value?.proof === 'right');
  return findValue(form, 'numero', cpf) ?? (inZone ? { value: inZone.value, score: 0.99 } : null);
}

/** The zone has no accents: where the name is printed too, with its label or without, that is its form. */
function findName(form: Form, zone: Zone | null): Found | null {
  const inZone = zone ? namesInFull(zone) : [];
  const printed = confirmAny(findText(form, 'nome', personName), inZone) ?? printedLike(form, inZone);
  return printed ?? (form.names.has('nome') ? null : (inZone[0] ?? null));
}

function printedLike({ loose }: Form, names: Found[]): Found | null {
  const line = loose.find(({ text }) => names.some(({ value }) => plain(value) === plain(text)));
  return line ? confirmAny(readLine(line, personName), names) : null;
}
