// Runs `npm start` once for all test files, with data of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../n8n/lines.ts';
import { guard, startProcess } from '../n8n/processes.ts';
import { waitFor } from '../n8n/waiting.ts';
import { freePorts } from '../n8n/settings.ts';
import type { Settings } from '../n8n/settings.ts';

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
  const [port = 0] = await freePorts(1);
  const command = ['--no-warnings', 'scripts/start/run.ts', '--data', folder, '--port', String(port)];
  const started = startProcess(process.execPath, command, process.env as Settings, root);
  stops.unshift(() => started.stop(60_000));
  const isReady = () => started.output().includes('Ctrl-C stops') || started.hasEnded();
  await waitFor(isReady, 300_000, 'the address of n8n');
  if (started.hasEnded()) throw new Error(`npm start has ended:\n${started.log()}`);

  const printed = (label: string) => new RegExp(`^ +${label} +(\\S.*)$`, 'm').exec(started.output())?.[1] ?? '';
  const { examples } = JSON.parse(readFileSync(join(folder, 'start.json'), 'utf8')) as {
    examples: Record<string, { workflowId: string }>;
  };
  const running: Running = {
    url: printed('n8n'),
    email: printed('Email'),
    password: printed('Password'),
    sandboxUrl: printed('Sandbox').replace(/\/docs$/, ''),
    mails: printed('Mails'),
    examples: Object.fromEntries(
      Object.entries(examples).map(([file, { workflowId }]) => [file.replace('.json', ''), workflowId]),
    ),
  };
  process.env['EDITOR_N8N'] = JSON.stringify(running);
}

export async function stopN8n(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
