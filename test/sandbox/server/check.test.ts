import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { settingsFrom } from '../../../sandbox/server/settings.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { VIO, postJson } from './client.ts';
import { runSandbox, serve, until } from './surroundings.ts';

const right = {
  result: [{ crops: [], fields: [{ name: 'nome', value: 'SECRET', score: 1 }], pageNumber: 1, tags: [] }],
  requestId: '1',
  elapsedMilliseconds: 1,
  status: { code: 'S100', message: 'Success', errors: null },
};
const [first] = right.result;
const field = { name: 'SECRET', value: 12, score: 'SECRET' };

/** What the account answers, one after the other. */
let answers: [status: number, body: string][] = [];
const folder = join(emptyFolder(), 'recordings');
const { url: upstream } = await serve((request, response) => {
  request.resume().on('end', () => {
    const [status, body] = answers.shift() as [number, string];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
});

/** What a sandbox that checks has printed, and its exit code, after these answers were passed on. */
async function checked(given: [number, unknown][], path = VIO, more: string[] = []) {
  answers = given.map(([status, body]) => [status, typeof body === 'string' ? body : JSON.stringify(body)]);
  const lines: string[] = [];
  const sandbox = await runSandbox({
    options: ['--upstream', upstream, '--record', folder, '--check', ...more],
    log: (line) => lines.push(line),
  });
  for (const [status, body] of [...answers]) {
    const response = await postJson(
      sandbox.baseUrl + path,
      { qrCodeField: 'SECRET' },
      { authorization: 'Bearer SECRET' },
    );
    expect([response.status, await response.text()]).toEqual([status, body]);
  }
  const code = await sandbox.stop();
  await until(() => lines.some((line) => line.startsWith('Answers held against')));
  return { code, output: lines.join('\n') };
}

test('answers as the document says end with 0; the first line says whose token is taken', async () => {
  const { code, output } = await checked([
    [200, right],
    [401, { ...right, result: null, status: { code: 'R117', message: 'x', errors: [] } }],
  ]);
  expect(output).toMatch(/^Document processing sandbox on http:\/\/127\.0\.0\.1:\d+ \(token: that of the account\)\n/);
  expect(output).toContain('against the OpenAPI document: 2; places that depart from it: 0');
  expect(code).toBe(0);
});

test('what departs is listed once per place, with operation and path and without a value, and ends with 1', async () => {
  const odd = {
    ...right,
    result: [
      { ...first, fields: [field, field], more: 'SECRET', '11144477735': 'SECRET' },
      { ...first, tags: undefined },
    ],
    status: { ...right.status, message: 'SECRET', errors: ['SECRET'] },
  };
  const { code, output } = await checked([
    [200, odd],
    [200, odd],
    [200, '<html>SECRET</html>'],
    [418, right],
  ]);
  const listed = output.split('\n').filter((line) => line.startsWith('VIO extraction (JSON), POST '));
  expect(listed.map((line) => line.replace(`VIO extraction (JSON), POST ${VIO}: `, '')).sort()).toEqual([
    'HTTP status 418 is not in the document',
    'result[].a member whose name is not shown is not in the document',
    'result[].fields[].score must be number,null, and is string',
    'result[].fields[].value must be string,null, and is number',
    'result[].more is not in the document',
    'result[].tags is missing',
    'status.errors must be null, and is array',
    'status.message must be "Success"',
    'the answer is not JSON',
  ]);
  expect(output).toContain('against the OpenAPI document: 4; places that depart from it: 9');
  expect(output).not.toMatch(/SECRET|111444/);
  expect(code).toBe(1);
});

test.each([
  ['as a recording has them', []],
  ['or not at all where a recording has them as they are', ['--keep-values']],
])('names that are part of what was read are listed %s', async (_how, options) => {
  const more = { cpf_39053344705: 1, 'pessoa-39053344705': 1 };
  const { output } = await checked([[200, { ...right, ...more }]], VIO, options);
  expect(output).toMatch(/JSON\), POST .*: .+ is not in the document/);
  expect(output).not.toContain('39053344705');
});

test('what departs in tens of thousands of places is listed once, and of more members than that nothing is checked', async () => {
  const fields = (count: number) => ({ ...right, result: [{ ...first, fields: Array(count).fill({}) }] });
  const { output } = await checked([
    [200, fields(49_000)],
    [200, fields(150_000)],
  ]);
  expect(output).toContain('result[].fields[].value is missing');
  expect(output).toContain(
    'document: 1; places that depart from it: 3; not checked, too large or of no operation in it: 1',
  );
});

test('of an account that names members after what it has read, the first places are listed', async () => {
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`of_customer_${at}`, 1]));
  const { code, output } = await checked([
    [200, { ...right, ...names }],
    [200, { ...right, ...names }],
  ]);
  expect(output.match(/is not in the document/g)).toHaveLength(1000);
  expect(output).toContain('document: 2; places that depart from it: 1000, and others that are not listed');
  expect(code).toBe(1);
});

test('what the document does not have is not checked, and said; where nothing was checked it ends with 1', async () => {
  const { code, output } = await checked([[200, { any: 'SECRET' }]], '/process-image/facematch');
  expect(output).toContain(
    'document: 0; places that depart from it: 0; not checked, too large or of no operation in it: 1',
  );
  expect(code).toBe(1);
});

test('it needs an account', () => {
  expect(() => settingsFrom({ SANDBOX_CHECK: 'on' })).toThrow('--check (SANDBOX_CHECK) needs --upstream');
});
