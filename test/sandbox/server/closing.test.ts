import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const APP = pathToFileURL(join(import.meta.dirname, '../../../sandbox/server/app.ts')).href;

/** Closes a sandbox while it reads a thousand addresses, and stays until it has read them. */
const PROGRAM = `
  const { buildApp } = await import('${APP}');
  const app = await buildApp({ workers: 1 });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const sent = fetch(address + '/process-text/multi-address-parsing', {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' },
    body: JSON.stringify({ contents: Array.from({ length: 1000 }, () => ({ text: 'Rua A, 1' })) }),
  }).catch(() => undefined);
  for (let open = 0; open === 0; ) {
    const { requests } = await (await fetch(address + '/_sandbox/requests')).json();
    open = requests.length;
  }
  await app.close();
  await sent;
  console.log('closed');
`;

test('a request that is under way when the sandbox closes leaves nothing in its log', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '-e',
    PROGRAM,
  ]);
  expect(stdout).toBe('closed\n');
}, 60_000);
