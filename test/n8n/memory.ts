// The memory of a process, as the kernel counts it (proc(5)). Linux only.
import { readFileSync, writeFileSync } from 'node:fs';

const KIB = 1024;

/** Its resident bytes now, and at their peak since `resetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * KIB;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
