// The sample documents at a URL, for the examples that read documents by URL.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../test/n8n/lines.ts';

const FOLDER = join(root, 'sandbox/samples');

export interface SampleServer {
  url: string;
  close: () => Promise<void>;
}

/** Serves them to this machine only. */
export async function serveSamples(port: number): Promise<SampleServer> {
  const server = createServer(({ url = '' }, response) => {
    const name = basename(url);
    const isSample = name.endsWith('.pdf') && readdirSync(FOLDER).includes(name);
    if (isSample) response.setHeader('content-type', 'application/pdf').end(readFileSync(join(FOLDER, name)));
    else response.writeHead(404).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
