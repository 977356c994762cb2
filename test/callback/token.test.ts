import { callbackSecretOf } from '../../nodes/DocumentProcessing/transport/credential';
import { issueToken, verifyToken, type CallbackToken } from '../../nodes/DocumentProcessing/callback/token';

const TOKEN: CallbackToken = { event: 'contentExtraction', correlationId: 'order ç 7' };
const header = issueToken(TOKEN, 'secret');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a token', () => {
  test('says what its callback was requested for', () => {
    expect(verifyToken(header, 'secret')).toEqual(TOKEN);
    const waiting = {
      executionId: '7',
      resumeUrl: 'http://n8n/webhook-waiting/7?signature=abc',
      output: { output: 'raw' as const },
    };
    expect(verifyToken(issueToken({ ...TOKEN, waiting }, 'secret'), 'secret')).toEqual({ ...TOKEN, waiting });
  });

  test('fits into a header', () => {
    expect(header).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  test('is rejected when any of its characters is another', () => {
    for (let position = 0; position < header.length; position++) {
      for (const letter of LETTERS.replace(header[position] ?? '', '')) {
        const changed = header.slice(0, position) + letter + header.slice(position + 1);
        expect([changed, verifyToken(changed, 'secret')]).toEqual([changed, undefined]);
      }
    }
  });

  test('is rejected when something is added, left out or doubled', () => {
    for (let end = 0; end < header.length; end++) expect(verifyToken(header.slice(0, end), 'secret')).toBeUndefined();
    const others = [
      `${header}=`,
      `${header} `,
      ` ${header}`,
      `${header}.`,
      `${header}.x`,
      `.${header}`,
      `${header}, ${header}`,
      `${header}A`,
      '',
      '.',
      'null',
      header.replace('.', ''),
    ];
    for (const other of others) expect([other, verifyToken(other, 'secret')]).toEqual([other, undefined]);
  });

  test('is bound to its event and its correlation', () => {
    const [, signature = ''] = header.split('.');
    for (const other of [
      { ...TOKEN, event: 'enrichment' },
      { ...TOKEN, correlationId: 'order 8' },
      { ...TOKEN, waiting: { executionId: '1' } },
    ]) {
      const claims = Buffer.from(JSON.stringify(other)).toString('base64url');
      expect(verifyToken(`${claims}.${signature}`, 'secret')).toBeUndefined();
    }
  });

  test('of another secret is rejected', () => {
    expect(verifyToken(header, 'another')).toBeUndefined();
    expect(verifyToken(header, '')).toBeUndefined();
  });

  test('that is signed but no token is none', () => {
    for (const content of ['null', '"text"', '{}', '[]']) {
      const forged = issueToken(JSON.parse(content) as CallbackToken, 'secret');
      expect([content, verifyToken(forged, 'secret')]).toEqual([content, undefined]);
    }
  });
});

describe('the secret tokens are signed with', () => {
  test('is the callback secret where there is one', () => {
    expect(callbackSecretOf({ callbackSecret: 'own', accessToken: 'token' })).toBe('own');
  });

  test('is made of the token otherwise, and is not the token', () => {
    const made = callbackSecretOf({ authentication: 'accessToken', accessToken: 'token', callbackSecret: '' });
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(made).toBe(callbackSecretOf({ accessToken: 'token' }));
    expect(made).not.toBe(callbackSecretOf({ accessToken: 'another' }));
  });

  test('stays the same when a sign-in gets another token', () => {
    const signIn = { authentication: 'signIn', signInSecret: '{"username": "a", "password": "b"}' };
    const made = callbackSecretOf({ ...signIn, sessionToken: 'first' });
    expect(callbackSecretOf({ ...signIn, sessionToken: 'second', accessToken: 'left over' })).toBe(made);
    expect(callbackSecretOf({ ...signIn, signInSecret: '{"username": "a", "password": "c"}' })).not.toBe(made);
  });
});
