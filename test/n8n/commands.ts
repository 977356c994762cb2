// n8n's commands that stay: the server, and in queue mode workers and webhook processes.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './lines.ts';
import { n8nCommand } from './lines.ts';
import { startProcess } from './processes.ts';
import type { Running } from './processes.ts';
import { nodeFolder } from './settings.ts';
import type { Settings } from './settings.ts';

const START_TIMEOUT = 240_000;

/** Starts a command of n8n, for example `['worker']`. Resolves when it is ready, as its log and others say. */
export async function startCommand(
  line: Line,
  args: string[],
  settings: Settings,
  userFolder: string,
  isReady: (log: string) => boolean | Promise<boolean>,
): Promise<Running> {
  const running = startProcess(join(nodeFolder(), 'node'), [n8nCommand(line), ...args], settings, userFolder);
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isReady(running.log()))) {
    const problem = running.hasEnded()
      ? 'ended while starting'
      : Date.now() > deadline
        ? `was not ready within ${START_TIMEOUT / 1000} s`
        : '';
    if (problem) {
      await running.kill();
      throw new Error(`n8n ${line} ${problem}: ${lineThatMatters(running.log())}\n\n${tidied(running.log())}`);
    }
    await sleep(100);
  }
  return running;
}

/** Starts n8n. Resolves when it serves webhooks and the REST API and has registered active workflows. */
export const startServer = (line: Line, settings: Settings, userFolder: string, url: string): Promise<Running> =>
  startCommand(
    line,
    ['start'],
    settings,
    userFolder,
    // `/healthz` responds long before the REST API does. n8n writes this line after it has registered active workflows.
    async (log) =>
      log.includes('Editor is now accessible via') &&
      (await responds(`${url}/healthz`)) &&
      (await responds(`${url}/rest/settings`)),
  );

/** The error that n8n ended with, or else what it said last. Warnings that come with each start are before it. */
function lineThatMatters(log: string): string {
  const lines = log.split('\n').filter((text) => /^\S/.test(text));
  return lines.findLast((text) => /^(?:\w*Error|FATAL ERROR): /.test(text)) ?? lines.at(-1) ?? 'it has printed nothing';
}

/** The end of what n8n has printed, without its hundreds of migrations. */
const tidied = (log: string): string =>
  log
    .split('\n')
    .filter((text) => !/^(?:Starting|Finished) migration /.test(text))
    .slice(-40)
    .join('\n');

async function responds(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
