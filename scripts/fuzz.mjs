// npm run fuzz [-- --runs 100000] [-- --seed 1]: broken and hostile answers, callbacks and uploads, many more than
// `npm run test:fuzz` sends. The seed is printed; with it and the same number of runs, a failure comes again.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './ready.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = values.runs ?? '100000';
const seed = values.seed ?? String(Date.now() % 0x7fffffff);
console.log(`${runs} answers and callbacks through the nodes, ${runs} uploads to the sandbox, seed ${seed}`);
const jest = [
  '--no-warnings',
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '-c',
  'test/unit/fuzz/jest.config.mjs',
  '--verbose',
];
const { status } = spawnSync(process.execPath, jest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed },
});
process.exit(status ?? 1);
