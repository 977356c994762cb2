import { request as httpRequest } from 'node:http';
import { signIn } from '../../../nodes/DocumentProcessing/transport/sign-in';
import { SILENCE, startServer, type Answer } from '../../support/server.ts';

test.each<[string, Answer]>([
  ['that drips', { result: { accessToken: 'fresh' }, drips: true }],
  ['that does not come', SILENCE],
])('an answer to a sign-in %s is not waited for without end', async (_how, answer) => {
  const server = await startServer(() => answer);
  const credentials = {
    baseUrl: server.url,
    signInPath: 'in',
    signInSecret: '{}',
    answerLocation: 'result.accessToken',
  };
  const send = async ({ url, method, body }: { url: string; method?: string; body?: unknown }) =>
    await new Promise((resolve, reject) => {
      httpRequest(url, { method }, (response) => {
        resolve({ statusCode: response.statusCode, headers: response.headers, body: response });
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  await expect(signIn(send, credentials, 300)).rejects.toThrow(
    'The sign-in got no complete response within 0.3 seconds. Check the "Base URL" and try again later.',
  );
  await server.close();
});
