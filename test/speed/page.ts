// Writes docs/making/performance.md from the results.
import { isLinear, megabytes, time, unitCosts } from './figures.ts';
import type { Result } from './results.ts';
import type { Finding } from './rows/row.ts';

type Cells = Array<string | undefined>;

/** A Markdown table, aligned so that its source is readable. A dash stands for a missing figure. */
export function table(header: string[], rows: Cells[]): string {
  const lines = [header, ...rows.map((row) => header.map((_, column) => row[column] ?? '–'))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const write = (line: string[]) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = lines;
  return [write(first), write(widths.map((width) => '-'.repeat(width))), ...others.map(write)].join('\n');
}

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

/** The targets and the measured figures. */
export function findingsTable(results: Result[]): string {
  const lines = results.flatMap((result) =>
    result.measured.findings.map((finding, index) => cellsOf(result, finding, index === 0)),
  );
  return table(['Work', 'Measure', 'Target', 'Ours', 'Peer', 'Baseline', 'Ratio', ''], lines);
}

/** The same work at several sizes: the cost of a unit must not rise. */
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

const measuredOn = (results: Result[]): string =>
  [...Map.groupBy(results, ({ on }) => on)]
    .map(([on, group]) => `- ${on}: ${group.map(({ row }) => row.title).join('; ')}`)
    .join('\n');

export const page = (results: Result[]): string => `<!-- written by npm run bench -->

# Performance

\`npm run bench\` measures each row side by side in one run: in n8n with binary data on disk, against a service
with fixed latency in its own process. *Ours* is this package, installed from its tarball. *Peer* is the same job built
from n8n's own nodes: HTTP Request for forms, Extract From File and HTTP Request for base64, the Webhook node for
callbacks. *Baseline* is a bare streaming client on the same machine that sends the same bytes with the same
concurrency. Compare the ratios: the absolute figures of each row are those of one run:

${measuredOn(results)}

Times are those of the node in n8n's own run data. Memory is the resident memory of the n8n process: its peak as
counted by the kernel (VmHWM), minus its memory at the start of the run. *Growth* is how much more that is than in a
workflow that only reads the same files. n8n is restarted before each of these runs, because memory that a run has used
stays resident and would hide what the next one adds. At 1× and 3×, our node and the reading are measured three times,
and the median counts.

${findingsTable(results)}

## Scaling

The cost of a unit of work, relative to the first size. Up to 1.30 counts as linear. Peers are measured at the first
size only.

${scalingTable(results)}

## Bottlenecks

${results.map(boundOf).join('\n\n')}
`;
