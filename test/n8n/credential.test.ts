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

  test('says what is wrong', async () => {
    const result = await press({ baseUrl: sandbox.baseUrl, accessToken: 'not-the-token' });
    const message = expect.stringMatching(/\(R117\)\. Renew the access token in the credential/) as string;
    expect(result).toEqual({ status: 'Error', message });
  });
});
