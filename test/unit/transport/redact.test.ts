import { asNodeError } from '../../../nodes/DocumentProcessing/transport/errors';
import { redact } from '../../../nodes/DocumentProcessing/transport/redact';
import { failure } from '../../support/envelope.ts';
import { runOperation } from '../../support/document-node.ts';
import { startServer } from '../../support/server.ts';

const NODE = {
  id: '1',
  name: 'Document Processing',
  type: 'documentProcessing',
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters: {},
};

test.each<[string, unknown, string]>([
  ['in an object', { auth: { password: 'very-secret-1' } }, 'very-secret-1'],
  ['in a list', { auth: [{ login: ['ana', 'very-secret-1'] }] }, 'very-secret-1'],
  ['with a quote', { auth: { password: 'very"secret\n1' } }, JSON.stringify('very"secret\n1').slice(1, -1)],
  ['as a number', { auth: { pin: 483920 } }, '483920'],
])('a password that stands deep in the sign-in body is in no message: %s', async (_where, body, echoed) => {
  const server = await startServer(({ path }) =>
    path === '/user/authenticate'
      ? { json: { result: { accessToken: 'fresh-token' } } }
      : { json: failure('R101', `You signed in with ${echoed}`, [{ echo: `"${echoed}"` }]) },
  );
  const { error } = await runOperation(
    server,
    'document.extractContent',
    { source: 'url', fileUrl: 'https://example.com/a.pdf' },
    {
      credential: {
        authentication: 'signIn',
        accessToken: '',
        signInPath: 'user/authenticate',
        signInSecret: JSON.stringify(body),
        answerLocation: 'result.accessToken',
      },
    },
  );
  await server.close();
  expect(error?.message).toBe('You signed in with *** (R101) [item 0]');
  expect(JSON.stringify({ ...error, node: undefined })).not.toContain(echoed);
});

test.each([
  ['Bad name a, or password', 'Bad name ***, or password'],
  ['user=a&x=1', 'user=***&x=1'],
  ['%22a%22', '%22***%22'],
  ['"a" \\na\\n', '"***" \\n***\\n'],
])('a short secret is hidden where it stands alone, and leaves words readable: %s', (text, expected) => {
  expect(redact(text, ['a'])).toBe(expected);
});

test('a secret of four characters is hidden wherever it stands', () => {
  expect(redact('xab1cx ab1', ['ab1c'])).toBe('x***x ab1');
});

test('a secret is hidden in base64 too, with its padding or without', () => {
  const encoded = Buffer.from('my-token-12345').toString('base64');
  expect(encoded.endsWith('=')).toBe(true);
  const text = `Sent ${encoded}, read ${encoded.replace('=', '')}.`;
  expect(redact(text, ['my-token-12345'])).toBe('Sent ***=, read ***.');
});

test('a secret that is part of a longer one does not keep the longer one from being hidden', () => {
  expect(redact('my-token-1234', ['token', 'my-token-1234'])).toBe('***');
});

test('a text of white space is no secret', () => {
  expect(redact('a b', [' ', ''])).toBe('a b');
});

test('a message of our own stays readable with a short user name', () => {
  const error = asNodeError(NODE, new Error('The parameter "Tags" is empty'), 0, ['a', 'e']);
  expect(error.message).toBe('The parameter "Tags" is empty [item 0]');
});
