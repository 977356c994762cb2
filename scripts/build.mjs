// Builds dist/ if it is missing or older than its sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './ready.mjs';

const sources = ['nodes', 'credentials', 'gulpfile.js', 'tsconfig.json'];

/** The newest modification time, also of folders: they change when a file is added or removed. */
function newestIn(path) {
  const entry = statSync(path);
  const below = entry.isDirectory() ? readdirSync(path).map((name) => newestIn(join(path, name))) : [];
  return Math.max(entry.mtimeMs, ...below);
}

/** Whether dist/ is newer than its sources. */
export function isBuilt() {
  const built = join(root, 'dist/nodes/DocumentProcessing/DocumentProcessing.node.js');
  const newest = Math.max(...sources.map((name) => newestIn(join(root, name))));
  return existsSync(built) && statSync(built).mtimeMs >= newest;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !isBuilt()) {
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/gulp/bin/gulp.js'), 'build', '--silent'], {
      cwd: root,
      stdio: 'inherit',
    });
  } catch {
    console.error('The build failed: see the messages of the compiler above.');
    process.exit(1);
  }
}
