// The Test button of the credential in a real n8n.
import { startSandbox } from '../support/sandbox.ts';
import type { RunningSandbox } from '../support/sandbox.ts';
import { chosenLines } from './n8n.ts';
import type { Host } from './n8n.ts';
import { sharedHost } from './sharedHost.ts';

const TYPE = 'documentProcessingApi';

describe.each(chosenLines())('the test of the credential in n8n %s', (line) => {
  let host: Host;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
    host = await sharedHost(line);
  });
  afterAll(async () => {
    await sandbox?.stop();
  });

  /** Saves a credential and presses Test, as the editor does. */
  const press = async (data: object) => {
    const saved = await host.api<{ id: string }>('POST', '/credentials', { name: 'One', type: TYPE, data });
    return await host.api<{ status: string; message: string }>('POST', '/credentials/test', {
      credentials: { id: saved.id, name: 'One', type: TYPE, data },
    });
  };

  test('succeeds with a token of the service', async () => {
    const { baseUrl, token } = sandbox;
    expect(await press({ baseUrl: `${baseUrl}/`, accessToken: token })).toMatchObject({ status: 'OK' });
  });

  test.each([
    ['a wrong token', () => sandbox.baseUrl, /\(R117\)\. Renew the access token in the credential/],
    [
      'a server that is not running',
      () => 'http://127.0.0.1:1',
      /^The service refused the connection \(ECONNREFUSED\)\. Check/,
    ],
    ['another server', () => host.url, /^The service does not know this address \(HTTP 404\)\. Check the "Base URL"/],
  ])('says what is wrong: %s', async (_what, baseUrl, message) => {
    const result = await press({ baseUrl: baseUrl(), accessToken: 'not-the-token' });
    expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
  });

  test('says what is wrong with the sign-in', async () => {
    const signIn = {
      authentication: 'signIn',
      signInPath: 'user/authenticate',
      signInSecret: '{"password":"very-secret-1"}',
    };
    const refused = await press({ baseUrl: 'http://127.0.0.1:1', ...signIn });
    expect(refused).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The service refused the connection/),
    });
    const wrong = await press({ baseUrl: sandbox.baseUrl, ...signIn, answerLocation: 'nowhere' });
    expect(wrong).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(/^The (response to the sign-in|sign-in)/),
    });
    expect(`${refused.message} ${wrong.message}`).not.toContain('very-secret-1');
  });
});
