import { Type, type TProperties, type TSchema } from '@sinclair/typebox';

/*
 * The shapes of results. They document the interface and check it in tests; answers are not serialized by them. Every
 * schema with an `$id` becomes a section of the published document. `x-sandbox` marks a choice of the sandbox.
 */

type Notes = { description?: string; 'x-sandbox'?: string | string[] };

const text = (description: string, notes: Notes = {}) => Type.String({ description, ...notes });
const integer = (description: string) => Type.Integer({ description });
const score = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const list = (items: TSchema, description?: string, notes: Notes = {}) =>
  Type.Array(items, { ...(description && { description }), ...notes });

function nullable(schema: TSchema): TSchema {
  if (schema['$ref']) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ ...schema, type: [schema['type'], 'null'] });
}

const component = ($id: string, title: string, members: TProperties, notes: Notes = {}) =>
  Type.Object(members, { $id, title, ...notes });

const ref = ({ $id }: TSchema, notes: Notes = {}) => Type.Unsafe({ $ref: `${$id}#`, ...notes });

const SCORE = 'Confidence, 0 to 1';
const name = text('Identifier; find values by `name`, never by position');
const stdName = nullable(text('Standardised name'));

const field = component('Field', 'Field', {
  name,
  stdName,
  value: nullable(
    text('Value read. Dates are `YYYY-MM-DD`, times `HH:MM:SS`, amounts decimals with a dot, numbers digits only'),
  ),
  score: nullable(score(SCORE)),
});

const shortField = component(
  'ShortField',
  'Field without stdName',
  { name, value: nullable(text('Value read')), score: nullable(score(SCORE)) },
  { description: 'The fields of invoice and VIO extraction.' },
);

const crop = component(
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

const table = component(
  'Table',
  'Table',
  {
    name: text('Name of the table'),
    stdName: nullable(text('Standardised name')),
    score: nullable(score(SCORE)),
    headers: list(
      Type.Object({ name: text('Name of the column'), stdName, score: nullable(score(SCORE)) }),
      'The columns',
    ),
    values: {
      ...cells({
        name: text('Name of the column'),
        stdName,
        value: nullable(text('Value read')),
        score: nullable(score(SCORE)),
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

const invoiceTable = component('InvoiceTable', 'Table of an invoice', {
  name: text('Name of the table'),
  score: nullable(score(SCORE)),
  headers: list(Type.Object({ name: text('Name of the column'), score: nullable(score(SCORE)) }), 'The columns'),
  values: {
    ...cells({ name: text('Name of the column'), value: nullable(text('Value read')), score: nullable(score(SCORE)) }),
    description: 'The rows, each a list of cells; may be empty',
  },
});

const section = component(
  'Section',
  'Section',
  {
    name: nullable(text('Identifier of the section')),
    stdName,
    score: nullable(score(SCORE)),
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

const tags = (description = 'Identifiers `key=value` of the document') => list(Type.String(), description);

const extraction = component('Extraction', 'Extraction', {
  source: text('Origin of the reading; seen: `iocr`', {
    'x-sandbox': 'In generative extraction, `generative` if a model read the document, `iocr` if the rules did.',
  }),
  score: score(SCORE),
  tags: tags(),
  sections: list(ref(section)),
});

const barcode = component(
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
      list(
        Type.String(),
        'Identifiers `key=value` of the class of the document. Keys seen: country, type, std-type, language, ' +
          'process-type, subtype, id, region, has, of, person',
        {
          'x-sandbox':
            '`subtype` is `rg` or `cin`, `region` the state that issued a card, `country` of a passport the letters in ' +
            'its MRZ.',
        },
      ),
    ),
  ),
  tables: nullable(list(ref(table), 'Tables of the content')),
};
const processType = Type.Optional(
  nullable(text('Origin of the process that produced the result, for example `extraction`')),
);

const contentItem = component(
  'ContentItem',
  'Content extraction result item',
  {
    ...contentMembers,
    crops: Type.Optional(nullable(list(ref(crop), 'Only if requested'))),
    processType,
    metadata,
  },
  { 'x-sandbox': 'There is one item for each page.' },
);

const compareItem = component(
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

const pagesItem = component(
  'MultiPageItem',
  'Multi-page extraction result item',
  {
    type: text('Type of the document', { 'x-sandbox': '`desconhecido` if it was not identified.' }),
    stdType: nullable(text('Standardised type')),
    score: Type.Optional(nullable(score(SCORE))),
    tags: Type.Optional(tags()),
    extractions: list(ref(extraction)),
    metadata,
  },
  { description: 'One item for each document in the file.' },
);

const generativeItem = component('GenerativeItem', 'Generative extraction result item', {
  type: text('Type of the document', { 'x-sandbox': '`desconhecido` if it was not identified.' }),
  stdType: text('Standardised type', { 'x-sandbox': '`unknown` if it was not identified.' }),
  extractions: list(ref(extraction)),
  metadata: {
    ...metadata,
    'x-sandbox':
      'The interface shows three members of the item, and not where `metadata` goes; the sandbox puts it here.',
  },
});

const invoiceItem = component(
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

const vioItem = component(
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

const cardItem = component(
  'PaymentCardItem',
  'Payment-card result item',
  { type: text('Type of the document'), stdType: text('Standardised type'), extractions: list(ref(extraction)) },
  {
    description: 'The section is `payment_card`. Field names seen: number, network, expiry_month.',
    'x-sandbox': ['`expiry_year` is added to `expiry_month`.', 'A document without a payment card has no item.'],
  },
);

const addressResult = component(
  'AddressResult',
  'Address parsing result',
  {
    contents: list(
      Type.Object({
        index: integer('Position of the element in the request'),
        extractions: list(
          Type.Object({
            source: text('Origin of the reading', { 'x-sandbox': '`rules`.' }),
            sections: list(
              Type.Object({
                name: text('Name of the section'),
                groups: list(
                  Type.Object({
                    name: text('Seen: `endereco`, `endereco_prestador`'),
                    stdValue: nullable(text('The standardised address, in several lines')),
                    score: nullable(score(SCORE)),
                    components: list(
                      Type.Object({
                        name: text('See above'),
                        stdName: text('See above'),
                        value: nullable(text('As written')),
                        stdValue: nullable(text('Standardised')),
                        score: nullable(score(SCORE)),
                      }),
                    ),
                    secondaries: list(Type.Unknown(), 'Empty in samples'),
                  }),
                ),
              }),
            ),
          }),
          undefined,
          { 'x-sandbox': 'Empty if the element has no address.' },
        ),
      }),
      'One for each element of the request',
    ),
  },
  {
    description:
      'The components are:\n\n| name | stdName |\n| --- | --- |\n| cep | postcode |\n| pais | country |\n| estado | state |\n' +
      '| cidade | city |\n| bairro | suburb |\n| logradouro | place |\n| rotulo | label |\n| numero | number |',
    'x-sandbox': [
      'Each address is a group. `value` is as written; `stdValue` has the letters of the state, the official name of ' +
        'the municipality, titles and types written out, `S/N`, `km 23`.',
      '`rotulo` is the type of the street and `logradouro` its name without it. A block of Brasília (`SQS 308 Bloco B`) ' +
        'and a road by its number (`BR-116`) are names without a type. A complement has no component; it is in the ' +
        '`stdValue` of the group.',
      '`pais` is Brasil, with a lower score, if a postcode, state or city says so. A postcode of another state than ' +
        'the one written lowers both scores.',
    ],
  },
);

const counts = {
  requestCount: integer('Requests'),
  typifiedItemCount: integer('Documents identified'),
  nonTypifiedItemCount: integer('Documents not identified'),
  billingCount: integer('Quantity to be billed'),
};

const billingSummary = component(
  'BillingSummary',
  'Billing summary result',
  {
    details: list(
      Type.Object({
        date: text('The day, as an ISO 8601 timestamp (UTC)'),
        services: list(
          Type.Object({ serviceName: text('Name of the service'), ...counts }),
          'One for each service used on that day',
        ),
      }),
      'One for each day with consumption',
    ),
    ...counts,
  },
  {
    description: 'The counts outside `details` are the sums of the period over all services.',
    'x-sandbox':
      'Every request that reaches an operation counts, even if it fails; pages, addresses, codes and queries that ' +
      'were processed are billed.',
  },
);

const processReference = component(
  'ProcessReference',
  'Async process reference',
  { processId: text('Identifier of the asynchronous process') },
  {
    description:
      'For content extraction, the callback repeats it. For enrichment, it identifies the process whose status and ' +
      'result can be obtained.',
  },
);

const errorDetail = component(
  'ErrorDetail',
  'Error',
  { parameter: nullable(text('Name of the wrong parameter')), description: text('What is wrong') },
  {
    description:
      'A member of `status.errors`. The interface shows neither its members nor one format for all operations.',
    'x-sandbox':
      '`{parameter, description}`: as an object in content and multi-page extraction, in a list elsewhere. In ' +
      'address parsing `errors` is null.',
  },
);

const enrichmentPayload = component(
  'EnrichmentPayload',
  'Enrichment callback',
  {
    processId: text('Identifier of the process'),
    query: text('The query of the request'),
    parameters: Type.Unsafe({ type: 'object', description: 'The parameters of the request' }),
    tags: tags('`source=synthetic`'),
    result: list(Type.Object({ tags: tags(), data: Type.Unsafe({ type: 'object' }) }), 'Made-up data'),
    status: Type.Object({ code: Type.String(), message: Type.String(), errors: Type.Array(Type.Unknown()) }),
  },
  {
    description: 'The interface does not show the payload of an enrichment.',
    'x-sandbox': 'All members are the sandbox’s own, and the data is synthetic.',
  },
);

/** The members of every answer; `result` and `status.errors` depend on the operation. */
export const envelopeMembers = {
  result: Type.Unknown({
    description: 'Result of the operation, an array or an object',
    'x-sandbox': 'null in the answer of a failure.',
  }),
  requestId: nullable(
    text('Unique identifier of the request, recorded in the consumption history; may be null in multi-page extraction'),
  ),
  elapsedMilliseconds: integer('Processing time in milliseconds'),
  status: Type.Object({
    code: text('Status code; `200`, `201` or `S100` on success'),
    message: nullable(text('Status text, for example `Ok`, `OK` or `Success`')),
    errors: Type.Unsafe({
      type: ['object', 'array', 'null'],
      description:
        'null on success (an empty list in enrichment). On failure an object (content extraction), a list (generative ' +
        'extraction) or null (address parsing)',
    }),
  }),
};

const envelope = component('Envelope', 'Common response envelope', envelopeMembers, {
  description: 'Every answer has this shape. The format of `status.errors` varies.',
});

/** Schemas that the published document names, in the order of the page. */
export const components: TSchema[] = [
  envelope,
  errorDetail,
  field,
  shortField,
  crop,
  contentItem,
  barcode,
  pagesItem,
  extraction,
  section,
  table,
  generativeItem,
  compareItem,
  invoiceItem,
  invoiceTable,
  vioItem,
  cardItem,
  addressResult,
  billingSummary,
  processReference,
  enrichmentPayload,
];

/** `result` of each operation. */
export const results = {
  content: list(ref(contentItem)),
  pages: list(ref(pagesItem)),
  generative: list(ref(generativeItem)),
  compare: list(ref(compareItem)),
  invoice: list(ref(invoiceItem)),
  vio: list(ref(vioItem)),
  paymentCard: list(ref(cardItem)),
  addresses: ref(addressResult),
  billing: ref(billingSummary),
  process: ref(processReference),
};

export const payloads = { enrichment: ref(enrichmentPayload) };

/** `status.errors` of a failure. */
export const errorShapes = { object: ref(errorDetail), list: list(ref(errorDetail)), none: Type.Null() };
