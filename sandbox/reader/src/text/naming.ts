import { foldOrdinals } from './normalise.ts';
import { standardForms } from './pattern.ts';

/** What the service calls the fields that mean the same in all documents. */
const STANDARD = standardForms(`
  name: nome nome_completo name full_name | cpf: cpf | cnpj: cnpj | identity-number: rg registro_geral |
  birth-date: data_de_nascimento data_nascimento date_of_birth | issue-date: data_de_emissao data_emissao issue_date |
  expiry-date: data_de_validade validade | address: endereco address | postcode: cep | city: municipio cidade |
  state: uf estado | suburb: bairro | phone: telefone | email: email e_mail | nationality: nacionalidade |
  birth-place: naturalidade | parents: filiacao | total-amount: valor_total total
`);

/** A printed label as an identifier, without its currency: `Nº do Pedido` is `no_do_pedido`, `TOTAL R$` is `total`. */
export const identifier = (label: string): string =>
  foldOrdinals(label)
    .replace(/\br\$/g, ' ')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '') || 'campo';

/** The service's name for a well-known field; null for all others. */
export const standardName = (name: string): string | null => STANDARD[name] ?? null;
