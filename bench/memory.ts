// Memory of a process as Linux counts it: what is resident, and the most that has been since the count was begun anew.
import { readFileSync, writeFileSync } from 'node:fs';

const KIB = 1024;

/**
 * Bytes resident now, and the most since `resetPeak`. The kernel keeps the peak (VmHWM): nothing is missed between two
 * looks.
 */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * KIB;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Lets the peak begin anew at what is resident now (proc(5), "clear_refs"). */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
