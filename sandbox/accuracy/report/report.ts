import { readFile, writeFile } from 'node:fs/promises';
import type { Suite, Wanted } from '../suite.ts';
import { goalTable } from './goals.ts';

/** A suite with what it has measured. */
export type Measured = { suite: Suite<unknown>; results: unknown[] };

/** What was wrong or missing, if that is asked for, then the tables of each suite. */
export const tablesOf = (all: Measured[], wanted: Wanted, details: boolean): string[] => [
  ...(details ? all.flatMap(({ suite, results }) => suite.details(results)) : []),
  ...all.flatMap(({ suite, results }) => suite.report(results, wanted)),
];

export const goalsOf = (all: Measured[]): string =>
  `### Goals\n\n${goalTable(all.flatMap(({ suite, results }) => suite.goals(results)))}`;

const PAGE = new URL('../../../docs/making/reader-figures.md', import.meta.url);
const BETWEEN_MARKERS = /(?<=<!-- accuracy: begin -->\n).*(?=\n<!-- accuracy: end -->)/s;

/** Writes the tables into the page of the docs. */
export async function writePage(text: string): Promise<void> {
  await writeFile(
    PAGE,
    (await readFile(PAGE, 'utf8')).replace(BETWEEN_MARKERS, () => text),
  );
}
