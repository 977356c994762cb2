import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { makePdf } from '../../../sandbox/samples/pdf.ts';
import { turnsDuring } from '../turnsDuring.ts';
import { GENERATIVE, byName, requestsOf, rowsOf, sample, sendForm, type Json } from './client.ts';
import { openSandbox, serve, until } from './surroundings.ts';

type ReceivedRequest = { url: string; headers: IncomingHttpHeaders; body: Json };
type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** An endpoint with the chat-completions protocol over HTTP. A test sets its answers, one for each request. */
async function startModel() {
  const requests: ReceivedRequest[] = [];
  let answers: Answer[] = [];
  const { url } = await serve(async (incoming, response) => {
    const request = { url: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(await text(incoming)) };
    (answers[requests.push(request) - 1] ?? status(500))(response, request);
  });
  /** Forgets the requests so far, and gives these answers from now on. */
  const next = (...given: Answer[]) => {
    requests.length = 0;
    answers = given;
  };
  return { url: `${url}/v1`, requests, next };
}

const body =
  (text: string, code = 200): Answer =>
  (response) =>
    void response.writeHead(code, { 'content-type': 'application/json' }).end(text);
const choosing = (choice: object) => body(JSON.stringify({ choices: [choice] }));

const completion = (content: string, more: object = {}) =>
  choosing({ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' });
const reading = (value: unknown) => completion(JSON.stringify(value));
const cutOff = choosing({ message: { content: '{"sections":[' }, finish_reason: 'length' });
/** Like real endpoints, it repeats the key in its error message. */
const status =
  (code: number): Answer =>
  (response, request) =>
    body(`{"error":{"message":"Incorrect API key provided: ${request.headers.authorization}"}}`, code)(
      response,
      request,
    );
const noAnswer: Answer = () => {};
const closedConnection: Answer = (response) => void response.socket?.destroy();
const redirect: Answer = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();

const TAG = 'id=bra-nlp-registro-imovel-1';
/** For what is read of the file, with its pictures. */
const MEMORY_FOR_ONE = 800_000;
const KEY = 'sk-made-up-key-1234567890';
const server = await startModel();
const endpoint = { url: server.url, model: 'reader-1', key: KEY, timeoutMs: 120_000 };
const app = await openSandbox({ generative: { ...endpoint, input: 'text' } });
const images = await openSandbox({ generative: { ...endpoint, input: 'images' } });
const file = await sample('property-registry.pdf');

const extract = (to = app) => sendForm(to, GENERATIVE, { file, tags: TAG });

const section = (fields: Record<string, string | null>, tables: object[] = []) => ({
  name: 'record',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  tables,
});
const TRUE = section({ number: 'R.1', date: '2020-08-22' }, [
  {
    name: 'involved',
    rows: [
      [
        { name: 'role', value: 'Adquirente' },
        { name: 'name', value: 'Dora Exemplo Lima' },
        { name: 'document', value: '111.444.777-35' },
      ],
    ],
  },
  { name: 'values', rows: [[{ name: 'value', value: '320000.00' }]] },
]);

const WIDE = { name: 'a', rows: Array.from({ length: 250 }, (_, at) => [{ name: `c${at}`, value: '1' }]) };

describe('a model reads in place of the rules', () => {
  test('the request has the schema, the text of the pages and the key; the reading becomes an extraction with its own source', async () => {
    server.next(reading({ sections: [TRUE] }));
    const [{ type, stdType, extractions }] = (await extract()).result;
    expect([type, stdType, extractions[0].source, extractions[0].tags]).toEqual([
      'registro-imovel',
      'property-registry',
      'generative',
      [TAG],
    ]);
    expect(byName(extractions[0].sections[0].fields)).toEqual({ number: 'R.1', date: '2020-08-22' });
    expect(extractions[0].sections[0].tables.map(rowsOf)).toEqual([
      [{ role: 'Adquirente', name: 'Dora Exemplo Lima', document: '11144477735' }],
      [{ value: '320000.00' }],
    ]);
    expect(Object.keys(extractions[0].sections[0].fields[0])).toEqual(['name', 'stdName', 'value', 'score']);
    const [request] = server.requests;
    expect(request).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'reader-1', response_format: { type: 'json_schema', json_schema: { strict: true } } },
    });
    expect(request?.body.response_format.json_schema.schema).toMatchObject({
      type: 'object',
      required: ['sections'],
      additionalProperties: false,
    });
    expect(request?.body.messages[1].content).toContain('Adquirente: Dora Exemplo Lima');
    expect(server.requests).toHaveLength(1);
  });

  test('with images it is shown the pages as JPEG data URLs', async () => {
    server.next(reading({ sections: [] }));
    expect((await extract(images)).status).toBe(200);
    const picture = server.requests[0]?.body.messages[1].content[1];
    const [type, base64] = picture.image_url.url.split(',');
    expect(type).toBe('data:image/jpeg;base64');
    expect((await sharp(Buffer.from(base64, 'base64')).metadata()).format).toBe('jpeg');
  });

  test('as many wait for it as there is memory for', async () => {
    const small = await openSandbox({ generative: { ...endpoint, input: 'images' }, memoryBytes: MEMORY_FOR_ONE });
    const waiting: ServerResponse[] = [];
    const answerAll = () => waiting.forEach((response) => reading({ sections: [] })(response, {} as ReceivedRequest));
    const wait: Answer = (response) => void (waiting.push(response) === 2 && answerAll());
    server.next(wait, wait);
    const asked = [extract(small), extract(small)];
    expect((await Promise.race(asked)).status).toBe(503);
    await until(() => waiting.length === 1);
    answerAll();
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 503]);
  });

  test('others are answered while a long reply is held against a long document', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Valor ${at}: Ana Exemplo Lima ${at}`).join('\n');
    const long = await makePdf((document) => {
      document.text(lines);
      for (let page = 1; page < 40; page++) document.addPage().text(lines);
    });
    const values = Array.from({ length: 300 }, (_, at) => [`v${at}`, `Ana Exempla Lima de Souza ${at}`]);
    const reply = reading({ sections: [section(Object.fromEntries(values))] });
    let turns: Promise<number> | undefined;
    server.next((...replied) => {
      turns = turnsDuring(asked);
      reply(...replied);
    });
    const asked = sendForm(app, GENERATIVE, { file: new File([new Uint8Array(long)], 'long.pdf'), tags: TAG });
    expect((await asked).status).toBe(200);
    expect(await turns).toBeGreaterThan(1000);
  });

  test('what the document does not say is not passed on, and what it says in other letters is less sure', async () => {
    const invented = {
      number: 'R.1',
      comprador: 'Fulano Inventado',
      valor: '999999.99',
      date: '2020-08-23',
      cpf: '935.411.347-80',
      imovel: 'Apartamento 32 do Edifício Modelo',
      proprietario: 'Carlos Modeio Nunes',
    };
    server.next(reading({ sections: [section(invented)] }));
    const { fields } = (await extract()).result[0].extractions[0].sections[0];
    const read = fields.filter(({ value }: Json) => value !== null);
    expect(byName(read)).toEqual({ number: 'R.1', proprietario: 'Carlos Modeio Nunes' });
    const score = (name: string) => fields.find((field: { name: string }) => field.name === name).score;
    expect(score('comprador')).toBeNull();
    expect(score('proprietario')).toBeLessThan(score('number'));
  });
});

describe('an endpoint that fails', () => {
  const outputs: string[] = [];
  const [log, error] = [process.stdout.write, process.stderr.write];
  const record = (chunk: unknown) => outputs.push(String(chunk)) > 0;
  const writeTo = (out: unknown, err: unknown) => {
    Object.assign(process.stdout, { write: out });
    Object.assign(process.stderr, { write: err });
  };
  beforeAll(() => writeTo(record, record));
  afterAll(() => writeTo(log, error));

  /** Wherever a failure shows, the key does not. */
  afterEach(async () => {
    expect(JSON.stringify(await requestsOf(app)) + outputs.join('')).not.toContain(KEY);
  });

  const failing = async (to?: typeof app) => {
    const { status, code, result, body, errors } = await extract(to);
    expect([status, code, result]).toEqual([500, 'E100', null]);
    expect(JSON.stringify(body)).not.toContain(KEY);
    return errors[0].description as string;
  };

  test.each<[string, number]>([
    ['refused the key (HTTP 401)', 401],
    ['answered HTTP 500', 500],
    ['answered HTTP 429', 429],
    ['answered HTTP 101', 101],
  ])('%s: it is E100 without a second attempt', async (words, code) => {
    server.next(status(code));
    expect(await failing()).toContain(words);
    expect(server.requests).toHaveLength(1);
  });

  test('an answer that does not follow the schema is requested once more, and the second may be right', async () => {
    server.next(reading({ sections: [{ name: 'record', fields: 'none' }] }), reading({ sections: [TRUE] }));
    expect((await extract()).result[0].extractions[0].sections).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['no JSON at all', body('<html>'), 'the answer is not JSON'],
    ['no choices', body('{"choices":[]}'), 'holds no content'],
    ['content that is no JSON', completion('Here is your reading:'), 'the content is not JSON'],
    [
      'another schema',
      reading({ sections: [{ name: 'a', fields: [{ name: 'b', value: 3 }], tables: [] }] }),
      'not of the schema at /sections/0',
    ],
    ['members that the schema does not have', reading({ sections: [], comment: 'x' }), 'not of the schema'],
    ['content cut off', cutOff, 'cut off'],
    [
      'tables whose rows have columns of their own',
      reading({ sections: [section({}, [WIDE]), section({}, [WIDE])] }),
      'more than 100000 cells',
    ],
    ['a refusal', completion('', { refusal: 'no' }), 'refused'],
  ])('%s twice is E100', async (_name, answer, words) => {
    server.next(answer, answer);
    expect(await failing()).toContain(words);
    expect(server.requests).toHaveLength(2);
  });

  test('one that does not answer, drops the connection, leads elsewhere or is not there is E100', async () => {
    const impatient = await openSandbox({ generative: { ...endpoint, input: 'text', timeoutMs: 500 } });
    server.next(noAnswer);
    expect(await failing(impatient)).toContain('took longer than 0.5 seconds');
    server.next(closedConnection);
    expect(await failing()).toContain('cannot be reached');
    server.next(redirect);
    expect(await failing()).toContain('answered HTTP 302');
  });

  test('an answer without end is not read to its end', async () => {
    server.next((response) => {
      response.writeHead(200);
      const more = () => void (response.destroyed || response.write('x'.repeat(1 << 20), more));
      more();
    });
    expect(await failing()).toMatch(/more than \d+ bytes/);
  });
});
