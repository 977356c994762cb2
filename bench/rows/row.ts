import type { BenchHarness } from '../harness.ts';

/** One thing that must be reached, and what was seen. */
export interface Finding {
  measure: string;
  target: string;
  ours: string;
  peer?: string | undefined;
  baseline?: string | undefined;
  /** What the target is about, where it is a ratio. */
  ratio?: string | undefined;
  reached: boolean;
}

/** The same work at another size. */
export interface Scaled {
  work: string;
  /** How many times the work of the first. */
  times: number;
  milliseconds: number;
  /** Bytes of growth, where the row is about memory. */
  growth?: number;
}

export interface Measured {
  findings: Finding[];
  scaled: Scaled[];
  /** What has to be known to read the figures. */
  notes: string[];
}

/** One line of the issue. */
export interface Row {
  /** What `--row` calls it. */
  name: string;
  title: string;
  /** What bounds it now, as profiles have shown. */
  bound: string;
  measure: (harness: BenchHarness, size: Size) => Promise<Measured>;
}

export interface Size {
  /** The multiples of the work it is done at. */
  scales: number[];
  /** How often what is quick is measured; the median counts. */
  repeats: number;
  /** A share of the work, for a quick look. */
  share: number;
}

export const FULL: Size = { scales: [1, 3, 10], repeats: 3, share: 1 };
export const QUICK: Size = { scales: [1], repeats: 1, share: 0.1 };
