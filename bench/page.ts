// docs/performance.md, out of what was measured.
import { cpus, totalmem } from 'node:os';
import { isLinear, megabytes, time, unitCosts } from './figures.ts';
import type { Finding, Measured, Row } from './rows/row.ts';
import { table } from './table.ts';
import type { Cells } from './table.ts';

export interface Result {
  row: Row;
  measured: Measured;
}

const GIB = 2 ** 30;

const cellsOf = (
  { row }: Result,
  { measure, target, ours, peer, baseline, ratio, reached }: Finding,
  isFirst: boolean,
): Cells => [
  isFirst ? row.title : '',
  measure,
  target,
  ours,
  peer,
  baseline,
  ratio,
  reached ? 'reached' : '**not reached**',
];

/** What was aimed at, and what was seen. */
export function findingsTable(results: Result[]): string {
  const lines = results.flatMap((result) =>
    result.measured.findings.map((finding, index) => cellsOf(result, finding, index === 0)),
  );
  return table(['Work', 'Measure', 'Target', 'Ours', 'Peer', 'Baseline', 'Ratio', ''], lines);
}

/** The same work at more sizes: a unit of it must not cost more. */
export function scalingTable(results: Result[]): string {
  const lines = results.flatMap(({ row, measured: { scaled } }) => {
    const costs = unitCosts(scaled);
    return scaled.map(({ work, milliseconds, growth }, index): Cells => [
      index === 0 ? row.title : '',
      work,
      time(milliseconds),
      (costs[index] ?? 1).toFixed(2),
      growth === undefined ? undefined : megabytes(growth),
      index === scaled.length - 1 && scaled.length > 1 ? (isLinear(scaled) ? 'linear' : '**not linear**') : '',
    ]);
  });
  return table(['Row', 'Work', 'Wall', 'Cost of a unit', 'Memory', ''], lines);
}

const boundOf = ({ row, measured }: Result): string =>
  [`### ${row.title}`, row.bound, ...measured.notes].filter(Boolean).join('\n\n');

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${(totalmem() / GIB).toFixed(0)} GiB, Node ` +
  `${process.versions.node}`;

export const page = (results: Result[], day: string): string => `<!-- written by npm run bench -->

# Performance

Measured side by side in one run by \`npm run bench\`, in a real n8n 2.39 with binary data on disk, against a
service of fixed latency in a process of its own. *Ours* is this package, installed from its tarball; *Peer* is the
same job built of n8n's own nodes: HTTP Request with a form, Extract From File and HTTP Request for base64, the
Webhook node for callbacks. *Baseline* is a bare streaming client on the same machine, with the same bytes and as
many requests at a time. Ratios are what counts: absolute figures are those of this run, on ${machine()}, ${day}.

Time is that of the node in n8n's own run data. Memory is what the n8n process has resident, at its peak as the
kernel keeps it (VmHWM), from what it used when the run began; *growth* is how much more that is than in a workflow
that only reads the same files, each in an n8n started for it: what a run has touched stays resident, and would hide
what the next one adds. At 1× and 3× ours and the reading are done three times, and the one in the middle counts.

${findingsTable(results)}

## More of the same work

A unit of work costs so many times what it costs at first; up to 1.30 counts as linear. Peers are measured at the first size only.

${scalingTable(results)}

## What bounds each now

${results.map(boundOf).join('\n\n')}
`;
