// n8n's own commands: `n8n import:workflow`, `n8n execute` and the like.
import type { IRun } from 'n8n-workflow';
import { join } from 'node:path';
import type { Line } from './lines.ts';
import { n8nCommand } from './lines.ts';
import { startProcess } from './processes.ts';
import { freePorts, nodeFolder } from './settings.ts';
import type { Settings } from './settings.ts';

export const node = () => join(nodeFolder(), 'node');

/** Runs one command of n8n to its end. */
export async function runCommand(line: Line, args: string[], settings: Settings, userFolder: string) {
  // A command starts a broker for Code nodes too, which must not meet that of a running server.
  const [brokerPort] = await freePorts(1);
  const env = { ...settings, N8N_RUNNERS_BROKER_PORT: String(brokerPort) };
  const running = startProcess(node(), [n8nCommand(line), ...args], env, userFolder);
  return { code: await running.ended, printed: running.output(), log: running.log() };
}

/** The same for a command that has to succeed; gives what it printed. */
export async function mustRunCommand(
  line: Line,
  args: string[],
  settings: Settings,
  userFolder: string,
): Promise<string> {
  const { code, printed, log } = await runCommand(line, args, settings, userFolder);
  // An import that failed says so in its log only.
  if (code !== 0 || /^(An error occurred|Error:)/m.test(log))
    throw new Error(`n8n ${line} ${args.join(' ')}: exit code ${code}\n${log}`);
  return printed;
}

/**
 * Runs a workflow from its manual trigger; what it prints is the run data, that of a failed run between lines of its
 * log.
 */
export async function executeWorkflow(line: Line, id: string, settings: Settings, userFolder: string): Promise<IRun> {
  const { printed, log } = await runCommand(line, ['execute', `--id=${id}`, '--rawOutput'], settings, userFolder);
  const json = /^\{$[\s\S]*?^\}$/m.exec(printed)?.[0];
  if (!json) throw new Error(`n8n ${line} printed no run data:\n${log}`);
  return JSON.parse(json) as IRun;
}
