// Starts what `npm start` starts, once for all test files, with data of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guard } from '../n8n/processes.ts';
import { freePorts } from '../n8n/settings.ts';
import { DataFolder } from '../../scripts/start/dataFolder.ts';
import { start } from '../../scripts/start/start.ts';

/** What the tests must know of the running n8n. */
export interface Running {
  url: string;
  email: string;
  password: string;
  sandboxUrl: string;
  /** The folder with the mails that workflows send. */
  mails: string;
  /** IDs of the workflows, by the names of the example files. */
  examples: Record<string, string>;
}

const stops: Array<() => Promise<void>> = [];

export default async function startN8n(): Promise<void> {
  // An n8n that runs already, while a test is being written.
  if (process.env['EDITOR_N8N']) return;
  const folder = mkdtempSync(join(tmpdir(), 'n8n-editor-'));
  const removal = guard('sleep 1; rm -rf "$1"', folder);
  stops.push(async () => {
    rmSync(folder, { recursive: true, force: true });
    removal.dismiss();
  });
  const data = new DataFolder(folder);
  const [port] = await freePorts(1);
  const started = await start(data, port, (stop) => stops.unshift(stop));
  const running: Running = {
    url: started.host.url,
    email: started.email,
    password: started.password,
    sandboxUrl: started.sandbox.baseUrl,
    mails: started.mails,
    examples: Object.fromEntries(
      Object.entries(data.read().examples).map(([file, { workflowId }]) => [file.replace('.json', ''), workflowId]),
    ),
  };
  process.env['EDITOR_N8N'] = JSON.stringify(running);
}

export async function stopN8n(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
