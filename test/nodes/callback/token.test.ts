import { createHmac } from 'node:crypto';
import { callbackSecretOf } from '../../../nodes/DocumentProcessing/transport/credential';
import {
  issueToken,
  TOKEN_HEADER,
  verifyToken,
  type CallbackToken,
} from '../../../nodes/DocumentProcessing/callback/token';
import { runOperation, BY_URL } from '../../support/document-node.ts';
import { resultOf } from '../../support/callbackService.ts';
import { callTrigger, workflowOfEachTest } from './workflow.ts';

const TOKEN: CallbackToken = { event: 'contentExtraction', correlationId: 'order ç 7' };
const header = issueToken(TOKEN, 'secret');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a token', () => {
  test('says what its callback was requested for', () => {
    const waiting = { executionId: '7', resumeUrl: 'http://n8n/webhook-waiting/7', output: { output: 'raw' as const } };
    for (const token of [TOKEN, { ...TOKEN, waiting }])
      expect(verifyToken(issueToken(token, 'secret'), ['secret'])).toEqual(token);
  });

  test('fits into a header', () => {
    expect(header).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  test('is rejected when any of its characters is another', () => {
    for (let position = 0; position < header.length; position++) {
      for (const letter of LETTERS.replace(header[position] ?? '', '')) {
        const changed = header.slice(0, position) + letter + header.slice(position + 1);
        expect([changed, verifyToken(changed, ['secret'])]).toEqual([changed, undefined]);
      }
    }
  });

  test('is rejected when something is added, left out or doubled', () => {
    for (let end = 0; end < header.length; end++) expect(verifyToken(header.slice(0, end), ['secret'])).toBeUndefined();
    const others = [
      `${header}=`,
      ` ${header}`,
      `${header}.`,
      `${header}.x`,
      `.${header}`,
      `${header}, ${header}`,
      `${header}A`,
      '.',
      header.replace('.', ''),
    ];
    for (const other of others) expect([other, verifyToken(other, ['secret'])]).toEqual([other, undefined]);
  });

  test('that is signed but no token is none', () => {
    for (const content of ['null', '"text"', '{}', '[]']) {
      const forged = issueToken(JSON.parse(content) as CallbackToken, 'secret');
      expect([content, verifyToken(forged, ['secret'])]).toEqual([content, undefined]);
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

describe('a credential that has nothing to derive a secret from', () => {
  const NOTHING = [
    { accessToken: '' },
    { accessToken: ' \n', callbackSecret: ' ' },
    { accessToken: '', signInSecret: '{"password": "of the other way"}' },
    ...['', ' ', '{}', ' { } ', '[]', 'null', '{"username": "", "password": " "}'].map((signInSecret) => ({
      authentication: 'signIn',
      accessToken: 'left over',
      signInSecret,
    })),
  ];

  test.each(NOTHING)('lets a trigger accept no callback, however it is signed: %j', async (credential) => {
    const claims = Buffer.from(JSON.stringify(TOKEN)).toString('base64url');
    const keys = ['', ' ', ...Object.values(credential)].flatMap((text) => [
      text,
      createHmac('sha256', text).update('document processing callback').digest('base64url'),
    ]);
    for (const key of keys) {
      const forged = `${claims}.${createHmac('sha256', key).update(claims).digest('base64url')}`;
      const call = { body: resultOf('forged'), headers: { [TOKEN_HEADER]: forged } };
      const { response, workflowData } = await callTrigger({ url: 'http://127.0.0.1:1' }, call, { credential });
      expect([key, response.status, workflowData]).toEqual([key, 403, undefined]);
    }
  });

  const { service, activate } = workflowOfEachTest();

  test('activates no trigger, starts nothing and reads no callback', async () => {
    const message = 'The credential has nothing to sign callbacks with';
    const parameters = { ...BY_URL, delivery: 'url', callbackUrl: 'https://example.com/' };
    const items = [{ json: { headers: { [TOKEN_HEADER]: header }, body: resultOf('forged') } }];
    for (const credential of NOTHING) {
      await expect(activate({ credential })).rejects.toThrow(message);
      const started = await runOperation(service, 'document.startExtraction', parameters, { credential });
      const read = await runOperation(service, 'callback.readCallback', {}, { credential, items: items as never });
      for (const { error } of [started, read])
        expect(error).toMatchObject({
          message: `${message} [item 0]`,
          description: expect.stringContaining('Open it'),
        });
    }
    expect(service.requests).toEqual([]);
  });

  test('is not one with a token that has white space around it', () => {
    expect(callbackSecretOf({ accessToken: ' token\n' })).toBe(callbackSecretOf({ accessToken: 'token' }));
  });
});
