// Runs a command like `node`, with this repository's own Node 24, after installing what is missing.
// `node scripts/ready.mjs && node …` would not work: the shell keeps using the `node` it found first.
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { makeReady, node24 } from './ready.mjs';

makeReady();
const PATH = [dirname(node24), process.env.PATH].join(delimiter);
const child = spawn(node24, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } });
// Ends with the child process. A terminal sends Ctrl-C to both; SIGTERM is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(`Node 24 cannot start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.removeAllListeners(signal ?? 'SIGTERM');
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
