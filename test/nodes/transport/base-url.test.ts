import { serviceUrl } from '../../../nodes/DocumentProcessing/transport/url';
import { pressTest, runOperation } from '../../support/document-node.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { only } from '../../support/sent.ts';

const server = serverForEachTest(() => ({ result: { details: [] } }));

const send = (url: string) => runOperation({ url }, 'api.sendRequest', { path: '/one', bodyJson: '{}' });

const host = () => server.url.slice('http://'.length);

test.each([
  ['in capitals', () => `HTTP://${host()}`, ''],
  ['with blanks around it', () => `  ${server.url}\n`, ''],
  ['with a path and slashes', () => `${server.url}/api/v1///`, '/api/v1'],
  ['with letters that must be encoded', () => `${server.url}/ação`, '/a%C3%A7%C3%A3o'],
])('a base URL %s is used', async (_what, url, path) => {
  expect((await send(url())).error).toBeUndefined();
  expect(only(server.requests).path).toBe(`${path}/one`);
  expect(await pressTest(url())).toEqual({ status: 'OK', message: 'Connection successful!' });
});

const PERSON = /^The "Base URL" of the credential contains a user name or a password/;
const QUERY = /^The "Base URL" of the credential contains a "\?" or a "#"/;
const INVALID = /^The "Base URL" of the credential is not a valid URL/;

test.each([
  ['a query', () => `${server.url}/?key=pass-word-1`, QUERY],
  ['a fragment', () => `${server.url}/api#pass-word-1`, QUERY],
  ['a password', () => `http://ana:pass-word-1@${host()}`, PERSON],
  ['a password with a slash', () => `http://ana:pass/word-1@${host()}`, INVALID],
  ['white space inside', () => `${server.url}/a pass-word-1`, INVALID],
  ['a backslash in its path', () => `${server.url}\\api`, INVALID],
  ['no protocol', () => host(), INVALID],
  ['another protocol', () => `ftp://${host()}`, INVALID],
])('a base URL with %s is refused before sending, without showing it', async (_what, url, message) => {
  const { error } = await send(url());
  const pressed = await pressTest(url());
  expect(server.requests).toEqual([]);
  expect(error?.message).toMatch(message);
  expect(error?.description).toMatch(/^Open the credential and /);
  expect(pressed).toEqual({ status: 'Error', message: expect.stringMatching(message) });
  expect(JSON.stringify([{ ...error }, error?.message, pressed])).not.toContain('word-1');
});

test('a host in letters of its language, and a port, are those of the request', () => {
  expect(serviceUrl('https://serviço.example', 'a')).toBe('https://xn--servio-0ua.example/a');
  expect(serviceUrl('https://example.com:443/v1/', '/a?b=c')).toBe('https://example.com/v1/a?b=c');
  expect(serviceUrl('HTTPS://EXAMPLE.com:8443', '//a')).toBe('https://example.com:8443/a');
  expect(serviceUrl('http://[::1]:80', 'a')).toBe('http://[::1]/a');
});
