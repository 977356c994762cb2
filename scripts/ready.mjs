// Installs what is missing, so that every command works in a fresh clone. Runs on any Node >= 20.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, npm } from './packages.mjs';
import { step } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that runs everything here: n8n 2 needs version 24, whatever the machine has. */
export const node24 = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

export async function makeReady() {
  try {
    await installPackages('Installing the packages of this repository (once, 1.5 GB)', root);
    // The npm package `node` downloads its binary in an install script, the only one we run.
    if (!existsSync(node24))
      await step('Downloading Node.js 24', () => npm(['rebuild', 'node', '--ignore-scripts=false'], root));
    if (!existsSync(node24))
      throw new Error(`npm did not install ${node24}. Delete node_modules and run the same command again.`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeReady();
