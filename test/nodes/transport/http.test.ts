import { deflateRawSync, gzipSync } from 'node:zlib';
import { pressTest, runOperation, signingIn, isSignIn } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import type { Answer, Reply } from '../../support/server.ts';

const server = serverForEachTest();

/** What an operation, a sign-in and the test of the credential make of one and the same answer. */
async function readAnswer(answer: Answer) {
  server.respond(() => answer);
  const parameters = { path: 'any', bodyJson: '{}', options: { retries: 0 } };
  const { items, error } = await runOperation(server, 'api.sendRequest', parameters);
  const result = items[0]?.json['result'] as Record<string, unknown> | undefined;
  const pressed = await pressTest(server.url);
  server.requests.length = 0;
  server.respond((request) => (isSignIn(request) ? answer : { result: [] }));
  const signedIn = await runOperation(server, 'api.sendRequest', parameters, { credential: signingIn() });
  const used = server.requests.find((request) => !isSignIn(request));
  return {
    operation: error ? `${error.message} ${error.description}` : String(result?.['nome']),
    test: pressed.message,
    signIn: signedIn.error?.message ?? String(used?.headers.authorization),
    result,
  };
}

const NAME = 'São João';
const TEXT = JSON.stringify(envelope({ accessToken: 'fresh', nome: NAME }));
const json = (charset = '', type = 'application/json') => ({
  'content-type': charset === '' ? type : `${type}; charset=${charset}`,
});
const latin1 = Buffer.from(TEXT, 'latin1');
const utf16 = Buffer.from(TEXT, 'utf16le');
const packed = (encoding: string, body: Buffer | string): Reply => ({
  headers: { ...json(), 'content-encoding': encoding },
  body,
});
const raw = (head: string, body: Buffer | string = TEXT): Reply => ({
  raw: Buffer.concat([Buffer.from(head.replaceAll('\n', '\r\n')), Buffer.from(body)]),
});
const OK = 'HTTP/1.1 200 OK\ncontent-type: application/json\nconnection: close\n';
const LENGTH = Buffer.byteLength(TEXT);

test.each<[string, Reply, string?]>([
  ['gzip', packed('gzip', gzipSync(TEXT))],
  ['deflate without header', packed('deflate', deflateRawSync(TEXT))],
  ['UTF8 in quotes', { headers: json('"UTF8"'), body: TEXT }],
  ['a byte order mark, whatever is named', { headers: json('iso-8859-1'), body: `\uFEFF${TEXT}` }],
  ['utf-16 that only its mark tells', { headers: json(), body: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]) }],
  ['an unknown charset with UTF-8 in it', { headers: json('klingon'), body: TEXT }],
  ['a replacement character that was sent', { headers: json(), body: TEXT.replace('ã', '\uFFFD') }, 'S\uFFFDo João'],
  ['an odd type', { headers: { 'content-type': ';;charset=;x' }, body: TEXT }],
  ['white space around it', { headers: json(), body: `\n\t ${TEXT} \r\n` }],
])('is read: an answer with %s', async (_what, answer, name = NAME) => {
  expect(await readAnswer(answer)).toMatchObject({
    operation: name,
    test: 'Connection successful!',
    signIn: 'Bearer fresh',
  });
});

const REJECTED = (status: number) => new RegExp(`^The sign-in was rejected \\(${status}\\)\\. `);
const NO_TOKEN = /^The sign-in was answered with .* instead of a token\. Check the "Base URL"/;
const NO_UTF8 = /^The response of the service is not in UTF-8, and names no other character encoding/;
const UNPACKED = /^The response of the service could not be unpacked: /;
const KLINGON =
  /^The response of the service is packed as "klingon", which n8n does not unpack.* gzip, .* may have been processed/;
const CUT = /^The connection was cut before the whole response came/;
const CUT_SIGN_IN = /^The sign-in got no complete response\./;
const instead = (content: string, status = 200) =>
  new RegExp(`^The service answered with ${content} instead of a result \\(HTTP ${status}\\)`);
const noHttp = (code: string) =>
  new RegExp(
    `^The response of the service is no valid HTTP: Parse Error: .*\\(${code}\\).* may have been processed\\.`,
  );
const CUT_JSON = instead('JSON that is cut or not well formed');

const SUCCESS = /^Connection successful!$/;
const TOKEN = /^Bearer fresh$/;

// The test of the credential says the same as an operation if nothing else is given.
test.each<[what: string, Answer, operation: RegExp, signIn: RegExp, test?: RegExp]>([
  ['gzip that is none', packed('gzip', TEXT), UNPACKED, UNPACKED],
  ['a packing that is not known', packed('klingon', gzipSync(TEXT)), KLINGON, KLINGON],
  [
    'a packing that is not known, and HTTP 500',
    { ...packed('klingon', 'x'), status: 500 },
    /^The service could not process .*\(HTTP 500\).* packed as "klingon"/,
    REJECTED(500),
  ],
  ['gzip that is cut', packed('gzip', gzipSync(TEXT).subarray(0, -20)), CUT_JSON, NO_TOKEN],
  ['gzip that is not told', { headers: json(), body: gzipSync(TEXT) }, instead('text that is not JSON'), NO_TOKEN],
  // A token, or the success of a test, is not changed by a wrong letter elsewhere.
  ['iso-8859-1 that is not told', { headers: json(), body: latin1 }, NO_UTF8, TOKEN, SUCCESS],
  [
    'iso-8859-1 said to be utf-8',
    { headers: json('utf-8'), body: latin1 },
    /is not in its character encoding "utf-8".* Request ID: req-1/,
    TOKEN,
    SUCCESS,
  ],
  ['a failing envelope', { json: failure('R101', 'Wrong') }, /^Wrong \(R101\)/, /rejected: Wrong \(R101\)/],
  ['HTTP 204', { status: 204 }, instead('an empty body', 204), NO_TOKEN],
  ['HTTP 300', { status: 300, headers: json(), body: TEXT }, /^The service redirects .*\(HTTP 300\)/, REJECTED(300)],
  ['HTTP 304', { status: 304 }, /^The service answered that nothing has changed, .*\(HTTP 304\)/, REJECTED(304)],
  ['a web page', { headers: json('', 'text/html'), body: '<!doctype html><p>Hello' }, instead('a web page'), NO_TOKEN],
  ['a length that is too long', raw(`${OK}content-length: ${LENGTH + 9}\n\n`), CUT, CUT_SIGN_IN],
  ['a cut in the middle', { headers: json(), body: TEXT, cutAfter: 40 }, CUT, CUT_SIGN_IN],
  [
    'a cut in the middle of HTTP 500',
    { status: 500, headers: json(), body: TEXT, cutAfter: 40 },
    /^The service could not process the request \(HTTP 500\)/,
    REJECTED(500),
  ],
  ['no HTTP', raw('220 mail.example.com ESMTP\n', ''), noHttp('HPE_INVALID_CONSTANT'), noHttp('HPE_INVALID_CONSTANT')],
])('is told of: an answer with %s', async (_what, answer, operation, signIn, pressed = operation) => {
  const told = await readAnswer(answer);
  expect(told.operation).toMatch(operation);
  expect(told.test).toMatch(pressed);
  expect(told.signIn).toMatch(signIn);
});
