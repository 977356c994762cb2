import { Type, type TProperties } from '@sinclair/typebox';
import {
  component,
  confidence,
  integer,
  list,
  name,
  nullable,
  ref,
  score,
  SCORE,
  stdName,
  tags,
  text,
} from './shorthand.ts';

/** What document operations read, from a field to the result item of each operation. */

const value = nullable(text('Value read'));

export const field = component(
  'Field',
  'Field',
  {
    name,
    stdName,
    value,
    score: confidence,
  },
  {
    description:
      'Find values by `name`, never by position. Dates are `YYYY-MM-DD`, times `HH:MM:SS`, amounts decimals with a dot, ' +
      'numbers digits only. A score is a confidence, 0 to 1.',
  },
);

export const shortField = component(
  'ShortField',
  'Field without stdName',
  { name, value, score: confidence },
  { description: 'The fields of invoice and VIO extraction.' },
);

export const crop = component(
  'Crop',
  'Crop',
  {
    name: text('Which part of the document, for example photo, signature or fingerprint'),
    stdName,
    value: text('The picture in base64'),
  },
  {
    description: 'A crop of a VIO extraction has only `name` and `value`.',
    'x-sandbox':
      'Crops are portraits (`foto`), signatures (`assinatura`) and codes (`codigo_barras`), and only those that ' +
      'were found.',
  },
);

const cells = (members: TProperties) => Type.Array(Type.Array(Type.Object(members)));

export const table = component(
  'Table',
  'Table',
  {
    name: text('Name of the table'),
    stdName: nullable(text('Standardised name')),
    score: confidence,
    headers: list(Type.Object({ name: text('Name of the column'), stdName, score: confidence }), 'The columns'),
    values: {
      ...cells({
        name: text('Name of the column'),
        stdName,
        value,
        score: confidence,
      }),
      description: 'The rows, each a list of cells; may be empty',
    },
  },
  {
    description: 'A table of generative extraction. Table names seen: original_owners, types, involved, values.',
    'x-sandbox': [
      'Tables of content extraction, of which the interface shows that they have five members, and of multi-page ' +
        'extraction are the same.',
      'Generative extraction adds the table `partners`.',
    ],
  },
);

export const invoiceTable = component('InvoiceTable', 'Table of an invoice', {
  name: text('Name of the table'),
  score: confidence,
  headers: list(Type.Object({ name: text('Name of the column'), score: confidence }), 'The columns'),
  values: {
    ...cells({ name: text('Name of the column'), value, score: confidence }),
    description: 'The rows, each a list of cells; may be empty',
  },
});

export const section = component(
  'Section',
  'Section',
  {
    name: nullable(text('Identifier of the section')),
    stdName,
    score: confidence,
    pages: Type.Optional(
      list(
        Type.Object({ number: integer('Number of the page') }),
        'Pages of the section; only in multi-page extraction',
      ),
    ),
    fields: list(ref(field)),
    tables: list(ref(table)),
  },
  {
    description:
      'Sections may repeat by name, for example one `annotation` for each annotation. Names seen in generative ' +
      'extraction: header, annotation, record.',
    'x-sandbox': 'Generative extraction adds the section `clause`.',
  },
);

export const extraction = component('Extraction', 'Extraction', {
  source: text('Origin of the reading; seen: `iocr`', {
    'x-sandbox': 'In generative extraction, `generative` if a model read the document, `iocr` if the rules did.',
  }),
  score: score(SCORE),
  tags: tags(),
  sections: list(ref(section)),
});

export const barcode = component(
  'Barcode',
  'Barcode',
  { type: text('Format of the code'), value: text('Content of the code'), pageNumber: integer('Page of the code') },
  {
    description: 'A member of `metadata.barcodes`. The interface shows that it has three members, but not which.',
    'x-sandbox': 'The three members are `type`, `value` and `pageNumber`.',
  },
);

const metadata = Type.Optional(
  Type.Object({ barcodes: list(ref(barcode)) }, { description: 'Only if `returnMetadata` is true' }),
);

const contentMembers = {
  fields: nullable(list(ref(field), 'Empty if the document was only identified')),
  image: Type.Optional(
    nullable(text('Image of the document in base64, with its perspective corrected; only if requested')),
  ),
  score: Type.Optional(nullable(score('Overall quality of image correction and field reading, 0 to 1'))),
  type: Type.Optional(nullable(text('Type of the content, in the language of the document'))),
  stdType: Type.Optional(nullable(text('Standardised type, for example `personal-document`'))),
  pageNumber: Type.Optional(nullable(integer('Page of the content'))),
  tags: Type.Optional(
    nullable(
      list(Type.String(), 'Identifiers `key=value` of the class of the document', {
        'x-sandbox':
          '`subtype` is `rg` or `cin`, `region` the state that issued a card, `country` of a passport the letters in ' +
          'its MRZ. `reading=partial` is the sandbox’s own: something of the page was not read. Its picture is damaged, it took too ' +
          'long or too much memory, most of its print could not be read, a value was too doubtful to be given, it holds a ' +
          'notice instead of content, or text of it, more than a title or a letterhead, is in no field and no table, as ' +
          'the items of an invoice. The console says which.',
      }),
    ),
  ),
  tables: nullable(list(ref(table), 'Tables of the content')),
};
const processType = Type.Optional(
  nullable(text('Origin of the process that produced the result, for example `extraction`')),
);

export const contentItem = component(
  'ContentItem',
  'Content extraction result item',
  {
    ...contentMembers,
    crops: Type.Optional(nullable(list(ref(crop), 'Only if requested'))),
    processType,
    metadata,
  },
  {
    description:
      'Keys of `tags` seen: country, type, std-type, language, process-type, subtype, id, region, has, of, person.',
    'x-sandbox': 'There is one item for each page.',
  },
);

export const compareItem = component(
  'CompareItem',
  'Content compare result item',
  {
    ...contentMembers,
    fields: list(ref(field), 'The fields of the request, in its order', {
      'x-sandbox':
        '`value` is the text of the document most similar to the requested value, null if the similarity is below ' +
        '0.5; `score` is the similarity.',
    }),
    pageNumber: integer('Page of the content; 0 if the fields are not all on one page'),
    processType,
  },
  { description: 'Like a content extraction result item. All members except `fields` and `pageNumber` may be null.' },
);

export const pagesItem = component(
  'MultiPageItem',
  'Multi-page extraction result item',
  {
    type: text('Type of the document', { 'x-sandbox': 'Empty if it was not identified.' }),
    stdType: nullable(text('Standardised type')),
    score: Type.Optional(confidence),
    tags: Type.Optional(tags()),
    extractions: list(ref(extraction)),
    metadata,
  },
  { description: 'One item for each document in the file.' },
);

export const generativeItem = component('GenerativeItem', 'Generative extraction result item', {
  type: text('Type of the document', { 'x-sandbox': 'Empty if it was not identified.' }),
  stdType: text('Standardised type', { 'x-sandbox': 'Empty if it was not identified.' }),
  extractions: list(ref(extraction)),
  metadata: {
    ...metadata,
    'x-sandbox':
      'The interface shows three members of the item, and not where `metadata` goes; the sandbox puts it here.',
  },
});

export const invoiceItem = component(
  'InvoiceItem',
  'Invoice extraction result item',
  {
    score: score(SCORE),
    tags: tags(),
    extractions: list(
      Type.Object({
        source: text('`official`, or `iocr` (also `ocr`)'),
        fields: list(ref(shortField)),
        tables: list(ref(invoiceTable)),
      }),
      'One for each source, in no fixed order. `official` is absent if there is no automated lookup for the type ' +
        'of document',
    ),
  },
  {
    description:
      'Field names seen in `official`: autenticidade_nota, chave_acesso, chave_verificacao, codigo_servico, cpf_cnpj, ' +
      'cpf_cnpj_prestador, data_emissao, data_emissao_rps, download (the original file in base64), download_mimetype, ' +
      'email, email_prestador, endereco_bairro, endereco_bairro_prestador, endereco_cep, endereco_cep_prestador, ' +
      'endereco_complemento, endereco_complemento_prestador, endereco_logradouro, endereco_logradouro_prestador, ' +
      'endereco_municipio, endereco_municipio_prestador, endereco_numero, endereco_numero_prestador, endereco_pais, ' +
      'endereco_pais_prestador, endereco_uf, endereco_uf_prestador, exigibilidade_iss, inscricao_estadual, ' +
      'inscricao_estadual_prestador, iss_retido, local_prestacao_servico, nome, nome_fantasia_prestador, ' +
      'nome_prestador, numero_nota_fiscal, numero_rps, outras_informacoes, regime, serie, situacao, situacao_data, ' +
      'situacao_motivo, situacao_tipo, telefone, telefone_prestador, url, valor_base_calculo, valor_cofins, ' +
      'valor_csll, valor_deducoes, valor_inss, valor_irrf, valor_iss, valor_liquido, valor_pis. Its table ' +
      '`tabela_servico` has the columns descricao_item, codigo_servico_item, aliquota_iss_item, valor_unitario, ' +
      'quantidade_item, valor_servico.\n\n' +
      'Field names seen in `iocr`: chave_verificacao, cpf_cnpj, cpf_cnpj_prestador, data_emissao, endereco, ' +
      'endereco_prestador, inscricao_municipal_prestador, municipio, municipio_prestador, nome, nome_prestador, ' +
      'telefone_prestador, valor_liquido, valor_total_nota.',
    'x-sandbox':
      '`official` is synthetic: it repeats what was read. The item then has the tag `source=synthetic`, and ' +
      '`outras_informacoes` says so. Both extractions hold the tables.',
  },
);

export const vioItem = component(
  'VioItem',
  'VIO extraction result item',
  {
    crops: list(Type.Object({ name: text('Seen: `foto`'), value: text('The picture in base64') })),
    fields: list(ref(shortField)),
    pageNumber: { ...integer('Page of the code'), 'x-sandbox': '0 for a code sent as `qrCodeField`.' },
    tags: tags('Seen: `country=…`, `subtype=…`'),
  },
  {
    description:
      'Field names seen: nome, rg, cpf, data_nascimento, filiacao_1, filiacao_2, permissao, acc, cat_hab, registro, ' +
      'data_validade, data_primeira_habilitacao, observacoes, local_uf, data_emissao, codigo_seguranca, renach, ' +
      'local_cidade.',
    'x-sandbox': 'A document without a VIO code has no item; a code that cannot be decoded has an item without fields.',
  },
);

export const cardItem = component(
  'PaymentCardItem',
  'Payment-card result item',
  { type: text('Type of the document'), stdType: text('Standardised type'), extractions: list(ref(extraction)) },
  {
    description: 'The section is `payment_card`. Field names seen: number, network, expiry_month.',
    'x-sandbox': ['`expiry_year` is added to `expiry_month`.', 'A document without a payment card has no item.'],
  },
);
