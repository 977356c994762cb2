// npm run lint [-- --fix]: form, rules, which folder imports which, types. All of them run, so that one finding does not hide
// another, and side by side, because each works on one core. `--fix` puts every file into form.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './ready.mjs';
import { FOLDERS } from './rooms.mjs';

const { fix } = parseArgs({ options: { fix: { type: 'boolean' } } }).values;
const checks = {
  'Formatting (npm run lint -- --fix corrects it)': [
    'prettier/bin/prettier.cjs',
    fix ? '--write' : '--check',
    '--log-level',
    'warn',
    '.',
  ],
  Rules: ['eslint/bin/eslint.js', '--config', 'eslint.repository.mjs', '--max-warnings', '0', '.'],
  Imports: [
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', 'dependency-cruiser.config.mjs', '--output-type', 'err-long'],
    ...FOLDERS,
  ],
  'Types of the nodes': ['typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
  'Types of everything else': ['typescript/bin/tsc', '-p', 'tsconfig.check.json'],
};

/** Runs one and prints what it has found when it has ended. Whether it has found something. */
const fails = ([name, [script, ...options]]) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...options], { cwd: root });
    const found = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => found.push(bytes));
    child.on('close', (code) => {
      console.log(name);
      process.stdout.write(Buffer.concat(found));
      resolve(code !== 0);
    });
  });

const all = Object.entries(checks);
const results = await Promise.all(all.map(fails));
const failed = all.filter((_, index) => results[index]);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
