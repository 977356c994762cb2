/**
 * Names of fields, columns and sections: the printed label as an identifier, and the standard name where one is sure.
 */

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

export function identifier(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/ª/g, 'a')
      .replace(/[º°]/g, 'o')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'campo'
  );
}

export const standardName = (name: string): string | null =>
  Object.hasOwn(STANDARD, name) ? (STANDARD[name] ?? null) : null;
