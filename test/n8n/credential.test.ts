// The Test button of the credential in a real n8n.
import { chosenLines } from './n8n.ts';
import { hostWithSandbox } from './sharedHost.ts';

const TYPE = 'documentProcessingApi';

describe.each(chosenLines())('the test of the credential in n8n %s', (line) => {
  const { host, sandbox } = hostWithSandbox(line);

  /** Saves a credential and presses Test, as the editor does. */
  const press = async (data: object) => {
    const saved = await host.call<{ id: string }>('POST', '/credentials', { name: 'One', type: TYPE, data });
    return await host.call<{ status: string; message: string }>('POST', '/credentials/test', {
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
