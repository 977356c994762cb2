import type { INodeParameters } from 'n8n-workflow';
import { hideSecrets, redact } from '../../../nodes/DocumentProcessing/transport/redact';
import { failure } from '../../support/envelope.ts';
import { scenario } from '../../support/scenario.ts';
import { BY_URL, signingIn } from '../../support/document-node.ts';

test.each<[string, unknown, string]>([
  ['in an object', { auth: { password: 'very-secret-1' } }, 'very-secret-1'],
  ['with a quote', { auth: { password: 'very"secret\n1' } }, JSON.stringify('very"secret\n1').slice(1, -1)],
  ['as a number', { auth: { pin: 4839 } }, '4839'],
])('a password that stands deep in the sign-in body is in no message: %s', async (_where, body, echoed) => {
  const service = scenario('api.sendRequest', ({ path }) =>
    path === '/user/authenticate'
      ? { json: { result: { accessToken: 'fresh-token' } } }
      : { json: failure('R101', `You signed in with ${echoed}`, [{ echo: `"${echoed}"` }]) },
  );
  const { error } = await service.with({ path: 'a' }, { credential: signingIn(body as object) });
  expect(error?.message).toBe('You signed in with *** (R101) [item 0]');
  expect(JSON.stringify({ ...error })).not.toContain(echoed);
});

test.each([
  ['Bad name a, or password', 'Bad name ***, or password'],
  ['user=a&x=1', 'user=***&x=1'],
  ['%22a%22', '%22***%22'],
  ['"a" \\na\\n', '"***" \\n***\\n'],
])('a short secret is hidden where it stands alone, and leaves words readable: %s', (text, expected) => {
  expect(redact(text, ['a'])).toBe(expected);
});

test.each<[what: string, text: string, secrets: string[], shown: string]>([
  ['of four characters, wherever it stands', 'xab1cx ab1', ['ab1c'], 'x***x ab1'],
  ['in base64', 'Sent bXktdG9rZW4tMTIzNDU=, read bXktdG9rZW4tMTIzNDU.', ['my-token-12345'], 'Sent ***=, read ***.'],
  ['in the base64 of URLs', 'YT8-Yg and YT8+Yg==', ['a?>b'], '*** and ***=='],
  ['that has another in it', 'my-token-1234', ['token', 'my-token-1234'], '***'],
  ['that is encoded itself, in either case of its codes', 'At pa%2Fss', ['pa%2fss'], 'At ***'],
  ['that no URL can have', 'At pa\ud800ss', ['pa\ud800ss'], 'At ***'],
])('a secret is hidden %s', (_what, text, secrets, shown) => {
  expect(redact(text, secrets)).toBe(shown);
});

test('a file of any size is hidden, and the words around it stay', () => {
  for (const size of [300, 12_000_000]) {
    const file = 'Ab1'.repeat(size / 3);
    const shown = redact({ a: `the file ${file} is no PDF: secret` }, ['secret']).a;
    expect(shown).toMatch(size < 1000 ? /^the file \*{3} is no PDF: \*{3}$/ : /^the file \*{3}…$/);
    expect(hideSecrets({ a: `${file} secret` }, ['secret'])).toEqual({ a: `${file} ***` });
  }
});

test('of megabytes that a service says so much is kept as anybody reads, and no half of a secret', async () => {
  const secret = 'token-of-the-test';
  const filler = 'Ação inválida. '.repeat(10_000);
  // One of these has the secret where it is cut, and some have it twice, overlapping.
  for (let shift = 0; shift < secret.length + 2; shift++) {
    const text = `${filler.slice(0, 100_000 - shift)}${secret}${secret.slice(5)} ${filler}`;
    const shown = redact({ message: text, errors: [text] }, [secret, 'of-the-testof-the']);
    for (const one of [shown.message, shown.errors[0] ?? '']) {
      expect(one.length).toBeLessThan(100_100);
      expect(one.endsWith('…')).toBe(true);
      for (let from = 0; from + 4 <= secret.length; from++)
        expect(one.includes(secret.slice(from, from + 4))).toBe(false);
    }
  }
  const errors = Array.from({ length: 50_000 }, (_, n) => ({ field: `f${n}`, value: `${secret} is no value` }));
  const refused = scenario('api.sendRequest', () => ({ status: 400, json: failure('R101', 'Wrong', errors) }));
  const { error } = await refused.with({ path: 'a' });
  expect(error?.description).toContain('The service says: *** is no value');
  expect(JSON.stringify(error?.context).length).toBeLessThan(300_000);
  expect(JSON.stringify({ ...error })).not.toContain(secret);
});

test('a file is not cut so that too little of it is left to be known as one', () => {
  const file = 'Ab1'.repeat(300);
  for (const before of [99_700, 99_801, 99_900, 99_999])
    expect(redact(`${'a b '.repeat(25_000).slice(0, before)} ${file}`, []).slice(-300)).not.toContain('Ab1');
});

test('a text of white space is no secret', () => {
  expect(redact('a b', [' ', ''])).toBe('a b');
});

/** What a run shows where the service refuses a request with these words. */
async function shownOf(operation: string, parameters: INodeParameters, message: string): Promise<string> {
  const { error } = await scenario(operation, () => ({ status: 400, json: failure('R101', message) })).with(parameters);
  return `${error?.message} ${error?.description}`;
}

test.each([
  [
    'https://me:abc123@a.example/x.pdf',
    'cannot open https://me:abc123@a.example/x.pdf',
    'cannot open https://***@a.example/x.pdf',
  ],
  ['https://me:p%40ssword%21x@a.example/x', 'the password p@ssword!x is wrong', 'the password *** is wrong'],
  ['https://ghp_abc1defghijk@a.example/x', 'bad token ghp_abc1defghijk', 'bad token ***'],
  ['https://user:abc123@a.example/x', 'The user has no right', 'The user has no right'],
  ['https://a.example/x?kind=document&page=1', 'Page 1 of the document is empty', 'Page 1 of the *** is empty'],
  ['https://a.example/x', 'see https://b.example/help?code=R101#top', 'see https://b.example/help?***'],
  ['https://a.example/x?sig=ab%2Fcd%2Bef%3D1', 'bad sig ab%2fcd%2bef%3d1', 'bad sig ***'],
])('a password or key in %s is in no message, and no other word is hidden', async (fileUrl, said, shown) => {
  const message = await shownOf('document.extractContent', { source: 'url', fileUrl }, said);
  expect(message).toContain(`${shown} (R101) [item 0]`);
});

const startWith = (name: string, value: string, message: string) =>
  shownOf(
    'document.startExtraction',
    {
      ...{ ...BY_URL, delivery: 'url', callbackUrl: 'https://example.com/' },
      options: {
        callbackHeaders: { header: [{ name, value }] },
        callbackQueryStrings: { queryString: [{ name, value }] },
      },
    },
    message,
  );

test.each([
  ['v', '1', 'The query has 1 wrong parameter'],
  ['X-Source', 'n8n production', 'This account is not in production'],
])(
  'a short callback header or query string hides no word, nor does a part of one: %s=%s',
  async (name, value, message) => {
    const shown = await startWith(name, value, message);
    expect(shown).toContain(message);
    expect(shown).toContain('Request ID: req-1');
  },
);

test.each([
  ['type', 'query', 'At ?type=query or with type: query', 'query'],
  ['Authorization', 'Basic YW5hOm9wZW4tc2VzYW1l', 'ana may not sign in with open-sesame', 'open-sesame'],
  ['X-Api-Key', 'opensesame', 'opensesame is wrong', 'opensesame'],
  ['X-Own', 'Bearer production', 'production is wrong', 'production is'],
  ['k', 'pä ss/1', 'At ?k=p%C3%A4+ss%2F1', 'p%C3%A4'],
  ['k', 'ab/cd/12', String.raw`At "ab\/cd\/12"`, 'cd'],
])('the value of a callback header or query string is hidden: %s=%s, "%s"', async (name, value, message, secret) => {
  const shown = await startWith(name, value, message);
  expect(shown).toContain('***');
  expect(shown).not.toContain(secret);
});
