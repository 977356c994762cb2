// Runs its arguments as `node` would, on this repository's own Node 24, with everything installed.
// `node scripts/ready.mjs && node …` does not do it: a shell that has found one `node` does not look for another.
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { makeReady, node24 } from './ready.mjs';

makeReady();
const PATH = [dirname(node24), process.env.PATH].join(delimiter);
const child = spawn(node24, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } });
// Ends when the other has ended. A terminal sends Ctrl-C to both; what else ends this process is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(`Node 24 does not start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.removeAllListeners(signal ?? 'SIGTERM');
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
