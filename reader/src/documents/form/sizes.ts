import { textOf, type Labelled, type Run } from './labels.ts';

/** Letters that say how large a print is; of fewer only their own ink was measured. */
const ENOUGH = 3;

/** Marks and single letters are as large as what else is printed on the page. */
export function withUsualSizes({ labels, runs }: Labelled): Labelled {
  const sizes = runs
    .filter((run) => !isShort(run))
    .map(({ size }) => size)
    .toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return { labels, runs: runs.map((run) => (isShort(run) && run.size < usual ? { ...run, size: usual } : run)) };
}

const isShort = (run: Run) => run.words.some(({ confidence }) => confidence !== null) && textOf(run).length < ENOUGH;
