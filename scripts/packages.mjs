// Installs what a lock file lists, and shows how far it is: npm for this repository, pnpm for the projects inside it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clearInterval, setInterval } from 'node:timers';
import { step } from './progress.mjs';

const pnpmCli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules/pnpm/bin/pnpm.cjs');

/**
 * Runs `install` unless it has come to its end for this lock file before. npm's own record does not say so: an
 * interrupted installation may leave it behind, complete, beside a few folders.
 */
async function once(folder, lockFile, install) {
  const stamp = join(folder, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, lockFile)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  await install();
  writeFileSync(stamp, wanted);
}

/**
 * Installs what the lock file of this repository lists, unless it is there already. Not by `npm ci`: it rejects the
 * lock file if a registry lacks optional packages of other platforms, as some mirrors do.
 * @param {string} title
 * @param {string} folder
 */
export const installPackages = (title, folder) => once(folder, 'package-lock.json', () => npmInstall(title, folder));

async function npmInstall(title, folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const begun = join(folder, 'node_modules/.installing');
  if (existsSync(begun)) {
    if (isRunning(Number(readFileSync(begun))))
      throw new Error('Another command is installing the packages. Wait for its end, or delete node_modules.');
    // npm takes a package for installed that was written only in part: nothing of an interrupted installation is kept.
    const roots = new Set(Object.keys(packages).map((path) => path.split('node_modules/')[0]));
    for (const root of roots) rmSync(join(folder, root, 'node_modules'), { recursive: true, force: true });
  }
  mkdirSync(dirname(begun), { recursive: true });
  writeFileSync(begun, `${process.pid}`);
  // Optional packages are mostly those of other platforms. A link leads to a folder of this repository.
  const files = Object.entries(packages)
    .filter(([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link)
    .map(([path]) => join(folder, path, 'package.json'));
  await step(title, async (report) => {
    // The lock file has no addresses: npm asks the registry for that of each package before it downloads the first.
    let asked = 0;
    const onLine = (line) => {
      if (/^npm http .*(?<!\.tgz) \d+ms/.test(line)) asked++;
    };
    const timer = setInterval(() => {
      const installed = files.filter((file) => existsSync(file)).length;
      if (installed > 0) report(`downloading and unpacking, ${installed} of ${files.length} packages`);
      else report(`asking the registry, ${Math.min(asked, files.length)} of ${files.length} packages`);
    }, 1000);
    const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    await npm(args, folder, onLine).finally(() => clearInterval(timer));
  });
  rmSync(begun, { force: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Installs a project of its own, unless what its lock file lists is there already. By pnpm, which takes a third of
 * npm's time for the two thousand packages of n8n, and keeps on disk once what both lines share.
 * @param {string} title
 * @param {string} folder
 * @param {{ env?: NodeJS.ProcessEnv, prepare?: () => Promise<void> }} [options] `prepare` runs once it is installed
 */
export const installProject = (title, folder, { env, prepare } = {}) =>
  once(folder, 'pnpm-lock.yaml', async () => {
    await step(title, (report) => {
      let all = '';
      return pnpm(['install', '--frozen-lockfile', '--ignore-scripts'], folder, env, (line) => {
        const [, listed] = /^Packages: \+(\d+)/.exec(line) ?? [];
        if (listed) all = ` of ${listed}`;
        const [, reused, downloaded, added] =
          /^Progress: .* reused (\d+), downloaded (\d+), added (\d+)/.exec(line) ?? [];
        // pnpm unpacks most of them when it has them all.
        if (added) report(`downloaded ${Number(reused) + Number(downloaded)}${all} packages, unpacked ${added}`);
      });
    });
    await prepare?.();
  });

/** Runs npm, which ends when this process is told to end. Rejects with what went wrong and what to do. */
export const npm = (args, cwd, onLine) =>
  run('npm', ['npm'], [...args, `--loglevel=${onLine ? 'http' : 'error'}`], cwd, process.env, onLine);

/** Runs pnpm, as npm is run, and passes on the lines it prints. */
export const pnpm = (args, cwd, env, onLine) =>
  run('pnpm', [process.execPath, pnpmCli], [...args, '--reporter=append-only'], cwd, env, onLine);

function run(name, [command, ...file], args, cwd, env = process.env, onLine = () => {}) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    // As the leader of a process group it ends together with the compilers it has started.
    const child = spawn(command, [...file, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows, npm is a script of the shell.
      shell: isWindows && command === 'npm',
      detached: !isWindows,
    });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    // Killed: npm would take minutes to undo what the next installation deletes anyway.
    const end = (signal) => {
      child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
      process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
    };
    for (const signal of signals) process.on(signal, end);
    const done = () => {
      for (const signal of signals) process.off(signal, end);
    };
    // pnpm tells its errors among its other lines.
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        // Of requests and warnings none is the reason of a failure.
        if (!/^npm (?:http|warn) /.test(line)) output += `${line}\n`;
        onLine(line);
      });
    }
    child.on('error', () => {
      done();
      reject(new Error(`${name} cannot be started. Install Node.js with npm: https://nodejs.org`));
    });
    child.on('close', (code) => {
      done();
      if (code === 0) resolve();
      else
        reject(new Error(`"${name} ${args[0]}" ended with code ${code}. ${adviceOn(output)}\n\n${lastLines(output)}`));
    });
  });
}

const lastLines = (output) => output.trim().split('\n').slice(-15).join('\n');

function adviceOn(output) {
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(output)) ?? [];
  return advice ?? 'Its last lines:';
}

const ADVICE = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/,
    'It cannot reach its registry: check the network, and the settings "proxy" and "registry" of npm. Then run the same ' +
      'command again: what has been downloaded is kept.',
  ],
  [
    /ENOSPC/,
    'The disk is full: n8n and the packages of this repository take 3.3 GB. Make room and run the same command again.',
  ],
  [/EACCES|EPERM/, 'It may not write here: check who owns the folder, and run the same command again.'],
  [
    /gyp ERR|not found: make/,
    'A module must be compiled, which needs Python 3, make and a C++ compiler (Debian, Ubuntu: "apt-get install ' +
      'build-essential python3"; macOS: "xcode-select --install"). Then run the same command again.',
  ],
];
