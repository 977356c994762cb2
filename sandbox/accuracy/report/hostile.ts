import { median } from '../../reader/src/statistics.ts';
import type { HostileResult } from '../hostile/measureHostile.ts';
import { section, table } from './tables.ts';

const MEGABYTE = 1_048_576;
/** What the sandbox and its processes may take together, in megabytes. */
const MEMORY_LIMIT = 2048;
const SLOW = 10;
const UNANSWERED = 599;

/** Time and memory by kind of file, then the files that took long or much, and whether the sandbox lived through them. */
export function hostileTable(results: HostileResult[]): string {
  const alive = results.filter(({ isAlive }) => isAlive).length;
  const notable = results.filter(({ seconds, memory }) => seconds > SLOW || memory > MEMORY_LIMIT * MEGABYTE);
  return section(
    'Hostile files',
    ['hostile files', 'sent', 'answered', 'read', 'median s', 'worst s', "Tesseract's median s", 'memory MB'],
    [...Map.groupBy(results, ({ extension }) => extension), ['all', results]],
    (of) => [
      String(of.length),
      String(of.filter(({ status }) => status !== UNANSWERED).length),
      String(of.filter(({ status }) => status === 200).length),
      seconds(median(of.map((result) => result.seconds))),
      seconds(Math.max(...of.map((result) => result.seconds))),
      seconds(median(of.flatMap(({ tesseract }) => tesseract ?? []))),
      megabytes(Math.max(...of.map(({ memory }) => memory))),
    ],
    `After ${alive} of ${results.length} a plain document was read at once.`,
    ...(notable.length > 0 ? [notableTable(notable)] : []),
  );
}

const notableTable = (results: HostileResult[]) =>
  table(
    [`over ${SLOW} s or ${MEMORY_LIMIT} MB`, 'status', 's', 'memory MB'],
    results.map((result) => [
      `${result.name} (${result.extension})`,
      String(result.status),
      seconds(result.seconds),
      megabytes(result.memory),
    ]),
  );

const seconds = (value: number | undefined) => value?.toFixed(1) ?? '–';
const megabytes = (bytes: number) => String(Math.round(bytes / MEGABYTE));
