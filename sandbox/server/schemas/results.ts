import { Type, type TSchema } from '@sinclair/typebox';
import {
  field,
  shortField,
  crop,
  table,
  invoiceTable,
  section,
  extraction,
  barcode,
  contentItem,
  compareItem,
  pagesItem,
  generativeItem,
  invoiceItem,
  vioItem,
  cardItem,
} from './documents.ts';
import { component, confidence, integer, list, nullable, ref, tags, text } from './shorthand.ts';

/*
 * The shapes of answers. They document the interface and check it in tests; answers are not serialized by them.
 */

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
                    score: confidence,
                    components: list(
                      Type.Object({
                        name: text('See the description'),
                        stdName: text('See the description'),
                        value: nullable(text('As written')),
                        stdValue: nullable(text('Standardised')),
                        score: confidence,
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
      'The components, with their standardised names: cep (postcode), pais (country), estado (state), cidade (city), ' +
      'bairro (suburb), logradouro (place), rotulo (label), numero (number).',
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
