// `npm run bench` measures every row, prints the tables and writes docs/making/performance.md. `--row NAME` measures one row
// anew, `--quick` a tenth of the work once, and writes nothing. What was measured stands in results.json, from which the page
// is written.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../n8n/lines.ts';
import { openHarness } from './harness.ts';
import { findingsTable, page, scalingTable } from './page.ts';
import { keep, lastResults, today } from './results.ts';
import { rows } from './rows/index.ts';
import { FULL, QUICK } from './rows/row.ts';
import type { Row } from './rows/row.ts';

const { values } = parseArgs({ options: { row: { type: 'string', multiple: true }, quick: { type: 'boolean' } } });

function chosenRows(names: string[] | undefined): Row[] {
  const unknown = names?.filter((name) => !rows.some((row) => row.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`Unknown row: ${unknown.join(', ')} (known: ${rows.map(({ name }) => name).join(', ')})`);
  return rows.filter(({ name }) => names?.includes(name) ?? true);
}

/** Whatever ends a run of an hour, what it has measured is kept. */
async function measureRows(chosen: Row[]): Promise<void> {
  const harness = await openHarness();
  try {
    for (const row of chosen) {
      process.stderr.write(`${row.title} … `);
      const begun = Date.now();
      const measured = await row.measure(harness, values.quick ? QUICK : FULL).catch(failed);
      process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s\n`);
      if (!measured) continue;
      const result = { row, measured, on: today() };
      console.log(`\n${findingsTable([result])}\n\n${scalingTable([result])}\n`);
      if (values.quick) continue;
      keep(result);
      writeFileSync(join(root, 'docs/making/performance.md'), page(lastResults()));
    }
  } finally {
    await harness.end();
  }
}

/** The other rows are still measured. */
function failed(error: Error): undefined {
  process.stderr.write(`failed: ${error.message}, after `);
  process.exitCode = 1;
}

void measureRows(chosenRows(values.row));
