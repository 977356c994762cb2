// n8n's command line: `n8n import:workflow` and the like, and the server, `n8n start`.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './lines.ts';
import { n8nCommand } from './lines.ts';
import { startProcess } from './processes.ts';
import type { Running } from './processes.ts';
import { freePorts, nodeFolder } from './settings.ts';
import type { Settings } from './settings.ts';

const node = () => join(nodeFolder(), 'node');

/** Runs a command that has to succeed, and returns its output. */
export async function runCommand(line: Line, args: string[], settings: Settings, userFolder: string): Promise<string> {
  // Commands start a task broker for Code nodes too. Its port must differ from that of a running server.
  const [brokerPort] = await freePorts(1);
  const env = { ...settings, N8N_RUNNERS_BROKER_PORT: String(brokerPort) };
  const running = startProcess(node(), [n8nCommand(line), ...args], env, userFolder);
  const code = await running.ended;
  // A failed import exits with code 0 and only logs the error.
  if (code !== 0 || /^(An error occurred|Error:)/m.test(running.log()))
    throw new Error(`n8n ${line} ${args.join(' ')}: exit code ${code}\n${running.log()}`);
  return running.output();
}

const START_TIMEOUT = 240_000;

/** Starts n8n. Resolves when it serves webhooks and the REST API and has registered active workflows. */
export async function startServer(line: Line, settings: Settings, userFolder: string, url: string): Promise<Running> {
  const running = startProcess(node(), [n8nCommand(line), 'start'], settings, userFolder);
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await isReady(running, url))) {
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

async function isReady(running: Running, url: string): Promise<boolean> {
  // `/healthz` responds long before the REST API does. n8n writes this line after it has registered active workflows.
  if (!running.log().includes('Editor is now accessible via')) return false;
  return (await responds(`${url}/healthz`)) && (await responds(`${url}/rest/settings`));
}

async function responds(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
