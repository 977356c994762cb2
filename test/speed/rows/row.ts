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
  /** Explanations of the figures. */
  notes: string[];
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
