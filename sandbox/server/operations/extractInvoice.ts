import { readFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import type { DocumentReading, InvoiceField, InvoiceReading } from 'document-processing-reader';
import { countDocuments, extractionTags } from '../content.ts';
import { S100 } from '../envelope.ts';
import { openSource, type SourceFile } from '../upload/source.ts';
import { results } from '../schemas/results.ts';
import type { UploadFolder } from '../upload/upload.ts';
import { operation } from './operation.ts';
import { parameter, passwordIfEncrypted, requiredIf } from '../schemas/parameters.ts';

const { file, fileUrl } = parameter;

/** A larger original file is not returned in `download`. */
const MAXIMUM_DOWNLOAD = 20 * 1024 * 1024;

/** Operation 7. */
export const extractInvoice = operation({
  number: 7,
  name: 'Invoice extraction (multipart)',
  description:
    'Reads service invoices from an official source and by optical reading. Files with a single page are ' +
    'recommended: the route is optimised for fiscal documents of one page.',
  errorCodes: [],
  service: 'invoice-extraction',
  success: S100,
  errorsAs: 'list',
  parameters: Type.Object({
    file: requiredIf(file, 'fileUrl is absent'),
    fileUrl: requiredIf(fileUrl, 'file is absent'),
    filePassword: passwordIfEncrypted,
  }),
  result: results.invoice,
  async answer(given, { services, folder }) {
    const source = await openSource(given, { folder, settings: services.settings });
    const { documents, made } = await services.reader.readDocument(source, {}, ['invoices']);
    const items = documents.map((document, at) => item(document, made[at] as InvoiceReading, source, folder));
    const result = await Promise.all(items);
    return { result, counted: countDocuments(documents.map(({ documentType }) => documentType)) };
  },
});

async function item(
  document: DocumentReading,
  { score, fields, tables }: InvoiceReading,
  source: SourceFile,
  folder: UploadFolder,
) {
  // An invoice is of something: of a document that is none nothing was read.
  const tags = extractionTags({ ...document, isPartial: document.isPartial || tables.length === 0 });
  const read = { source: 'iocr', fields, tables };
  const isServiceInvoice = document.documentType?.id === 'bra-nfse';
  if (!isServiceInvoice) return { score, tags, extractions: [read] };
  const isReturned = source.size <= MAXIMUM_DOWNLOAD;
  // As bytes and as base64: a file of many invoices is in the answer as often.
  if (isReturned) folder.takeMemory(3 * source.size);
  const download = isReturned ? (await readFile(source.path)).toString('base64') : null;
  const official = officialExtraction({ fields, tables }, { download, mimetype: source.format });
  // The sandbox has no official source, so the `official` extraction repeats what was read.
  return { score, tags: [...tags, 'source=synthetic'], extractions: [official, read] };
}

/** Field names of the `official` extraction (service interface, operation 7). What was not read is null. */
const OFFICIAL_NAMES = (
  'autenticidade_nota chave_acesso chave_verificacao codigo_servico cpf_cnpj cpf_cnpj_prestador data_emissao data_emissao_rps email ' +
  'email_prestador endereco_bairro endereco_bairro_prestador endereco_cep endereco_cep_prestador endereco_complemento ' +
  'endereco_complemento_prestador endereco_logradouro endereco_logradouro_prestador endereco_municipio endereco_municipio_prestador ' +
  'endereco_numero endereco_numero_prestador endereco_pais endereco_pais_prestador endereco_uf endereco_uf_prestador exigibilidade_iss ' +
  'inscricao_estadual inscricao_estadual_prestador iss_retido local_prestacao_servico nome nome_fantasia_prestador nome_prestador ' +
  'numero_nota_fiscal numero_rps regime serie situacao situacao_data situacao_motivo situacao_tipo telefone ' +
  'telefone_prestador url valor_base_calculo valor_cofins valor_csll valor_deducoes valor_inss valor_irrf ' +
  'valor_iss valor_liquido valor_pis'
).split(' ');

const NOTE = 'source=synthetic: repeated from the document by the sandbox, not looked up anywhere';

/** The `official` extraction, filled only with what the document itself says. */
function officialExtraction(
  { fields, tables }: Pick<InvoiceReading, 'fields' | 'tables'>,
  original: { download: string | null; mimetype: string },
) {
  const read = new Map(fields.map((field) => [field.name, field]));
  const repeated = OFFICIAL_NAMES.map((name) => read.get(name) ?? read.get(otherName(name)) ?? empty(name)).map(
    (field, index) => ({ ...field, name: OFFICIAL_NAMES[index] as string }),
  );
  const added = { outras_informacoes: NOTE, download: original.download, download_mimetype: original.mimetype };
  const marked = Object.entries(added).map(([name, value]) => ({ name, value, score: null }));
  return { source: 'official', fields: [...repeated, ...marked], tables };
}

/** The reading has shorter names for some fields. */
const otherName = (name: string) => name.replace('endereco_municipio', 'municipio');

const empty = (name: string): InvoiceField => ({ name, value: null, score: null });
