import { ratio, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';

/** One target and its measured figure. */
export interface Finding {
  measure: string;
  target: string;
  ours: string;
  peer?: string | undefined;
  baseline?: string | undefined;
  /** The ratio to compare with the target, if it is one. */
  ratio?: string | undefined;
  reached: boolean;
}

/** Figures in milliseconds: ours, and what it is compared with. */
interface Compared {
  ours: number;
  peer?: number;
  baseline?: number;
}

/** What takes at most so many times as long as the peer or the baseline. */
export const atMost = (times: number, of: string, measure: string, { ours, peer, baseline }: Compared): Finding => {
  const other = baseline ?? peer ?? Number.NaN;
  return {
    measure,
    target: `≤ ${times} × ${of}`,
    ours: time(ours),
    ...(peer !== undefined && { peer: time(peer) }),
    ...(baseline !== undefined && { baseline: time(baseline) }),
    ratio: ratio(ours, other),
    reached: ours <= times * other,
  };
};

/** What has a limit of its own. */
export const limited = (
  measure: string,
  limit: number,
  ours: number,
  format: (figure: number) => string = String,
): Finding => ({ measure, target: `≤ ${format(limit)}`, ours: format(ours), reached: ours <= limit });

export const yes = (measure: string, reached: boolean): Finding => ({
  measure,
  target: 'yes',
  ours: reached ? 'yes' : 'no',
  reached,
});

/** The same work at another size. */
export interface Scaled {
  work: string;
  /** Multiple of the work at the first size. */
  times: number;
  milliseconds: number;
  /** Growth in bytes, in rows about memory. */
  growth?: number;
}

export interface Measured {
  findings: Finding[];
  scaled: Scaled[];
}

/** One measured job. */
export interface Row {
  /** Its name for `--row`. */
  name: string;
  title: string;
  /** The bottleneck, found with profiles. */
  bound: string;
  measure: (harness: BenchHarness, size: Size) => Promise<Measured>;
}

export interface Size {
  /** Multiples of the work to measure. */
  scales: number[];
  /** How often short work is measured. The median counts. */
  repeats: number;
  /** Fraction of the work: less than 1 with `--quick`. */
  share: number;
}

export const FULL: Size = { scales: [1, 3, 10], repeats: 3, share: 1 };
export const QUICK: Size = { scales: [1], repeats: 1, share: 0.1 };
