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

/** What costs more for each unit of work, the more of it there is. */
function scaling(results: Result[]): string {
  const scaled = results.filter(({ measured }) => measured.scaled.length > 1);
  const others = scaled.flatMap(({ row, measured }) => {
    if (isLinear(measured.scaled)) return [];
    const [work, cost] = [measured.scaled.at(-1)?.work, unitCosts(measured.scaled).at(-1)?.toFixed(2)];
    return [`${row.title} (${cost} times at ${work})`];
  });
  return (
    'Each row was also measured with up to ten times the work. A unit of it then costs at most 1.30 times as much' +
    (others.length > 0 ? `, except in ${others.join(', ')}.` : '.')
  );
}

const boundOf = ({ row }: Result): string => `- ${row.title}: ${row.bound}`;

const measuredOn = (results: Result[]): string =>
  [...Map.groupBy(results, ({ on }) => on)]
    .map(([on, group]) => `- ${on}: ${group.map(({ row }) => row.title).join('; ')}`)
    .join('\n');

export const page = (results: Result[]): string => `<!-- written by npm run bench -->

# Performance

\`npm run bench\` measures each row in n8n, with binary data on disk, and writes this page (\`-- --row many\`: one
row anew; \`-- --quick\`: a first impression, which is not written). *Ours* is this package. *Peer* is the same
job built from n8n's own nodes: HTTP Request, Extract From File, the Webhook node. *Baseline* is a bare streaming client that sends the
same bytes. Compare the ratios: each row is one run.

${measuredOn(results)}

*Growth* is how much more the memory of n8n rises than in a workflow that only reads the same files.

${findingsTable(results)}

${scaling(results)}

## What bounds it

${results.map(boundOf).join('\n')}
`;
