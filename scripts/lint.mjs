// npm run lint: form, rules, which folder imports which, types. All of them run, so that one finding does not hide another.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ready.mjs';
import { FOLDERS } from './rooms.mjs';

const checks = {
  'Formatting (npm run format corrects it)': ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  Rules: ['eslint/bin/eslint.js', '--config', 'eslint.repository.mjs', '--max-warnings', '0', '.'],
  Imports: [
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', 'dependency-cruiser.config.mjs', '--output-type', 'err-long'],
    ...FOLDERS,
  ],
  'Types of the nodes': ['typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
  'Types of everything else': ['typescript/bin/tsc', '-p', 'tsconfig.check.json'],
};

const failed = Object.entries(checks).filter(([name, [script, ...options]]) => {
  console.log(name);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
