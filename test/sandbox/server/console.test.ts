import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { get as requestHttp, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { pageWith } from '../../../sandbox/accuracy/drawing/pdfPage.ts';
import { printLayers } from '../../../sandbox/accuracy/layers/pages.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { turnsDuring } from '../turnsDuring.ts';
import {
  ADDRESSES,
  AUTHORIZED,
  CARD,
  CONTENT,
  ENRICHMENT,
  INVOICE,
  enrich,
  inspect,
  postJson,
  requestsOf,
  sample,
  sampleInBase64,
  sendForm,
  sendJson,
  type Json,
} from './client.ts';
import { startReceiver } from './receiver.ts';
import { listen, openSandbox, until } from './surroundings.ts';

const app = await openSandbox({ kept: { documents: 2, documentBytes: 2 ** 24 } });

const read = (path: string) => inspect(app, `console/${path}`);
const detailsOf = ({ requestId }: { requestId: string }) => read(`requests/${requestId}`);
const encrypted = await sample('encrypted.pdf');
const contract = await sample('contract.pdf');
const filePassword = Buffer.from('sandbox').toString('base64');
const ONCE_IN_A_FORM = '%PDF-1.7 of which a form has told the name';

describe('the page', () => {
  test('is served with its files, from the sandbox alone', async () => {
    const page = await app.inject('/_sandbox');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).not.toMatch(/https?:\/\//);
    const folder = join(import.meta.dirname, '../../../sandbox/server/console/page');
    const asked = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = '']) => url);
    for (const name of await readdir(folder)) {
      const { body } = await app.inject(`/_sandbox/page/${name}`);
      expect(body).toBe(await readFile(join(folder, name), 'utf8'));
      asked.push(...[...body.matchAll(/ from '\.(\/[^']+)'/g)].map(([, url]) => `/_sandbox/page${url}`));
    }
    for (const url of new Set(asked)) expect((await app.inject(url)).statusCode).toBe(200);
  });

  test.each(['/_sandbox/page/..%2F..%2Fserver.ts', '/_sandbox/page/../server.ts', '/_sandbox/page/none.js'])(
    'serves nothing else: %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );
});

describe('the list of requests', () => {
  let other: FastifyInstance;
  const list = (query = '') => inspect(other, `console/requests${query}`);
  beforeAll(async () => {
    const { app: listening, url } = await listen({ requestLogLength: 250 });
    other = listening;
    for (let at = 0; at < 260; at++) await sendJson(other, ADDRESSES, { contents: [] });
    // The outcome of a request that is injected is not known: it has no connection.
    await postJson(url + ENRICHMENT, { query: 'pf' });
    await until(async () => (await list('?limit=1')).requests[0].httpStatus !== null);
  });

  test('has as many as are asked for, the newest first, each once', async () => {
    const first = await list('?limit=100');
    expect(first).toMatchObject({ hasMore: true, total: 250 });
    expect(first.requests[0]).toMatchObject({
      operation: 'Enrichment async (JSON)',
      httpStatus: 400,
      code: 'R101',
      sent: ['query pf'],
    });
    const all = await list('?limit=100000');
    expect([all.hasMore, all.requests.slice(0, 100)]).toEqual([false, first.requests]);
    expect(new Set(all.requests.map(({ requestId }: Json) => requestId)).size).toBe(250);
  });

  test('finds a request by its ID, a part of it, its operation, status or code', async () => {
    const [{ requestId }] = (await list('?limit=1')).requests;
    for (const wanted of [requestId, requestId.slice(0, 13).toUpperCase(), 'enrichment', '400', 'r101'])
      expect((await list(`?search=${wanted}`)).requests).toMatchObject([{ requestId }]);
    expect(await list('?search=nothing-like-it')).toEqual({ requests: [], hasMore: false, total: 250 });
  });

  test('finds a request by the ID of the process that it started, or a part of it', async () => {
    const { requestId, result } = await enrich(app, { url: 'http://127.0.0.1:2/' }, 'never');
    for (const wanted of [result.processId, result.processId.slice(0, 13).toUpperCase()])
      expect((await read(`requests?search=${wanted}`)).requests).toMatchObject([{ requestId }]);
  });

  test('calls only what may be an operation by its name', async () => {
    await app.inject({ url: CONTENT, headers: AUTHORIZED });
    const [{ operation }] = (await read('requests?limit=1')).requests;
    expect(operation).toBe(`GET ${CONTENT}`);
  });
});

describe('a request', () => {
  test('has what was sent, what was answered, and its parts with fields and tables', async () => {
    const { body, ...sent } = await sendForm(app, INVOICE, { file: await sample('service-invoice.pdf') });
    const { request, answer, parts, hasDocument } = await detailsOf(sent);
    expect(request.parts).toMatchObject([{ name: 'file', filename: 'document.bin' }]);
    expect(JSON.parse(answer)).toEqual(body);
    const iocr = parts.find(({ title }: Json) => title === 'iocr');
    const { fields, tables } = sent.result[0].extractions.at(-1);
    expect(iocr.fields).toEqual(fields.map(({ name, value, score }: Json) => ({ name, value, score, page: null })));
    expect(iocr.tables[0].columns).toEqual(tables[0].headers.map(({ name }: Json) => name));
    expect(hasDocument).toBe(true);
  });

  test('of addresses has their components with both values', async () => {
    const { parts } = await detailsOf(await sendJson(app, ADDRESSES, { contents: [{ text: 'Av. Paulista, 1.578' }] }));
    const number = { name: 'numero', value: '1.578', stdValue: '1578' };
    expect(parts[0].fields).toContainEqual(expect.objectContaining(number));
  });

  test('as JSON is told from others by its file or its query, and found by it', async () => {
    const webhook = { url: 'http://127.0.0.1:2/' };
    const headers = { 'x-sandbox-callback': 'never' };
    await sendForm(app, CONTENT, { file: Buffer.from(ONCE_IN_A_FORM) });
    const fileUrl = 'http://127.0.0.1:2/mine/conta%20de%20luz.pdf?signature=TOPSECRET';
    for (const one of [
      { fileBase64: encrypted.toString('base64') },
      { fileBase64: Buffer.alloc(1500).toString('base64') },
      { fileUrl, tags: [] },
      { fileUrl: 'http://127.0.0.1:2/%E0%' },
      { fileUrl: 7 },
      { fileBase64: Buffer.from(ONCE_IN_A_FORM).toString('base64') },
    ])
      await sendJson(app, CONTENT, { ...one, webhook }, headers);
    await enrich(app, webhook, 'never', { query: 'pj' });
    const { requests } = await read('requests?limit=7');
    expect(requests.map(({ sent }: Json) => sent).toReversed()).toEqual([
      ['encrypted.pdf'],
      ['file of 1.5 kB'],
      ['conta de luz.pdf', 'tags'],
      ['%E0%'],
      ['fileUrl'],
      ['document.bin'],
      ['query pj', 'parameters'],
    ]);
    expect((await read('requests?search=conta%20de')).requests).toMatchObject([{ sent: ['conta de luz.pdf', 'tags'] }]);
  });

  test('that a restart has forgotten still has its callback and result, if it was asynchronous', async () => {
    const dataFolder = emptyFolder();
    const { receiver, url } = await startReceiver();
    const first = await openSandbox({ dataFolder });
    const { requestId, result } = await enrich(first, { url });
    await receiver.waitFor(1);
    await first.close();
    const kept = await inspect(await openSandbox({ dataFolder }), `console/requests/${requestId}`);
    const process = { id: result.processId, requestId };
    expect(kept).toMatchObject({ request: null, summary: null, answer: null, hasDocument: false, process });
    expect(JSON.parse(kept.process.result)).toMatchObject({ ...result, query: 'pf' });
  });

  test('whose result is too large to be shown says so', async () => {
    const { receiver, url } = await startReceiver();
    const { requestId } = await enrich(app, { url });
    await receiver.waitFor(1);
    const state = await inspect(app, 'state?secrets=include');
    const { payload } = state.processes.find((process: Json) => process.requestId === requestId);
    payload.text = JSON.stringify({ ...JSON.parse(payload.text), long: 'x'.repeat(2 ** 25) });
    const other = await openSandbox();
    expect((await sendForm(other, '/_sandbox/state', { file: Buffer.from(JSON.stringify(state)) })).status).toBe(200);
    const { process } = await inspect(other, `console/requests/${requestId}`);
    expect(process).toMatchObject({ result: null, parts: [], hiddenBytes: Buffer.byteLength(payload.text) });
  });

  test('that was broken on purpose says how', async () => {
    const sent = await sendJson(app, ADDRESSES, { contents: [] }, { 'x-sandbox-fault': 'status=503' });
    expect(await detailsOf(sent)).toMatchObject({ summary: { fault: 'status=503', code: '503' } });
  });

  test('that is not kept is 404, in a sentence', async () => {
    const message = 'The request none is not among the last that are kept';
    expect((await read('requests/none')).status).toMatchObject({ code: '404', message });
  });
});

/** The page's own function, which knows from the browser where the sandbox is. */
async function copiedCommand(origin: string): Promise<(request: Json) => string> {
  Object.assign(globalThis, { location: { origin } });
  const module: string = '../../../sandbox/server/console/page/curl.js';
  return ((await import(module)) as { asCurl: (request: Json) => string }).asCurl;
}

test.each([
  ['bash', {}],
  ['sh', { SANDBOX_TOKEN: 'sandbox-token' }],
])(
  'the command that is copied sends a request again with %s, and does nothing else, whatever is in it',
  async (...by) => {
    const [shell, token] = by;
    const cwd = emptyFolder();
    const named = 'Silva, "Ana"; 2\t\u007f.pdf';
    const inFolder = ['-', 'YOUR-FILE', named, 'passwd'];
    for (const name of inFolder) await writeFile(join(cwd, name), contract);
    const { app: other, url } = await listen();
    const asCurl = await copiedCommand(url);
    const odd = [
      "'",
      '$(touch hacked)',
      'a;type=b/c',
      '@passwd',
      '<passwd',
      '=a',
      'a=@passwd',
      'a"b=\\',
      "\u0085\\'$(touch hacked)",
      '`id`\n',
      'x,y',
      "it's `a` $tag\r\u0085\u001b[2J\u0003\\ two\nlines\u007f",
    ];
    await sendJson(other, CARD, { fileBase64: await sampleInBase64('identity.pdf'), tags: odd });
    const [logged] = await requestsOf(other);
    const texts = odd.map((name, at) => ({ name, filename: null, value: odd.at(at - 1) }));
    const type = 'text/plain;headers=@/etc/passwd';
    const files = ['/etc/passwd', '-', named].flatMap((filename) =>
      ['f', 'f=@g'].map((name) => ({ name, filename, contentType: type, size: 1, sha256: '' })),
    );
    const sent = { query: '', headers: { authorization: 'Bearer' }, json: null, parts: null };
    const paths = ["/[1-3]/{a,b}/'$(id)", '/a/../%2e/b', '/a#b'];
    const { SANDBOX_TOKEN: _unset, ...inherited } = process.env;
    for (const request of [
      logged,
      { ...sent, method: 'POST', path: CONTENT, parts: [...texts.slice(0, -1), ...files] },
      ...paths.map((path) => ({ ...sent, method: 'DELETE', path, query: "q=[1]&name=o'hara" })),
      { ...sent, method: 'HEAD', path: '/of-the-account' },
      { ...sent, method: 'POST', path: CARD, query: 'q=1#2', json: { tags: ['\u0001', 'file'] } },
    ]) {
      const command = asCurl(request);
      // They are for the shell, not for the terminal.
      expect(command).not.toMatch(/[^\P{Cc}\n]/u);
      const env = { ...inherited, ...token };
      await promisify(execFile)(shell, ['-c', command], { cwd, env, timeout: 20_000 });
    }
    expect((await readdir(cwd)).sort()).toEqual(inFolder.toSorted());
    const sha256 = createHash('sha256').update(contract).digest('hex');
    const [, again, form, ...others] = await requestsOf(other);
    expect(again).toMatchObject({ json: { fileBase64: { sha256 }, tags: odd }, code: '200' });
    const asSent = (text = '') => text.replace('\n', '%0A');
    expect(form.parts).toMatchObject([
      ...texts.slice(0, -1).map(({ name, value }) => ({ name: asSent(name), filename: null, value })),
      ...files.map(({ name }) => ({ name, sha256 })),
    ]);
    expect(form.parts.slice(-6).map(({ filename }: Json) => filename)).toEqual(
      ['passwd', '-', expect.stringMatching(/^Silva, .*Ana.*; 2/)].flatMap((name) => [name, name]),
    );
    expect(others.map(({ path }: Json) => path)).toEqual([...paths, '/of-the-account', CARD]);
    expect(others[0].query).toBe("q=[1]&name=o'hara");
    expect(others.at(-1)).toMatchObject({ query: 'q=1#2', json: { tags: ['\u0001', 'file'] } });
  },
);

describe('the pages of a document', () => {
  const pagesOf = async ({ requestId }: { requestId: string }): Promise<Json[]> =>
    (await read(`requests/${requestId}/pages`)).pages;
  const markOf = (pages: Json[], name: string) =>
    pages.flatMap(({ marks }) => marks).find((mark) => mark.name === name);

  test('come as pictures, with the place of each value that is printed', async () => {
    const sent = await sendForm(app, CONTENT, { file: encrypted, filePassword });
    const pages = await pagesOf(sent);
    expect(pages).toHaveLength(1);
    for (const { name, value, score } of sent.result[0].fields) {
      const { boxes, ...mark } = markOf(pages, name);
      expect(mark).toMatchObject({ value, score });
      for (const { left, top, width, height } of boxes)
        expect(Math.min(left, top, width - 0.005, height - 0.005, 1 - left - width, 1 - top - height)).toBeGreaterThan(
          0,
        );
    }
    // From the top: whose it is, how much, when.
    const tops = ['beneficiario', 'valor', 'data'].map((name) => markOf(pages, name).boxes[0].top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    const pictureOf = (page: number) => app.inject(`/_sandbox/console/requests/${sent.requestId}/pages/${page}`);
    const { headers, rawPayload } = await pictureOf(1);
    expect([headers['content-type'], rawPayload.readUInt16BE()]).toEqual(['image/jpeg', 0xffd8]);
    expect((await pictureOf(2)).statusCode).toBe(404);
  });

  test('mark a value that is printed twice where each field has it, also by a word of its label', async () => {
    const pages = await pagesOf(await sendForm(app, CONTENT, { file: await sample('service-invoice.pdf') }));
    const lineOf = (name: string) => markOf(pages, name).boxes[0].top.toFixed(2);
    for (const party of ['', '_prestador']) {
      expect(markOf(pages, `endereco_uf${party}`).value).toBe('SP');
      // The city is beside its state.
      expect(lineOf(`endereco_uf${party}`)).toBe(lineOf(`municipio${party}`));
    }
    expect(lineOf('municipio')).not.toBe(lineOf('municipio_prestador'));
  });

  test('keep nobody waiting, however often they say the same', async () => {
    const values = Array.from({ length: 300 }, (_, at) => [at % 4, Math.floor(at / 4)]);
    const prints = values.map(
      ([x = 0, y = 0]) => `BT /F1 6 Tf ${20 + x * 140} ${820 - y * 10} Td (Valor: 10,00) Tj ET`,
    );
    const sent = await sendForm(app, CONTENT, { file: pageWith(prints.join(' ')) });
    expect(sent.result[0].fields).toHaveLength(300);
    await pagesOf(sent);
    expect(await turnsDuring(pagesOf(sent))).toBeGreaterThan(300);
  });

  test('of an asynchronous request have the places of what was called back', async () => {
    const { receiver, url } = await startReceiver();
    const fileBase64 = encrypted.toString('base64');
    const sent = await sendJson(app, CONTENT, { fileBase64, filePassword, webhook: { url } });
    await receiver.waitFor(1);
    expect(markOf(await pagesOf(sent), 'valor')).toMatchObject({ value: '87.65' });
    expect((await detailsOf(sent)).process).toMatchObject({ id: sent.result.processId });
  });

  test('say of which something was not read, and why', async () => {
    const notice = printLayers('a layer that is off', 'console').pdf.toString('latin1');
    const file = Buffer.from(notice.replace('/Catalog', '/Catalog /Collection << /Type /Collection >>'), 'latin1');
    const sent = await sendForm(app, CONTENT, { file });
    expect(sent.result[0].tags).toContain('reading=partial');
    expect(await pagesOf(sent)).toMatchObject([
      { missing: 'it is the cover of a portfolio, whose files were not read' },
    ]);
  });

  test('that cannot be read fail with the reason', async () => {
    const { requestId } = await sendForm(app, CONTENT, { file: encrypted });
    const { status } = await read(`requests/${requestId}/pages`);
    expect(status).toMatchObject({ code: 'R101', message: expect.stringContaining('needs filePassword') });
  });

  test('are kept of the last documents only, and their files are removed with the others', async () => {
    const send = () => sendForm(app, CONTENT, { file: contract });
    const kept = await Promise.all([await send(), await send(), await send()].map(detailsOf));
    expect(kept.map(({ hasDocument }) => hasDocument)).toEqual([false, true, true]);
  });
});

describe('the stream of events', () => {
  let live: FastifyInstance;
  let base: string;
  let stream: IncomingMessage;
  const told: Record<string, string[]>[] = [];

  beforeAll(async () => {
    ({ app: live, url: base } = await listen());
    stream = await new Promise((resolve) => requestHttp(`${base}/_sandbox/console/events`, resolve));
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, changes] = /^event: changes\ndata: (.*)$/.exec(block) ?? [];
        if (changes) told.push(JSON.parse(changes));
      }
    });
  });

  const isTold = (kind: string, id = '') => told.some((changes) => changes[kind]?.includes(id));
  test('is not readable for pages of other sites', () => {
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('tells which requests and processes have changed', async () => {
    const { url } = await startReceiver();
    const { requestId, result } = await enrich(live, { url });
    await until(() => isTold('requests', requestId) && isTold('processes', result.processId));
  });

  test('tells that something is armed or counted, and that all has changed', async () => {
    await sendJson(live, '/_sandbox/faults', { fault: 'status=500' });
    await sendJson(live, '/_sandbox/usage', [{ date: '2025-01-31T10:00:00Z', serviceName: 'x' }]);
    await sendJson(live, '/_sandbox/reset', {});
    await until(() => ['faults', 'usage', 'everything'].every((kind) => isTold(kind)));
  });
});
