import type { SectionReading, TableReading } from '../reading.ts';

/** A table that goes on over the end of a page with its header printed again is one table. */
export function joinTables(sections: SectionReading[]): SectionReading[] {
  const joined = sections.map((section) => ({ ...section, tables: [...section.tables] }));
  for (const [index, section] of joined.entries()) {
    const before = joined.slice(0, index).findLast(({ tables }) => tables.length > 0);
    const [last, first] = [before?.tables.at(-1), section.tables[0]];
    const isFirstOfPage = !joined
      .slice(0, index)
      .some(({ page, tables }) => page === section.page && tables.length > 0);
    if (!before || !last || !first || !isFirstOfPage || section.page !== pageAfter(before) || !isSameTable(last, first))
      continue;
    before.tables[before.tables.length - 1] = together(last, first);
    before.page = section.page;
    section.tables.shift();
  }
  return joined.map((section, index) => ({ ...section, page: sections[index]?.page ?? section.page }));
}

const pageAfter = ({ page }: SectionReading) => page + 1;

const isSameTable = (a: TableReading, b: TableReading) =>
  a.headers.length > 1 && a.headers.join('|') === b.headers.join('|');

function together(a: TableReading, b: TableReading): TableReading {
  const scores = [...scoresOf(a), ...scoresOf(b)];
  return {
    ...a,
    rows: [...a.rows, ...b.rows],
    score: Math.min(a.score, b.score),
    scores,
    ...(b.recognised ? { recognised: true } : {}),
  };
}

const scoresOf = ({ rows, score, scores }: TableReading) =>
  scores ?? rows.map((row) => row.map((cell) => (cell === null ? null : score)));
