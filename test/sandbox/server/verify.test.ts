import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildApp } from '../../../sandbox/server/app.ts';
import { sample, sendForm, sendJson, type Json } from './client.ts';
import { openSandbox } from './surroundings.ts';

const INVOICE = '/process-invoice/extraction';
const CONTENT = '/process-image/content-extraction';
const VIO = '/process-image/vio-extraction';
const ENRICHMENT = '/big-data/enrichment/async';
const app = await openSandbox();

beforeEach(() => sendJson(app, '/_sandbox/reset', {}));

const verify = async (question: object, to = app): Promise<{ status: number; body: Json }> =>
  sendJson(to, '/_sandbox/verify', question);
const vio = (qrCodeField = 'x', headers = {}) => sendJson(app, VIO, { qrCodeField }, headers);
const digest = (file: Buffer) => createHash('sha256').update(file).digest('hex');

describe('the number of requests', () => {
  test.each<[object | undefined, number[]]>([
    [undefined, [1, 2, 3, 4]],
    [{ exactly: 3 }, [3]],
    [{ exactly: 0 }, [0]],
    [{ atLeast: 2 }, [2, 3, 4]],
    [{ atMost: 2 }, [0, 1, 2]],
    [{ atLeast: 1, atMost: 3 }, [1, 2, 3]],
  ])('%j', async (times, right) => {
    for (let sent = 0; sent <= 4; sent++) {
      const { status, body } = await verify({ path: VIO, ...(times && { times }) });
      expect([sent, status, body.matched]).toEqual([sent, right.includes(sent) ? 200 : 406, sent]);
      await vio();
    }
  });

  test('of all requests, where no path is given', async () => {
    await vio();
    await sendJson(app, '/nowhere', {});
    expect((await verify({ times: { exactly: 2 } })).body).toEqual({ matched: 2 });
  });

  test('that is too high names those that came', async () => {
    await vio('first');
    await vio('second');
    const { status, body } = await verify({ path: VIO, times: { atMost: 1 } });
    expect([status, body]).toEqual([
      406,
      {
        matched: 2,
        message: 'Requests that match: 2, expected: at most 1',
        requests: [
          { requestId: expect.any(String), at: expect.any(String), path: VIO, code: 'S100', sent: ['qrCodeField'] },
          expect.objectContaining({ path: VIO }),
        ],
        nearMisses: [],
      },
    ]);
  });
});

test('tells billed requests: those that an operation has answered with success, summaries and sign-ins apart', async () => {
  const period = { startDate: '2025-01-01 00:00:00.000Z', endDate: '2025-01-02 00:00:00.000Z' };
  await vio();
  await vio('x', { 'x-sandbox-fault': 'status=503' });
  await vio('x', { 'x-sandbox-fault': 'failing-envelope' });
  await sendJson(app, VIO, {});
  await sendJson(app, '/billing/daily-summary', period);
  await sendJson(app, '/user/authenticate', { username: 'sandbox', password: 'sandbox' });
  expect(await verify({ billed: true, times: { exactly: 1 } })).toMatchObject({ status: 200 });
  expect((await verify({ billed: false, path: VIO, times: { exactly: 3 } })).body).toEqual({ matched: 3 });
  const { body } = await verify({ billed: true, times: { exactly: 2 } });
  expect(body.nearMisses[0].differences).toEqual([{ member: 'billed', expected: true, actual: false }]);
});

describe('a request is told by', () => {
  let contract: Buffer;
  beforeAll(async () => void (contract = await sample('contract.pdf')));

  test('its file: name, hash and size, in a form and in base64', async () => {
    await sendForm(app, INVOICE, [['file', contract]]);
    await sendJson(app, '/process-image/payment-card-extraction', { fileBase64: contract.toString('base64') });
    const file = { sha256: digest(contract), size: contract.length };
    expect((await verify({ file, times: { exactly: 2 } })).body).toEqual({ matched: 2 });
    expect((await verify({ file: { ...file, name: 'document.bin' }, path: INVOICE })).body).toEqual({ matched: 1 });
    const { status, body } = await verify({ path: INVOICE, file: { name: 'document.bin', size: 1 } });
    expect([status, body.nearMisses[0].differences]).toEqual([
      406,
      [{ member: 'file.size', expected: 1, actual: contract.length }],
    ]);
  });

  test('the name of the file in its address', async () => {
    await sendJson(app, VIO, { fileUrl: 'http://127.0.0.1:9/folder/a.pdf?signature=1' });
    expect((await verify({ file: { name: 'a.pdf' } })).body).toEqual({ matched: 1 });
  });

  test('its tags, all that are asked for and perhaps more, in a form and in JSON', async () => {
    await sendForm(app, CONTENT, [
      ['file', contract],
      ['tags', 'country=bra'],
      ['tags', 'type=a'],
    ]);
    await sendJson(app, CONTENT, { fileUrl: 'x', tags: ['country=bra'], webhook: { url: 'http://127.0.0.1:9/' } });
    expect((await verify({ tags: ['country=bra'] })).body).toEqual({ matched: 2 });
    expect((await verify({ tags: ['type=a', 'country=bra'] })).body).toEqual({ matched: 1 });
    const { body } = await verify({ tags: ['country=usa'] });
    expect(body.nearMisses[0].differences).toEqual([
      { member: 'fields.tags', expected: ['country=usa'], actual: ['country=bra'] },
    ]);
  });

  test('its fields, in a form and in JSON alike, of an object those that are asked for', async () => {
    await sendForm(app, CONTENT, [
      ['file', contract],
      ['returnCrops', 'true'],
    ]);
    const webhook = { url: 'http://127.0.0.1:9/hook', authorization: { headers: [{ name: 'x-ticket', value: 'S' }] } };
    await sendJson(app, CONTENT, { fileUrl: 'x', returnCrops: true, webhook });
    expect((await verify({ fields: { returnCrops: true } })).body).toEqual({ matched: 2 });
    expect((await verify({ fields: { returnCrops: 'true' } })).body).toEqual({ matched: 2 });
    expect((await verify({ fields: { webhook: { url: webhook.url } } })).body).toEqual({ matched: 1 });
    const { body } = await verify({ path: CONTENT, fields: { returnCrops: true, webhook: { url: 'http://other/' } } });
    expect(body.nearMisses.map(({ differences }: Json) => differences)).toEqual([
      [{ member: 'fields.webhook.url', expected: 'http://other/', actual: webhook.url }],
      [{ member: 'fields.webhook', expected: { url: '•••' }, actual: null }],
    ]);
  });

  test('how it is sent, which selects the operation on some paths', async () => {
    await vio();
    await sendForm(app, VIO, [['qrCodeField', 'x']]);
    expect((await verify({ path: VIO, contentType: 'application/json' })).body).toEqual({ matched: 1 });
    expect((await verify({ path: VIO, contentType: 'multipart/form-data' })).body).toEqual({ matched: 1 });
  });
});

test('near misses come nearest first, three at most, each with what differs', async () => {
  await sendForm(app, VIO, [['qrCodeField', 'other']]);
  for (const name of ['a', 'b', 'c', 'd']) await vio(name);
  await sendForm(app, VIO, [['qrCodeField', 'other']]);
  const question = { path: VIO, contentType: 'application/json', fields: { qrCodeField: 'wanted', more: 1 } };
  const { body } = await verify(question);
  expect(body).toMatchObject({ matched: 0, message: 'Requests that match: 0, expected: at least 1' });
  expect(body.nearMisses).toHaveLength(3);
  expect(body.nearMisses[0]).toEqual({
    ...{ requestId: expect.any(String), at: expect.any(String), path: VIO, code: 'S100', sent: ['qrCodeField'] },
    differences: [
      { member: 'fields.qrCodeField', expected: 'wanted', actual: 'd' },
      { member: 'fields.more', expected: '•••', actual: null },
    ],
  });
});

test('what the request log hides can be asked for, and is shown neither of the request nor of the question', async () => {
  const webhook = { url: 'http://127.0.0.1:9/?signature=SECRET1' };
  const ask = (cpf: string, url: string) =>
    verify({ path: ENRICHMENT, fields: { parameters: { cpf }, webhook: { url } } });
  await sendJson(app, ENRICHMENT, { query: 'pf', parameters: { cpf: 'SECRET2' }, webhook });
  await sendForm(app, CONTENT, [['filePassword', 'SECRET3']]);
  expect((await ask('SECRET2', webhook.url)).body).toEqual({ matched: 1 });
  expect((await verify({ fields: { filePassword: 'SECRET3' } })).body).toEqual({ matched: 1 });
  const wrong = [
    await ask('SECRET4', 'http://127.0.0.1:9/?signature=SECRET5'),
    await verify({ path: CONTENT, fields: { filePassword: 'SECRET6' } }),
    await verify({ path: CONTENT, fields: { parameters: { cpf: 'SECRET6' } } }),
    await verify({ times: { exactly: 0 } }),
  ];
  expect(wrong.map(({ status }) => status)).toEqual([406, 406, 406, 406]);
  expect(wrong[0]?.body.nearMisses[0].differences).toEqual([
    { member: 'fields.parameters.cpf', expected: '•••', actual: '•••' },
    { member: 'fields.webhook.url', expected: expect.any(String), actual: expect.any(String) },
  ]);
  expect(JSON.stringify(wrong)).not.toContain('SECRET');
});

describe('a question that makes no sense is refused', () => {
  test.each<[object, RegExp]>([
    [{ pathh: VIO }, /pathh is not known/],
    [{ file: { nme: 'a' } }, /file\.nme is not known/],
    [{ times: { exact: 1 } }, /times\.exact is not known/],
    [{ times: { exactly: -1 } }, /times\.exactly must be >= 0/],
    [{ times: { exactly: 1, atMost: 2 } }, /times: exactly stands alone/],
    [{ times: { atLeast: 3, atMost: 2 } }, /times: no number is at least 3 and at most 2/],
    [{ tags: 'a=b' }, /tags must be array/],
    [{ path: '/proces-invoice' }, /"\/proces-invoice".*\/process-invoice\/extraction/],
    [[], /body must be object/],
  ])('%j', async (question, message) => {
    const { status, body } = await verify(question);
    expect([status, body.status]).toEqual([
      400,
      { code: 'R101', message: expect.stringMatching(message), errors: expect.anything() },
    ]);
  });
});

test('long lists are compared, each of many objects looked for among many, and others get their turn meanwhile', async () => {
  const each = (objectOf: (at: number) => object) => Array.from({ length: 700 }, (_, at) => objectOf(at));
  const objects = each((at) => ({ id: at, more: true }));
  const texts = [...Array<string>(8000).fill('a'), 'z'];
  const webhook = { url: 'http://127.0.0.1:2/' };
  for (let sent = 0; sent < 20; sent++)
    await sendJson(app, ENRICHMENT, { query: 'pf', parameters: { texts }, webhook });
  await sendJson(app, ENRICHMENT, { query: 'pf', parameters: { objects }, webhook });
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  const turnsWhile = async (parameters: object, answer: object) => {
    const before = turns;
    expect(await verify({ path: ENRICHMENT, fields: { parameters } })).toMatchObject(answer);
    return turns - before;
  };
  const found = (matched: number) => ({ status: 200, body: { matched } });
  expect(await turnsWhile({ texts: Array<string>(150_000).fill('z') }, found(20))).toBeGreaterThan(10);
  expect(await turnsWhile({ objects: each((at) => ({ id: 699 - at })) }, found(1))).toBeGreaterThan(20);
  expect(await turnsWhile({ objects: [...each((id) => ({ id })), { id: 700 }] }, { status: 406 })).toBeGreaterThan(20);
  clearInterval(other);
});

test('what the log no longer has is not counted as never sent', async () => {
  const short = await buildApp({ workers: 1, requestLogLength: 2 });
  for (let sent = 0; sent < 3; sent++) await sendJson(short, VIO, { qrCodeField: 'x' });
  const { status, body } = await verify({ path: VIO, times: { exactly: 2 } }, short);
  expect([status, body.status.code, body.status.message]).toEqual([
    409,
    '409',
    expect.stringMatching(/^The request log no longer has all requests.*missing: 1.*reset/),
  ]);
  expect((await verify({ path: VIO, times: { atLeast: 2 } }, short)).body).toEqual({ matched: 2 });
  await sendJson(short, '/_sandbox/reset', {});
  expect(await verify({ path: VIO, times: { exactly: 0 } }, short)).toMatchObject({ status: 200 });
  await short.close();
});

test('the OpenAPI document has it, with its answers', async () => {
  const { paths } = (await app.inject('/openapi.json')).json<Json>();
  const { post } = paths['/_sandbox/verify'];
  expect(Object.keys(post.requestBody.content['application/json'].schema.properties)).toEqual([
    ...['path', 'contentType', 'billed', 'file', 'tags', 'fields', 'times'],
  ]);
  expect(Object.keys(post.responses)).toEqual(['200', '400', '406', '409']);
});
