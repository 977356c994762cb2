// What is installed in an empty folder, as users install it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const OURS = /^(npm_(?!config_(registry|cafile))|NODE_(?!EXTRA_CA)|SANDBOX_|JEST_|INIT_CWD|ORT_)/;

/** The environment without the settings of the command that runs the tests. */
export const withoutSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));

/** The bytes of all files below a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

export interface InstalledSandbox {
  url: string;
  token: string;
  /** Waits until it prints such a line. */
  prints(text: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the command of an installed sandbox on a free port. */
export async function startInstalled(
  node: string,
  program: string,
  { options = [], env = {} }: { options?: string[]; env?: Record<string, string> },
): Promise<InstalledSandbox> {
  const child = spawn(node, [program, '--port', '0', ...options], {
    env: { ...withoutSettings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const prints = async (text: RegExp): Promise<void> => {
    while (!lines.some((line) => text.test(line))) {
      if (child.exitCode !== null) throw new Error(`The sandbox has ended: ${lines.join('\n')}`);
      await Promise.race([once(output, 'line'), once(child, 'exit')]);
    }
  };
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await prints(/http:\/\/\S+:\d+/);
  const [url = ''] = /http:\/\/\S+:\d+/.exec(lines.join('\n')) ?? [];
  return { url, token: 'sandbox-token', prints, stop };
}
