// What was measured last of each row, in results.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { n8nCommand, NEWEST, root } from '../n8n/lines.ts';
import { rows } from './rows/index.ts';
import type { Measured, Row } from './rows/row.ts';

export interface Result {
  row: Row;
  measured: Measured;
  /** The day, n8n and the machine. */
  on: string;
}

const FILE = join(root, 'test/speed/results.json');
const GIB = 2 ** 30;

const readAll = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Omit<Result, 'row'>>;

export function lastResults(): Result[] {
  const all = readAll();
  return rows.flatMap((row) => (all[row.name] ? [{ row, ...(all[row.name] as Omit<Result, 'row'>) }] : []));
}

export function keep({ row, measured, on }: Result): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readAll(), [row.name]: { on, measured } }, null, 2)}\n`);
}

/** The day, n8n and the machine of what is measured now. */
export function today(): string {
  const { version } = createRequire(n8nCommand(NEWEST))('../package.json') as { version: string };
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${(totalmem() / GIB).toFixed(0)} GiB`;
  return `${new Date().toISOString().slice(0, 10)}, n8n ${version}, ${machine}, Node ${process.versions.node}`;
}
