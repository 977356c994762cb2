import type { InvoiceField, InvoiceReading } from '../../../reader/src/documents/serviceInvoice/invoice.ts';

/** Names the interface shows for the official record. What was not read is null. */
const NAMES = (
  'autenticidade_nota chave_acesso chave_verificacao codigo_servico cpf_cnpj cpf_cnpj_prestador data_emissao data_emissao_rps email ' +
  'email_prestador endereco_bairro endereco_bairro_prestador endereco_cep endereco_cep_prestador endereco_complemento ' +
  'endereco_complemento_prestador endereco_logradouro endereco_logradouro_prestador endereco_municipio endereco_municipio_prestador ' +
  'endereco_numero endereco_numero_prestador endereco_pais endereco_pais_prestador endereco_uf endereco_uf_prestador exigibilidade_iss ' +
  'inscricao_estadual inscricao_estadual_prestador iss_retido local_prestacao_servico nome nome_fantasia_prestador nome_prestador ' +
  'numero_nota_fiscal numero_rps regime serie situacao situacao_data situacao_motivo situacao_tipo telefone ' +
  'telefone_prestador url valor_base_calculo valor_cofins valor_csll valor_deducoes valor_inss valor_irrf valor_iss valor_liquido valor_pis'
).split(' ');

const MARK = 'source=synthetic: repeated from the document by the sandbox, not looked up anywhere';

/** The shape of the official extraction, filled with nothing but what the document itself says. */
export function officialExtraction(
  { fields, tables }: Pick<InvoiceReading, 'fields' | 'tables'>,
  original: { download: string | null; mimetype: string },
) {
  const read = new Map(fields.map((field) => [field.name, field]));
  const repeated = NAMES.map((name) => read.get(name) ?? read.get(otherName(name)) ?? empty(name)).map(
    (field, index) => ({ ...field, name: NAMES[index] as string }),
  );
  const added = { outras_informacoes: MARK, download: original.download, download_mimetype: original.mimetype };
  const marked = Object.entries(added).map(([name, value]) => ({ name, value, score: null }));
  return { source: 'official', fields: [...repeated, ...marked], tables };
}

/** The reading calls some things by shorter names than the official record does. */
const otherName = (name: string) => name.replace('endereco_municipio', 'municipio');

const empty = (name: string): InvoiceField => ({ name, value: null, score: null });
