// Runs a command like `node`, with this repository's own Node 24, after installing what is missing.
// `node scripts/ready.mjs && node …` would not work: the shell keeps using the `node` it found first.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { setInterval } from 'node:timers';
import { makeReady, node24, root } from './ready.mjs';

// npm passes a signal only to its shell, and nothing at all when it is killed: then the parent is another one.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1000).unref();
await makeReady();
const PATH = [dirname(node24), process.env.PATH].join(delimiter);
// Node keeps what it compiles, TypeScript too, so that the processes of a command start in half of the time.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node');
// Tests have an environment of their own, in which the reader cannot switch it off.
const env = { ...process.env, PATH, NODE_COMPILE_CACHE, ORT_DISABLE_TELEMETRY: '1' };
const child = spawn(node24, ['--no-warnings', ...process.argv.slice(2)], { stdio: 'inherit', env });
// Ends with the child process. A terminal sends Ctrl-C to both; the other signals are passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`Node 24 cannot start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal) process.removeAllListeners(signal);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
