import { foldOrdinals } from './normalise.ts';

/** What the service calls the fields that mean the same in all documents. */
const STANDARD: Record<string, string> = {
  nome: 'name',
  nome_completo: 'name',
  name: 'name',
  full_name: 'name',
  cpf: 'cpf',
  cnpj: 'cnpj',
  rg: 'identity-number',
  registro_geral: 'identity-number',
  data_de_nascimento: 'birth-date',
  data_nascimento: 'birth-date',
  date_of_birth: 'birth-date',
  data_de_emissao: 'issue-date',
  data_emissao: 'issue-date',
  issue_date: 'issue-date',
  data_de_validade: 'expiry-date',
  validade: 'expiry-date',
  endereco: 'address',
  address: 'address',
  cep: 'postcode',
  municipio: 'city',
  cidade: 'city',
  uf: 'state',
  estado: 'state',
  bairro: 'suburb',
  telefone: 'phone',
  email: 'email',
  e_mail: 'email',
  nacionalidade: 'nationality',
  naturalidade: 'birth-place',
  filiacao: 'parents',
  valor_total: 'total-amount',
  total: 'total-amount',
};

/** A printed label as an identifier: `Nº do Pedido` is `no_do_pedido`. */
export const identifier = (label: string): string =>
  foldOrdinals(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '') || 'campo';

/** The service's name for a well-known field; null for all others. */
export const standardName = (name: string): string | null =>
  Object.hasOwn(STANDARD, name) ? (STANDARD[name] ?? null) : null;
