// What must not outlive the tests, however they end: a shell waits for the end of its input, which comes with the end
// of this process.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Runs a shell command if this process ends before the guard is dismissed; the arguments are `$1`, `$2` … in it. */
export function guard(command: string, ...args: string[]): { dismiss: () => void } {
  // Jest hands tests a copy of `process` whose 'exit' never comes, and no handler would see a SIGKILL: hence another
  // process.
  const shell = spawn('sh', ['-c', `read -r order || { ${command}; }`, 'guard', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined).unref();
  const input = shell.stdin as unknown as Socket;
  input.on('error', () => undefined).unref();
  return { dismiss: () => void input.end('dismissed\n') };
}
