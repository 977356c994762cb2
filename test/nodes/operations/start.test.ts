import type { INodeParameters } from 'n8n-workflow';
import { runOperation, BY_URL } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { refuses } from '../../support/scenario.ts';
import { only } from '../../support/sent.ts';
import { ENRICHMENT } from '../callback/workflow.ts';

interface Webhook {
  url: string;
  fallbackUrl?: string;
  authorization?: { headers?: Array<{ name: string; value: string }>; queryStrings?: unknown; mtls?: boolean };
}

const server = serverForEachTest(() => ({
  json: envelope({ processId: 'p-1' }, { status: { code: '201', message: 'Ok', errors: [] } }),
}));

const OPERATIONS = { 'document.startExtraction': BY_URL, 'enrichment.start': ENRICHMENT };

type Name = keyof typeof OPERATIONS;
const URL_DELIVERY = { delivery: 'url', callbackUrl: 'https://example.com/callback?a=1&b=ç' };

const start = (operation: Name, parameters: INodeParameters = {}, setup = {}) =>
  runOperation(server, operation, { ...OPERATIONS[operation], ...URL_DELIVERY, ...parameters }, setup);

const webhookSent = (): Webhook => (only(server.requests).json as { webhook: Webhook }).webhook;

/** The headers of the option, without the signed token that this node adds. */
const ownHeaders = ({ authorization }: Webhook) =>
  (authorization?.headers ?? []).filter(({ name }) => !/ticket/i.test(name));

describe.each(Object.keys(OPERATIONS) as Name[])('%s', (operation) => {
  test('sends the callback URL and returns the process ID', async () => {
    const { items } = await start(operation);
    expect(webhookSent().url).toBe(URL_DELIVERY.callbackUrl);
    expect(webhookSent()).not.toHaveProperty('fallbackUrl');
    expect(ownHeaders(webhookSent())).toEqual([]);
    expect(webhookSent().authorization ?? {}).not.toHaveProperty('queryStrings');
    expect(webhookSent().authorization ?? {}).not.toHaveProperty('mtls');
    expect(items).toEqual([
      {
        json: { processId: 'p-1', correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/), requestId: 'req-1' },
        pairedItem: { item: 0 },
      },
    ]);
  });

  test.each([[null], [{ processId: ' ' }], [[]]])('fails if the response has no process ID: %j', async (result) => {
    server.respond(() => ({ result: result }));
    expect((await start(operation)).error).toMatchObject({
      name: 'NodeApiError',
      message: 'The response of the service has no process ID [item 0]',
      description: expect.stringContaining('req-1'),
    });
  });

  test.each([
    ['p', { ...envelope(null), processId: 'p' }],
    ['p', envelope([{ processId: 'p' }])],
    // The process is started, and billed.
    ['17', envelope({ processId: 17 })],
  ])('takes the process ID %s wherever the answer has it, and a number for one', async (processId, json) => {
    server.respond(() => ({ json }));
    expect((await start(operation)).items[0]?.json).toMatchObject({ processId, requestId: 'req-1' });
  });

  test('an expression without a correlation ID has one generated, and a hint says so', async () => {
    const items = [{ json: { id: 'a' } }, { json: { ID: 'b' } }, { json: { id: null } }];
    const run = await start(operation, { options: { correlationId: '={{ $json.id }}' } }, { items });
    expect(run.items.map(({ json }) => json['correlationId'])).toEqual([
      'a',
      ...Array.from({ length: 2 }, () => expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown),
    ]);
    expect(run.hints).toEqual([
      'The option "Correlation ID" is not set for 2 of 3 items: its expression returned nothing.',
    ]);
  });
});

test.each([
  ['url', 'Check the parameter "Callback URL".'],
  ['fallbackUrl', 'Check the option "Fallback URL".'],
  ['headers', 'Check the option "Callback Headers".'],
  ['queryStrings', 'Add the option "Callback Query Strings".'],
])('a wrong %s is called as the editor calls it', async (name, advice) => {
  server.respond(() => ({ status: 400, json: failure('R101', 'Wrong', [{ field: name }]) }));
  const callbackHeaders = { header: [{ name: 'X-Own', value: 'a value' }] };
  const options = { callbackHeaders, fallbackUrl: 'https://example.com/other' };
  expect((await start('document.startExtraction', { options })).error?.description).toContain(advice);
});

test('an extraction can request mutual TLS; an enrichment has no such parameter', async () => {
  await start('document.startExtraction', { options: { mtls: true } });
  expect(webhookSent().authorization?.mtls).toBe(true);
  server.requests.length = 0;
  await start('enrichment.start', { options: { mtls: true } });
  expect(webhookSent().authorization ?? {}).not.toHaveProperty('mtls');
});

test.each([
  [
    'a list',
    {
      parameters: {
        parameter: [
          { name: 'cpf', value: '1' },
          { name: '__proto__', value: 'x' },
        ],
      },
    },
    '{"cpf":"1","__proto__":"x"}',
  ],
  ['JSON', { parameters: {}, parametersJson: '{"cpf": 1, "list": [true]}' }, '{"cpf":1,"list":[true]}'],
  ['an object of an expression', { parameters: {}, parametersJson: '={{ $json }}' }, '{"n":7}'],
  ['both', { parametersJson: '{"name": "Ana"}' }, '{"name":"Ana","cpf":"123"}'],
  [
    'empty or null, if that is meant',
    { parameters: { parameter: [{ name: 'cpf', value: '' }] }, parametersJson: '={{ { other: null } }}' },
    '{"other":null,"cpf":""}',
  ],
])('the parameters of a query may be %s', async (_what, parameters, sent) => {
  await start('enrichment.start', parameters as INodeParameters, { items: [{ json: { n: 7 } }] });
  const { body } = only(server.requests);
  expect(body.toString()).toContain(`"parameters":${sent}`);
});

describe('an expression in a field that is set to Fixed is told', () => {
  const FIXED = '{"cpf": "{{ $json.cpf }}"}';
  const hintsOf = async (parameters: INodeParameters, operation: Name = 'enrichment.start') => {
    const { hints } = await start(operation, parameters, { items: [{ json: { cpf: '{{ x }}' } }] });
    return hints;
  };
  const told = (field: string) =>
    `${field} has an expression, {{ … }}, but is set to Fixed: it was used as it is. Switch it to Expression.`;

  test.each<[string, INodeParameters]>([
    ['The parameter "Parameters as JSON"', { parameters: {}, parametersJson: FIXED }],
    ['The parameter "Parameters"', { parameters: { parameter: [{ name: 'cpf', value: '{{ $json.cpf }}' }] } }],
    ['The option "Correlation ID"', { options: { correlationId: 'row {{ $json.cpf }}' } }],
  ])('%s', async (field, parameters) => {
    expect(await hintsOf(parameters)).toEqual([told(field)]);
  });

  test('but no expression, no value that looks like one, and nothing that the editor does not show', async () => {
    const parameters = {
      parameters: {},
      parametersJson: '={"cpf": {{ JSON.stringify($json.cpf) }} }',
      customQuery: '{{ $json.cpf }}',
    };
    expect(await hintsOf({ ...parameters, options: { correlationId: '={{ $json.cpf }}' } })).toEqual([]);
    expect(only(server.requests).json).toMatchObject({ parameters: { cpf: '{{ x }}' } });
    expect(
      await hintsOf({ fileBase64: '{{ $json.file }}', options: { tags: '}} a {{' } }, 'document.startExtraction'),
    ).toEqual([]);
  });
});

test.each([
  ['pf full', {}, 'pf full'],
  ['custom', { customQuery: 'own-query' }, 'own-query'],
])('the query %s is sent by its name', async (query, parameters, sent) => {
  await start('enrichment.start', { query, ...parameters });
  expect(only(server.requests)).toMatchObject({
    method: 'POST',
    path: '/big-data/enrichment/async',
    json: { query: sent, parameters: { cpf: '123' } },
  });
});

describe('what is no address, header or parameter', () => {
  type Refused = Array<[parameters: INodeParameters, message: string]>;
  const refused = (operation: Name, table: Refused) =>
    refuses(
      operation,
      table.map(([parameters, message]) => [{ ...OPERATIONS[operation], ...URL_DELIVERY, ...parameters }, message]),
    );
  const option = (name: string, value: unknown) => ({ options: { [name]: value } }) as INodeParameters;
  const parameter = (name: string, value: string) => ({ parameters: { parameter: [{ name, value }] } });
  const json = (parametersJson: string) => ({ parameters: {}, parametersJson });
  const LONG = '35251112345678000190550010000012341123456789';
  const nothing = [{ name: 'cpf', value: '={{ $json.nothing }}' }];

  refused('document.startExtraction', [
    [{ callbackUrl: '={{ "" }}' }, 'The parameter "Callback URL" is empty'],
    [{ callbackUrl: 'callback' }, 'The parameter "Callback URL" is not a valid URL'],
    [option('fallbackUrl', 'ftp://example.com'), 'The option "Fallback URL" is not a valid URL'],
    [
      option('callbackHeaders', { header: [{ name: '', value: 'x' }] }),
      '"Name" of an entry of "Callback Headers" is empty',
    ],
    [option('callbackHeaders', { header: nothing }), '"cpf" in "Callback Headers" has no value'],
    [option('callbackQueryStrings', { queryString: nothing }), '"cpf" in "Callback Query Strings" has no value'],
    // n8n passes over what an expression gives in place of entries.
    [option('callbackHeaders', '={{ { header: [{ name: "X", value: "a" }] } }}'), '"Callback Headers" has no entries'],
    [option('callbackQueryStrings', {}), 'The option "Callback Query Strings" has no entries'],
    [
      { delivery: 'wait', ...option('limitWaitTime', '={{ ({ values: { resumeAmount: 1 } }) }}') },
      'The option "Limit Wait Time" has no entries',
    ],
    [{ delivery: 'trigger' }, 'Document Processing Trigger'],
    [
      option('correlationId', `={{ ${LONG} }}`),
      'The option "Correlation ID" has a number that cannot be sent unchanged',
    ],
  ]);

  refused('enrichment.start', [
    [{ parameters: {} }, 'The query has no parameters'],
    [{ parametersJson: '{"cpf": "2"}' }, '"cpf"'],
    [parameter('', '1'), '"Name" of an entry of "Parameters" is empty'],
    [json('[1]'), 'The parameter "Parameters as JSON" is not a JSON object'],
    [{ query: 'custom', customQuery: '={{ "" }}' }, 'The parameter "Custom Query" is empty'],
    [parameter('cpf', '={{ $json.nothing }}'), '"cpf" in "Parameters" has no value'],
    // As a database has it in an empty column.
    [parameter('cpf', '={{ null }}'), '"cpf" in "Parameters" has no value'],
    [json('={{ { person: { cpf: $json.nothing, x: 1 } } }}'), '"person.cpf" in "Parameters as JSON" has no value'],
    [
      parameter('person', '={{ { cpfs: [{ value: $json.nothing }] } }}'),
      '"person.cpfs[0].value" in "Parameters" has no',
    ],
    [parameter('chave', `={{ [${LONG}] }}`), '"chave" in "Parameters" has a number that cannot be sent unchanged'],
    [json(`{"chave": ${LONG}}`), 'The parameter "Parameters as JSON" has a number that cannot be sent unchanged'],
    // n8n could not store it.
    [
      parameter('cpf', '={{ JSON.parse("[".repeat(600) + "]".repeat(600)) }}'),
      'The parameter "Parameters" is nested too deeply',
    ],
  ]);
});
