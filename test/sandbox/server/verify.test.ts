import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  CARD,
  CONTENT,
  ENRICHMENT,
  INVOICE,
  SIGN_IN,
  SUMMARY,
  VIO,
  sample,
  sendForm,
  sendJson,
  type Json,
} from './client.ts';
import { openSandbox } from './surroundings.ts';

const app = await openSandbox();
const contract = await sample('contract.pdf');

beforeEach(() => sendJson(app, '/_sandbox/reset', {}));

const verify = (question: object, to = app) => sendJson(to, '/_sandbox/verify', question);
const matchedBy = async (question: object): Promise<number> => (await verify(question)).body.matched;
const differencesFrom = async (question: object): Promise<Json[]> =>
  (await verify(question)).body.nearMisses.map(({ differences }: Json) => differences);
const vio = (qrCodeField = 'x', headers = {}) => sendJson(app, VIO, { qrCodeField }, headers);

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

  test('that is too high names those that came', async () => {
    await vio('first');
    await vio('second');
    const { body } = await verify({ path: VIO, times: { atMost: 1 } });
    const one = {
      requestId: expect.any(String),
      at: expect.any(String),
      path: VIO,
      code: 'S100',
      sent: ['qrCodeField'],
    };
    expect(body).toEqual({
      ...{ matched: 2, message: 'Requests that match: 2, expected: at most 1' },
      ...{ requests: [one, one], nearMisses: [] },
    });
  });
});

test('tells billed requests: those that an operation has answered with success, summaries and sign-ins apart', async () => {
  await vio();
  await vio('x', { 'x-sandbox-fault': 'status=503' });
  await vio('x', { 'x-sandbox-fault': 'failing-envelope' });
  await sendJson(app, VIO, {});
  await sendJson(app, SUMMARY, { startDate: '2025-01-01 00:00:00.000Z', endDate: '2025-01-02 00:00:00.000Z' });
  await sendJson(app, SIGN_IN, { username: 'sandbox', password: 'sandbox' });
  expect(await matchedBy({ billed: true, times: { exactly: 1 } })).toBe(1);
  expect(await matchedBy({ billed: false, path: VIO })).toBe(3);
  const [differences] = await differencesFrom({ billed: true, times: { exactly: 2 } });
  expect(differences).toEqual([{ member: 'billed', expected: true, actual: false }]);
});

describe('a request is told by', () => {
  test('its file: name, hash and size, in a form, in base64 and in its address', async () => {
    await sendForm(app, INVOICE, { file: contract });
    await sendJson(app, CARD, { fileBase64: contract.toString('base64') });
    await sendJson(app, VIO, { fileUrl: 'http://127.0.0.1:9/folder/a.pdf?signature=1' });
    const file = { sha256: createHash('sha256').update(contract).digest('hex'), size: contract.length };
    expect(await matchedBy({ file })).toBe(2);
    expect(await matchedBy({ file: { ...file, name: 'document.bin' } })).toBe(1);
    expect(await matchedBy({ file: { name: 'a.pdf' } })).toBe(1);
    expect(await differencesFrom({ path: INVOICE, file: { name: 'document.bin', size: 1 } })).toEqual([
      [{ member: 'file.size', expected: 1, actual: contract.length }],
      expect.anything(),
      expect.anything(),
    ]);
  });

  test('its tags and fields, in a form and in JSON alike: all that are asked for and perhaps more', async () => {
    await sendForm(app, CONTENT, { file: contract, tags: ['country=bra', 'type=a'], returnCrops: 'true' });
    const webhook = { url: 'http://127.0.0.1:9/hook', authorization: { headers: [{ name: 'x-ticket', value: 'S' }] } };
    await sendJson(app, CONTENT, { fileUrl: 'x', tags: ['country=bra'], returnCrops: true, webhook });
    const [tags, returnCrops] = [['country=bra'], true];
    expect(await matchedBy({ tags, fields: { returnCrops } })).toBe(2);
    expect(await matchedBy({ tags: ['type=a', ...tags], fields: { returnCrops: 'true' } })).toBe(1);
    expect(await matchedBy({ fields: { webhook: { url: webhook.url } } })).toBe(1);
    expect(await differencesFrom({ tags: ['country=usa'], fields: { webhook: { url: 'http://other/' } } })).toEqual([
      [
        { member: 'fields.webhook.url', expected: 'http://other/', actual: webhook.url },
        { member: 'fields.tags', expected: ['country=usa'], actual: tags },
      ],
      [
        { member: 'fields.webhook', expected: { url: '•••' }, actual: null },
        { member: 'fields.tags', expected: ['country=usa'], actual: ['country=bra', 'type=a'] },
      ],
    ]);
  });
});

test('near misses come nearest first, three at most, each with what differs', async () => {
  await sendForm(app, VIO, { qrCodeField: 'other' });
  for (const name of ['a', 'b', 'c', 'd']) await vio(name);
  await sendForm(app, VIO, { qrCodeField: 'other' });
  const question = { path: VIO, contentType: 'application/json', fields: { qrCodeField: 'wanted', more: 1 } };
  const { body } = await verify(question);
  const differences = [
    { member: 'fields.qrCodeField', expected: 'wanted', actual: 'd' },
    { member: 'fields.more', expected: '•••', actual: null },
  ];
  expect(body).toMatchObject({
    ...{ matched: 0, message: 'Requests that match: 0, expected: at least 1' },
    nearMisses: [{ path: VIO, code: 'S100', sent: ['qrCodeField'], differences }, {}, {}],
  });
});

test('what the request log hides can be asked for, and is shown neither of the request nor of the question', async () => {
  const webhook = { url: 'http://127.0.0.1:9/?signature=SECRET1' };
  await sendJson(app, ENRICHMENT, { query: 'pf', parameters: { cpf: 'SECRET2' }, webhook });
  await sendForm(app, CONTENT, { filePassword: 'SECRET3' });
  const asked = (cpf: string, url: string) => ({ path: ENRICHMENT, fields: { parameters: { cpf }, webhook: { url } } });
  expect(await matchedBy(asked('SECRET2', webhook.url))).toBe(1);
  expect(await matchedBy({ fields: { filePassword: 'SECRET3' } })).toBe(1);
  const wrong = [
    await differencesFrom(asked('SECRET4', 'http://127.0.0.1:9/?signature=SECRET5')),
    await differencesFrom({ path: CONTENT, fields: { filePassword: 'SECRET6' } }),
    await differencesFrom({ path: CONTENT, fields: { parameters: { cpf: 'SECRET6' } } }),
    (await verify({ times: { exactly: 0 } })).body,
  ];
  expect(wrong[0][0]).toEqual([
    { member: 'fields.parameters.cpf', expected: '•••', actual: '•••' },
    { member: 'fields.webhook.url', expected: expect.any(String), actual: expect.any(String) },
  ]);
  expect(JSON.stringify(wrong)).not.toContain('SECRET');
});

test('long lists are compared, each of many objects looked for among many, and others get their turn meanwhile', async () => {
  const each = <T>(of: (at: number) => T) => Array.from({ length: 700 }, (_, at) => of(at));
  const texts = [...Array<string>(8000).fill('a'), 'z'];
  const sent = (parameters: object) =>
    sendJson(app, ENRICHMENT, { query: 'pf', parameters, webhook: { url: 'http://127.0.0.1:2/' } });
  for (let time = 0; time < 20; time++) await sent({ texts });
  await sent({ objects: each((id) => ({ id, more: true })) });
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  for (const [parameters, matched, least] of [
    [{ texts: Array<string>(150_000).fill('z') }, 20, 10],
    [{ objects: each((at) => ({ id: 699 - at })) }, 1, 20],
    [{ objects: [...each((id) => ({ id })), { id: 700 }] }, 0, 20],
  ] as const) {
    turns = 0;
    expect(await matchedBy({ fields: { parameters } })).toBe(matched);
    expect(turns).toBeGreaterThan(least);
  }
  clearInterval(other);
});

test('what the log no longer has is not counted as never sent', async () => {
  const short = await openSandbox({ requestLogLength: 2 });
  const counted = (times: object) => verify({ path: VIO, times }, short);
  for (let sent = 0; sent < 3; sent++) await sendJson(short, VIO, { qrCodeField: 'x' });
  const message = expect.stringMatching(/^The request log no longer has all requests.*missing: 1.*reset/);
  expect(await counted({ exactly: 2 })).toMatchObject({ status: 409, code: '409', message });
  expect((await counted({ atLeast: 2 })).body).toEqual({ matched: 2 });
  await sendJson(short, '/_sandbox/reset', {});
  expect((await counted({ exactly: 0 })).status).toBe(200);
});
