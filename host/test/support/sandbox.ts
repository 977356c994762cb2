// The sandbox in a process of its own, as people start it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from '../../lines.ts';

export interface Sandbox {
  url: string;
  token: string;
  close: () => Promise<void>;
}

const TOKEN = 'sandbox-token';

export async function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, ['--no-warnings', 'sandbox/src/server.ts'], {
    cwd: root,
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_WORKERS: '1', SANDBOX_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const [url] = /http:\/\/\S+:\d+/.exec(line) ?? [];
  if (!url) throw new Error(`The sandbox does not start: ${line}`);
  const close = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url, token: TOKEN, close };
}
