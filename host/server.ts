// `n8n start`, from the first line of its log to the last of its processes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './lines.ts';
import { n8nCommand } from './lines.ts';
import { node } from './command.ts';
import { startProcess } from './processes.ts';
import type { Running } from './processes.ts';
import type { Settings } from './settings.ts';

const patience = 120_000;

/** Starts n8n and comes back when webhooks and the REST API are served and active workflows are registered. */
export async function startServer(line: Line, settings: Settings, userFolder: string, url: string): Promise<Running> {
  const running = startProcess(node(), [n8nCommand(line), 'start'], settings, userFolder);
  const deadline = Date.now() + patience;
  while (!(await isReady(running, url))) {
    const problem = running.hasEnded()
      ? 'ended while starting'
      : Date.now() > deadline
        ? `was not ready within ${patience / 1000} s`
        : '';
    if (problem) {
      await running.kill();
      throw new Error(`n8n ${line} ${problem}:\n${running.log()}`);
    }
    await sleep(100);
  }
  return running;
}

async function isReady(running: Running, url: string): Promise<boolean> {
  // `/healthz` answers long before the REST API is mounted; this line is written after active workflows are registered.
  if (!running.log().includes('Editor is now accessible via')) return false;
  return (await answers(`${url}/healthz`)) && (await answers(`${url}/rest/settings`));
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
