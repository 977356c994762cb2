import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fileItem } from '../engine/binaryData.ts';
import { startSandbox } from '../support/sandbox.ts';
import { runOperation } from '../support/document-node.ts';

const SAMPLES = 'sandbox/samples';
const sample = async (name: string) => await fileItem(`${SAMPLES}/${name}.pdf`, { mimeType: 'application/pdf' });

let sandbox: { url: string; token: string; stop: () => Promise<void> };
beforeAll(async () => {
  const { baseUrl, ...running } = await startSandbox();
  sandbox = { url: baseUrl, ...running };
});
afterAll(async () => await sandbox.stop());

/** Runs an operation on a sample, and gives what the workflow got beside what the sandbox received. */
async function run(
  operation: string,
  parameters: INodeParameters,
  items: INodeExecutionData[],
  credential: ICredentialDataDecryptedObject = { accessToken: sandbox.token },
) {
  await fetch(`${sandbox.url}/_sandbox/requests`, { method: 'DELETE' });
  const done = await runOperation(sandbox, operation, parameters, { credential, items });
  const { requests } = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as {
    requests: Array<Record<string, unknown>>;
  };
  return {
    run: done,
    json: done.items.map((item) => item.json),
    requests: requests.filter(({ path }) => !String(path).startsWith('/_sandbox')),
  };
}

test('what has no action of its own is asked for by its path', async () => {
  const formFiles = { file: [{ name: 'file', binaryPropertyName: 'data' }] };
  const { json } = await run(
    'api.sendRequest',
    { path: 'process-image/content-extraction', bodyType: 'multipart', formFiles },
    [await sample('identity')],
  );
  expect(json).toMatchObject([{ status: { code: '200' }, result: [{ stdType: 'driver-licence' }] }]);
  const { run: unknown } = await run('api.sendRequest', { path: '/process-image/facematch', bodyJson: '{}' }, [
    { json: {} },
  ]);
  expect(unknown.error?.message).toMatch(/No such operation: POST .* shows more than the name.*404/);
});

test('an upload that is rejected early is answered, even if the client asked to close the connection', async () => {
  const chunks = Array.from({ length: 100 }, () => Buffer.alloc(65_536, 65));
  const upload = async () =>
    await new Promise<number | string | undefined>((resolve) => {
      const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': 100 * 65_536 };
      const url = `${sandbox.url}/process-image/content-extraction`;
      const request = httpRequest(url, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', (cause: NodeJS.ErrnoException) => resolve(cause.code));
      Readable.from(chunks).pipe(request);
    });
  const statuses: unknown[] = [];
  for (let round = 0; round < 20; round++) statuses.push(...(await Promise.all([upload(), upload(), upload()])));
  expect(statuses).toEqual(statuses.map(() => 401));
});
