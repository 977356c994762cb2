import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readJsonBody } from '../../../sandbox/server/upload/jsonBody.ts';
import { Upload, UploadFolder } from '../../../sandbox/server/upload/upload.ts';
import { emptyFolder } from '../emptyFolder.ts';

const home = emptyFolder();

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const receive = async (text: string, size = 7, limit = 10_000) =>
  (await readJsonBody(pieces(text, size), new UploadFolder(home), limit)).json as Record<string, unknown>;

const file = Buffer.from(Array.from({ length: 4001 }, (_, index) => (index * 31) % 256));
const encoded = file.toString('base64');

test.each([1, 2, 3, 5, 64, 100_000])(
  'the file is decoded to disk whatever pieces of %d bytes it comes in',
  async (size) => {
    const body = await receive(`{"a":"é\\"}{","fileBase64" : "${encoded}","b":[1,{"fileBase64":"inner"}]}`, size);
    const upload = body['fileBase64'] as Upload;
    expect(upload).toBeInstanceOf(Upload);
    expect(upload.problem).toBeNull();
    expect(readFileSync(upload.path).equals(file)).toBe(true);
    expect(body).toMatchObject({ a: 'é"}{', b: [1, { fileBase64: 'inner' }] });
  },
);

test('slashes and pluses that a JSON writer escaped are understood', async () => {
  const escaped = encoded.replaceAll('/', '\\/').replaceAll('+', '\\u002B');
  const upload = (await receive(`{"fileBase64":"${escaped}"}`, 3))['fileBase64'] as Upload;
  expect(readFileSync(upload.path).equals(file)).toBe(true);
});

test('a text equal to the name of the member is only a text', async () => {
  const body = await receive('{"x":"fileBase64","y":{"fileBase64":"AAAA"},"list":["fileBase64","AAAA"]}');
  expect(body).toEqual({ x: 'fileBase64', y: { fileBase64: 'AAAA' }, list: ['fileBase64', 'AAAA'] });
});

test('an empty file counts as not sent, and the last of two is the one', async () => {
  expect((await receive('{"fileBase64":""}'))['fileBase64']).toBeUndefined();
  const twice = (await receive('{"fileBase64":"AAAA","fileBase64":"BBBBBBBB"}'))['fileBase64'] as Upload;
  expect(twice.size).toBe(6);
  const often = `{${Array(11).fill('"fileBase64":"AAAA"').join()}}`;
  await expect(receive(often)).rejects.toThrow('more than 10 times');
});

test.each(['{"fileBase64":"AAAA', '{"fileBase64":"AA\\', '{"fileBase64":', '', '{"fileBase64":"AAAA"} more'])(
  '%j is not JSON',
  async (text) => {
    await expect(receive(text)).rejects.toThrow(/R?101|wrong/);
  },
);

test.each([
  ['AA=A', 'alphabet'],
  ['AAA', 'multiple of four'],
  ['A\\nAAA', 'alphabet'],
])('%j is not base64', async (text, why) => {
  const upload = (await receive(`{"fileBase64":"${text}"}`, 2))['fileBase64'] as Upload;
  expect(upload.problem).toContain(why);
});

test.each(['"__proto__"', '"__p\\u0072oto__" '])('a member called %s touches nothing', async (name) => {
  const body = await receive(`{${name}:{"polluted":true},"list":[{${name}:{"polluted":true},"a":1}]}`);
  expect(Object.keys(body)).toEqual(['list']);
  expect(Object.keys((body['list'] as object[])[0] as object)).toEqual(['a']);
});

test('a text with brackets, commas and quotes counts as one member', async () => {
  const text = '\\"[{,'.repeat(150_000);
  expect(Object.keys(await receive(`{"a":"${text}","b":1}`, 100_000, 10_000_000))).toEqual(['a', 'b']);
});

test.each([
  ['very many members', `{"a":[${'0,'.repeat(200_001)}0]}`, /too large: more than 200000 members/],
  ['very many lists', `{"a":[${'[],'.repeat(100_001)}0]}`, /too large: more than 200000 members/],
  ['very deep nesting', `${'['.repeat(1001)}${']'.repeat(1001)}`, /nested more than 1000 levels/],
])('JSON of %s is refused before it stops everything else', async (_what, text, message) => {
  await expect(receive(text, 100_000, 10_000_000)).rejects.toThrow(message);
});
