// `npm run bench` measures every row in one run, prints the tables and writes docs/making/performance.md. `--row NAME` measures
// one row, `--quick` a tenth of the work once, `--profile` prints CPU profiles. Only a complete run writes the page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../n8n/lines.ts';
import { openHarness } from './harness.ts';
import { findingsTable, page, scalingTable } from './page.ts';
import type { Result } from './page.ts';
import { rows } from './rows/index.ts';
import { FULL, QUICK } from './rows/row.ts';
import type { Row } from './rows/row.ts';

const { values } = parseArgs({
  options: { row: { type: 'string', multiple: true }, quick: { type: 'boolean' }, profile: { type: 'boolean' } },
});

function chosenRows(names: string[] | undefined): Row[] {
  const unknown = names?.filter((name) => !rows.some((row) => row.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`Unknown row: ${unknown.join(', ')} (known: ${rows.map(({ name }) => name).join(', ')})`);
  return rows.filter(({ name }) => names?.includes(name) ?? true);
}

async function measureRows(chosen: Row[]): Promise<Result[]> {
  const harness = await openHarness({ profiles: values.profile === true });
  const results: Result[] = [];
  try {
    for (const row of chosen) {
      process.stderr.write(`${row.title} … `);
      const begun = Date.now();
      const measured = await row.measure(harness, values.quick ? QUICK : FULL).catch(failed);
      process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s\n`);
      if (!measured) continue;
      results.push({ row, measured });
      print([{ row, measured }]);
    }
  } finally {
    await harness.end();
  }
  return results;
}

/** The tables of what was measured. Each row is printed when it ends: a whole run takes an hour. */
function print(results: Result[]): void {
  console.log(`\n${findingsTable(results)}\n\n${scalingTable(results)}\n`);
  for (const { row, measured } of results) console.log(`${row.title}: ${measured.notes.join(' ')}`);
}

/** The other rows are still printed, but the page is not written. */
function failed(error: Error): undefined {
  process.stderr.write(`failed: ${error.message}, after `);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const results = await measureRows(chosenRows(values.row));
  if (results.length > 1) print(results);
  if (values.row || values.quick || values.profile || results.length < rows.length) return;
  writeFileSync(join(root, 'docs/making/performance.md'), page(results, new Date().toISOString().slice(0, 10)));
  console.log('Written to docs/making/performance.md');
}

void run();
