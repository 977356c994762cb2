// What comes from outside may be long and made to be slow: no text is without end for the node, in whatever place it stands,
// and no answer is too wide or too deep. What is exponential, or grows with the square, does not end before Jest ends it.
import type { INodeParameters } from 'n8n-workflow';
import { fileItem } from '../../engine/binaryData.ts';
import { TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { FORMAT_CHECKS } from '../../../nodes/DocumentProcessing/documents/formats';
import { callTrigger, tokenHeader } from '../callback/workflow.ts';
import { pressTest, runOperation, BY_URL } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import type { Answer } from '../../support/server.ts';

const server = serverForEachTest();

const PIECES: Record<string, string> = {
  letters: 'a',
  'capital letters': 'A',
  digits: '7',
  'letters, capitals and digits in turn': 'aA1',
  hexadecimal: '9f86d081884c7d65',
  spaces: ' ',
  'line breaks': '\r\n',
  backslashes: '\\',
  quotes: '"',
  'equals signs': '=',
  commas: 'a,',
  semicolons: ';',
  slashes: '/',
  dots: '1.',
  brackets: '[',
  braces: '{',
  base64: 'QUJD',
  'ends of messages': ' [item 1',
  'encoded characters': '%41',
  surrogates: '\ud83d',
  underscores: '_',
  markup: '*_`|<&',
};
// On thirty characters, what is exponential takes many seconds and still ends. On the long ones it would never.
const LENGTHS = [30, 100_000];
const CONTINUES = { onError: 'continueRegularOutput' as const };

/** Runs an operation for each of these items, which are answered one after the other, and gives what became of each. */
async function run(
  operation: string,
  parameters: INodeParameters,
  list: object[],
  answerTo: (index: number) => Answer,
) {
  server.respond((_request, index) => answerTo(index));
  server.requests.length = 0;
  const given = { ...parameters, options: { maxConcurrency: 1, retries: 0, ...(parameters['options'] as object) } };
  const items = list.map((json) => ({ json: json as never }));
  const done = await runOperation(server, operation, given, { items, ...CONTINUES });
  expect({ status: done.status, error: done.error?.message.slice(0, 300) }).toEqual({ status: 'success' });
  const answered = new Set(done.items.map(({ pairedItem }) => (pairedItem as { item: number }).item));
  expect(answered.size).toBe(list.length);
  return done.items.map(({ json }) => json);
}

const NAMES = ['f', 'valor_total', 'data_emissao'];

/** A document with the texts in every place. */
function documentOf(texts: string[]) {
  const fieldsOf = (text: string) => [
    ...NAMES.map((name) => ({ name, stdName: null, value: text, score: 0.5 })),
    { name: text, stdName: text, value: 'value', score: 0.5 },
  ];
  const tableOf = (text: string) => ({
    ...{ name: text, stdName: null, headers: [{ name: text }] },
    values: [[{ name: 'f', value: text, score: 0.5 }, { value: text }]],
  });
  const sectionOf = (text: string) => ({ name: text, fields: fieldsOf(text), tables: [tableOf(text)] });
  const [text = ''] = texts;
  const download = texts.map((value) => ({ name: 'download', value }));
  return {
    ...{ type: text, stdType: text, score: 0.9, pageNumber: 1, tags: texts, processType: text, image: text },
    ...{ crops: texts.map((name) => ({ name, value: name })), metadata: { barcodes: texts } },
    extractions: [
      { source: text, score: 1, sections: texts.map(sectionOf) },
      { source: 'official', fields: [...download, { name: 'download_mimetype', value: text }], tables: [] },
    ],
  };
}

const FORMATS = [...Object.keys(FORMAT_CHECKS), 'regex'];

describe.each(LENGTHS)('texts of %d characters are read to their end', (length) => {
  const texts = Object.values(PIECES).map((piece) => `${piece.repeat(Math.ceil(length / piece.length))}!`);
  const list = texts.map((text) => ({ text }));
  const value = '={{ $json.text }}';
  const done = () => ({ result: [] });

  test('in the answer that something is wrong', async () => {
    for (const status of [200, 302, 400]) {
      const shown = await run(
        'document.extractContent',
        { ...BY_URL, options: { filePassword: value } },
        [...list, {}],
        (index) => {
          const text = texts[index] ?? `nfe${'7'.repeat(length)}_danfe.docx`;
          const header = encodeURI(text.replace(/\p{Cs}/gu, '').replace(/\s+/g, ' ')).slice(0, 5000);
          const json = { ...failure(text, text, [text, { [text]: text }]), requestId: text };
          const headers = { 'content-type': 'application/json', location: `/${header}` };
          return { status, headers, body: JSON.stringify(json) };
        },
      );
      for (const { error, message } of shown) expect(`${error}${message}`.length).toBeLessThan(5000);
    }
    await run('document.extractContent', BY_URL, list, (index) => ({ body: texts[index] ?? '' }));
  });

  test('in a document, in whatever form it is returned', async () => {
    const forms = [
      { output: 'simplified', splitInto: 'rows' },
      { output: 'markdown', splitInto: 'documents' },
      { output: 'selectedFields', splitInto: 'documents' },
    ];
    const parameters = {
      ...{ ...BY_URL, output: '={{ $json.output }}', splitInto: '={{ $json.splitInto }}' },
      ...{ selectedFields: ['f', 'type'], options: { minScore: 0.9, includeScores: true, typedValues: true } },
    };
    const answer = { result: [documentOf(texts)] };
    await run('document.extractPages', parameters, forms, () => answer);
    const small = {
      result: [{ fields: texts.flatMap((text) => ['f', 'number'].map((name) => ({ name, value: text }))) }],
    };
    await run('document.extractPaymentCard', { ...BY_URL, options: { maskCardNumber: true } }, [{}], () => small);
    const rules = FORMATS.map((format) => ({ format }));
    const rule = [{ name: 'f', format: '={{ $json.format }}', pattern: '\\w+\\s?.{1,500}\\d$' }];
    const checked = await run(
      'document.extractPages',
      { ...BY_URL, options: { fieldRules: { rule } } },
      rules,
      () => small,
    );
    expect(checked.map(({ invalid }) => invalid)).toEqual(FORMATS.map(() => ['f']));
  });

  test('in addresses and in a summary of billing', async () => {
    const groups = texts.map((text) => ({
      ...{ name: text, stdValue: text, score: 1, secondaries: [] },
      components: [{ name: text, stdName: text, value: text, stdValue: text, score: 1 }],
    }));
    const contents = [{ index: 0, extractions: [{ source: texts[0], sections: [{ name: texts[0], groups }] }] }];
    await run('address.parse', { text: 'a' }, [{}], () => ({ result: { contents } }));
    const services = texts.map((serviceName) => ({ serviceName, requestCount: 1, billingCount: 2 }));
    const dates = [...texts.slice(0, 3), '2025-01-01T00:00:00Z'];
    const result = { details: dates.map((date) => ({ date, services })) };
    const options = { compareWith: 'previousPeriod', reportLocale: 'pt-BR', monthlyBudget: 10 };
    await run('billing.getDailySummary', { report: true, options }, [{}], () => ({ result: result }));
  });

  test('in what an item gives for a parameter', async () => {
    const webhook = { ...BY_URL, delivery: 'url', callbackUrl: 'https://example.com/' };
    const rule = [{ name: value, format: 'regex', pattern: value }];
    const options = (...names: string[]) => ({ options: Object.fromEntries(names.map((name) => [name, value])) });
    const cases: Array<[operation: string, parameters: INodeParameters]> = [
      ['document.extractContent', { source: 'url', fileUrl: value }],
      ['document.extractContent', { source: 'base64', fileBase64: value }],
      ['document.extractContent', { ...BY_URL, ...options('tags', 'returnedImageQuality') }],
      ['document.extractContent', { ...BY_URL, options: { fieldRules: { rule } } }],
      ['document.extractContent', { ...BY_URL, output: 'selectedFields', selectedFields: value }],
      ['document.compareContent', { ...BY_URL, fields: { field: [{ name: value, value }] } }],
      ['api.sendRequest', { path: value }],
      ['api.sendRequest', { path: '/a', bodyJson: value }],
      ['billing.getDailySummary', { period: 'custom', startDate: value, endDate: value }],
      ['billing.getDailySummary', { report: true, ...options('compareWith') }],
      ['billing.getDailySummary', { report: true, ...options('currency', 'reportLocale', 'monthlyBudget') }],
      ['document.startExtraction', { ...webhook, ...options('correlationId', 'fallbackUrl', 'limitWaitTime') }],
      ['document.startExtraction', { ...webhook, options: { callbackHeaders: { header: [{ name: value, value }] } } }],
      ['enrichment.start', { ...webhook, query: 'pf', parametersJson: value }],
    ];
    for (const [operation, parameters] of cases) await run(operation, parameters, list, done);
  });

  test('in the name and the type of a file', async () => {
    const items = await Promise.all(
      texts.map((text) => fileItem(Buffer.from('file'), { fileName: text, mimeType: text })),
    );
    const sent = await runOperation(server, 'document.extractContent', {}, { items, ...CONTINUES });
    expect(sent.items).toHaveLength(texts.length);
  });

  test('in a callback', async () => {
    const headers = tokenHeader({ event: 'contentExtraction', correlationId: 'a' });
    const failed = (text: string) => ({ ...failure(text, text, [text]), processId: text });
    const callbacks = texts.flatMap((text) => [
      { headers, body: { ...envelope([{ fields: [{ name: text, value: text }] }]), processId: text } },
      { headers, body: text },
      { headers, body: failed(text) },
      { headers: { [TOKEN_HEADER]: text }, body: text },
      { headers: text, body: text },
    ]);
    await run('callback.readCallback', { options: {} }, callbacks, done);
    for (const text of texts) {
      const { response } = await callTrigger(server, { body: failed(text), headers });
      expect(response.status).toBe(200);
    }
  });

  test('in the answer to signing in', async () => {
    for (const text of texts) {
      const credential = {
        ...{ authentication: 'signIn', accessToken: '', signInPath: '/in', answerLocation: text.slice(0, 1000) },
        signInSecret: JSON.stringify({ [text]: text }),
      };
      server.respond(() => ({ json: { result: text } }));
      expect(await pressTest(server.url, credential)).toMatchObject({ status: 'Error' });
    }
  });
});

// Enough for the arguments of a function to overflow its stack, and for what grows with the square to take minutes.
const MANY = 150_000;
const many = <T>(one: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => one(index));

describe('an answer with very many entries ends no node', () => {
  test.each<[string, object]>([
    ['fields', { fields: many((index) => ({ name: `f${index % 150_000}`, value: 'a' })) }],
    ['tags', { type: 'a', tags: many((index) => `a${index}=b`) }],
    [
      'rows',
      { tables: [1, 2].map(() => ({ name: 't', headers: [], values: many(() => [{ name: 'a', value: 'b' }]) })) },
    ],
    ['extractions', { extractions: many(() => ({ source: 'iocr', fields: [] })) }],
    ['columns', { tables: [{ name: 't', headers: [], values: many((index) => [{ name: `c${index}`, value: 'a' }]) }] }],
  ])('%s', async (_name, document) => {
    const answer = { result: [{ score: 1, type: 'a', ...document }] };
    for (const operation of ['document.extractPages', 'document.extractInvoice'])
      expect((await run(operation, BY_URL, [{}], () => answer))[0]).not.toHaveProperty('error');
  });

  test('services of a summary', async () => {
    const services = Array.from({ length: 30_000 }, (_, index) => ({
      serviceName: `s${index}`,
      requestCount: 1,
      billingCount: 1,
    }));
    const options = { reportLocale: 'en', monthlyBudget: 10 };
    const summary = { result: { details: [{ date: '2025-01-01T00:00:00Z', services }] } };
    const rows = await run('billing.getDailySummary', { report: true, options }, [{}], () => summary);
    expect(rows).toHaveLength(services.length);
  });
});

describe('what is nested 20,000 deep ends no node', () => {
  const DEPTH = 20_000;
  // `JSON.stringify` goes only so deep.
  const deep = (inside: string) => `${'[{"a":'.repeat(DEPTH / 2)}${inside}${'}]'.repeat(DEPTH / 2)}`;
  const withDeep = (json: object, inside = '1') => JSON.stringify(json).replace('"deep"', deep(inside));
  const headers = { 'content-type': 'application/json' };

  test('the details of an error: what lies at the surface is said', async () => {
    const body = withDeep(failure('R101', 'Wrong', ['page 3 is blank', 'deep']), '"token-of-the-test at the bottom"');
    for (const status of [200, 400]) {
      const [first, second] = await run('document.extractContent', BY_URL, [{}, {}], (index) =>
        index === 0 ? { status, headers, body } : { result: [{ type: 'a' }] },
      );
      expect(first).toMatchObject({
        error: 'Wrong (R101) [item 0]',
        message: expect.stringContaining('page 3 is blank.'),
      });
      expect(second).toMatchObject({ type: 'a' });
    }
  });

  test('a result: its item says so, and the others have theirs', async () => {
    const body = withDeep(envelope([{ type: 'a', metadata: 'deep', fields: [] }]));
    for (const output of ['simplified', 'raw', 'markdown']) {
      const [first, second] = await run('document.extractContent', { ...BY_URL, output }, [{}, {}], (index) =>
        index === 0 ? { headers, body } : { result: [{ type: 'a' }] },
      );
      expect(first?.['error']).toBe('The response of the service is nested too deeply to be read [item 0]');
      expect(second).not.toHaveProperty('error');
    }
  });

  test('a callback: a trigger, and Read Callback, say so', async () => {
    for (const event of ['contentExtraction', 'enrichment'] as const) {
      const headers = tokenHeader({ event, correlationId: 'a' });
      const body = withDeep({ ...envelope([{ metadata: 'deep' }]), processId: `p-${event}` });
      const call = { body, headers: { 'content-type': 'application/json', ...headers } };
      const parameters = { events: ['contentExtraction', 'enrichment'] };
      const { response, workflowData } = await callTrigger(server, call, { parameters });
      expect(response.status).toBe(200);
      const expected = { error: expect.stringContaining('nested too deeply'), processId: `p-${event}` };
      expect(workflowData?.[0]?.map(({ json }) => json)).toEqual([expect.objectContaining(expected)]);
      const read = await run('callback.readCallback', {}, [{ headers, body }, {}], () => ({}));
      expect(read[0]).toMatchObject(expected);
    }
  });
});
