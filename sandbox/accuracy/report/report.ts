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
const [BEGIN, END] = ['<!-- accuracy: begin -->', '<!-- accuracy: end -->'];

/** Writes the tables into the page of the docs. */
export const writePage = async (text: string): Promise<void> =>
  await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), text));

/** The page with the tables between its markers, or at its end if it has none. */
export function withTables(page: string, text: string): string {
  const block = `${BEGIN}\n${text}\n${END}`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n## Accuracy\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + END.length);
}
