import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { pressTest, runOperation } from '../../support/document-node.ts';
import { startServer } from '../../support/server.ts';

beforeAll(() => void (Container.get(SsrfProtectionConfig).enabled = true));
afterAll(() => void (Container.get(SsrfProtectionConfig).enabled = false));

test('an address that n8n blocks is told of in the words of n8n, with who can allow it, and where', async () => {
  const server = await startServer();
  const message = 'The request was blocked because it resolves to a restricted IP address';
  const advice = 'ask your n8n administrator to allowlist the hostname or IP range';
  const { error } = await runOperation(server, 'api.sendRequest', { path: 'a', bodyJson: '{}' });
  expect(error?.message).toBe(`${message} [item 0]`);
  expect(error?.description).toContain(advice);
  const where = 'Names go into N8N_SSRF_ALLOWED_HOSTNAMES, addresses into N8N_SSRF_ALLOWED_IP_RANGES.';
  expect(error?.description).toContain(where);
  const signIn = { authentication: 'signIn', signInSecret: '{}' };
  const signedIn = await runOperation(server, 'api.sendRequest', { path: 'a', bodyJson: '{}' }, { credential: signIn });
  expect(signedIn.error?.message).toContain(message);
  for (const data of [{}, signIn]) {
    const told = await pressTest(server.url, data);
    expect(told).toEqual({ status: 'Error', message: expect.stringContaining(message) });
    expect(told.message).toContain(advice);
    expect(told.message).toContain(where);
  }
  expect(server.requests).toEqual([]);
  await server.close();
});
