import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { kilobytes, median, ratio, time } from '../figures.ts';
import { lineFolder } from '../../n8n/lines.ts';
import type { BenchHarness } from '../harness.ts';
import { limited, type Row } from './row.ts';

const DESCRIPTION = 150_000;
const LOAD = 50;
const PACKED = 200_000;
const LOADS = 7;

interface Described {
  name: string;
}

/** Loads the nodes and credentials of the package in a process that has already loaded n8n's libraries, as n8n has. */
const LOADER = `
const { n8n } = require('./package.json');
const workflow = require('module').createRequire(process.argv[1]);
workflow('n8n-workflow'); workflow('luxon');
require('module').globalPaths.push(process.argv[2]);
const begun = performance.now();
for (const file of [...n8n.nodes, ...n8n.credentials]) {
  for (const exported of Object.values(require('./' + file))) new exported();
}
process.stdout.write(String(performance.now() - begun));`;

function loadTime(folder: string): number {
  const modules = join(lineFolder('2.41'), 'node_modules');
  const load = () =>
    Number(
      execFileSync(process.execPath, ['-e', LOADER, join(modules, 'n8n/package.json'), modules], {
        cwd: folder,
        env: { ...process.env, NODE_PATH: modules },
        encoding: 'utf8',
      }),
    );
  return median(Array.from({ length: LOADS }, load));
}

async function descriptions(harness: BenchHarness): Promise<{ ours: number; peer: number }> {
  const types = (await harness.host.nodeTypes()) as Described[];
  const sizeOf = (name: string) =>
    Math.max(0, ...types.filter((type) => type.name === name).map((type) => JSON.stringify(type).length));
  return {
    ours: sizeOf('n8n-nodes-document-processing.documentProcessing'),
    peer: sizeOf('n8n-nodes-base.httpRequest'),
  };
}

export const editor: Row = {
  name: 'editor',
  title: 'editor',
  bound: "Only the package's own files are loaded.",
  async measure(harness) {
    const folder = join(harness.host.userFolder, '.n8n/nodes/node_modules/n8n-nodes-document-processing');
    const { ours, peer } = await descriptions(harness);
    const withRatio = (measure: string, limit: number, figure: number, format: (figure: number) => string) => ({
      ...limited(measure, limit, figure, format),
      ratio: ratio(figure, limit),
    });
    return {
      findings: [
        { ...withRatio('node description', DESCRIPTION, ours, kilobytes), peer: kilobytes(peer) },
        withRatio('package load', LOAD, loadTime(folder), time),
        withRatio('npm pack', PACKED, statSync(harness.tarball).size, kilobytes),
      ],
      scaled: [],
    };
  },
};
