// node scripts/node.mjs test/queue/run.ts [--short] [--row <part of a name>]: n8n in queue mode under load, interrupted,
// doubled, too early. The whole of it writes docs/making/scaling-measured.md.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../n8n/lines.ts';
import { missingPrograms } from './databases.ts';
import { openLab } from './lab.ts';
import type { Lab } from './lab.ts';
import { rows } from './rows.ts';
import type { Finding } from './rows.ts';
import { failures, goalsOfCallbacks, measuredPage, speed } from './page.ts';

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, row: { type: 'string' }, write: { type: 'boolean' } },
});
const isShort = values.short === true;
const writesPage = values.write === true || !isShort;
const part = values.row;

// The short form has a fifth of the rows.
const SCALE = isShort ? 0.2 : 1;
const LIMIT = (isShort ? 8 : 30) * 60_000;

/** What must be 0, unless the row says whose it is. */
const isRight = (finding: Finding): boolean =>
  finding.row.cause !== undefined || failures(finding) === finding.outcome.refused;

function describe({ row, outcome }: Finding): string {
  const { accepted, lost, refused, doubled, stuck, sentTwice, statuses, peaks, seconds, note, unfinishedAs } = outcome;
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const memory = Object.entries(peaks).map(([name, megabytes]) => `${name} ${megabytes}`);
  return [
    `${isRight({ row, outcome }) ? 'ok  ' : 'BAD '}${row.name}: ${accepted} rows in ${seconds.toFixed(1)} s`,
    `lost ${lost}${refused > 0 ? ` (${refused} refused with 503)` : ''}, doubled ${doubled}, sent twice ${sentTwice}`,
    [`stuck ${stuck}`, ...unfinishedAs].join(' '),
    answers.length > 0 ? `callbacks ${answers.join(', ')}, ${speed(outcome)}` : undefined,
    `MB ${memory.join(', ')}`,
    note,
  ]
    .filter(Boolean)
    .join('; ');
}

/** n8n keeps binary data in S3 only with a licence. What it says without one. */
async function s3Refusal(lab: Lab): Promise<string> {
  const log = await lab.cluster.refusal({ N8N_DEFAULT_BINARY_DATA_MODE: 's3' });
  return /S3 binary data storage requires a valid license\./.exec(log)?.[0] ?? log.trim().split('\n').at(-1) ?? '';
}

async function main(): Promise<number> {
  const missing = missingPrograms();
  if (missing.length > 0) throw new Error(`Install ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`);
  const begun = Date.now();
  const findings: Finding[] = [];
  const skipped: string[] = [];
  const lab = await openLab();
  process.stdout.write(`n8n is ready after ${Math.round((Date.now() - begun) / 1000)} s\n`);
  try {
    for (const row of rows) {
      if (part !== undefined && !row.name.includes(part)) continue;
      if ((isShort && !row.isShort) || Date.now() - begun > LIMIT) {
        skipped.push(row.name);
        continue;
      }
      await lab.cluster.useExpressionEngine(row.engine ?? 'legacy');
      const finding = { row, outcome: await row.run(lab, SCALE) };
      findings.push(finding);
      process.stdout.write(`${describe(finding)}\n`);
    }
    if (writesPage && part === undefined) {
      const s3 = await s3Refusal(lab);
      const minutes = Math.round((Date.now() - begun) / 60_000);
      const run = {
        date: new Date().toISOString().slice(0, 10),
        minutes,
        load: loadavg()[1] ?? 0,
        findings,
        skipped,
        s3,
      };
      writeFileSync(join(root, 'docs/making/scaling-measured.md'), measuredPage(run));
    }
  } finally {
    await lab.close();
  }
  for (const line of goalsOfCallbacks(findings)) process.stdout.write(`${line}\n`);
  for (const name of skipped) process.stdout.write(`not run: ${name}\n`);
  const wrong = findings.filter((finding) => !isRight(finding));
  process.stdout.write(`${findings.length - wrong.length} of ${findings.length} rows as they must be\n`);
  return wrong.length;
}

void main().then((wrong) => void (process.exitCode = wrong > 0 ? 1 : 0));
