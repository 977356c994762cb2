import type { NamedField } from '../../reading.ts';
import { Form } from '../form/form.ts';
import { findText, findValue, namedField, type Found } from '../form/found.ts';
import type { PageText } from '../kind.ts';
import { confirm } from '../mrz/confirm.ts';
import { findZone } from '../mrz/find.ts';
import { findAuthority, findBirthplace } from './printedOnly.ts';
import { country, documentNumber, documentType, sex } from './values.ts';
import { date } from '../values/date.ts';
import { partOfName } from '../values/name.ts';
import { withoutContradictions } from '../values/order.ts';
import { VOCABULARY } from './vocabulary.ts';

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
