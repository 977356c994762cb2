import { describe, expect, test } from '@jest/globals';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { asRecognised, chance, randomPage, type RandomPage } from './randomPages.ts';

const PAGES = 80;
type Counts = { exact: number; wrong: number; missing: number; extra: number; cells: number; cellsWrong: number };

/** Fields by label and value, cells by table and place; what no field of the page is counts too. */
function count(counts: Counts, { truth }: RandomPage, sections: ReturnType<typeof readLayout>['sections']): void {
  const left = sections.flatMap(({ fields }) => fields).filter(({ value }) => value !== null);
  for (const [label, value] of truth.fields) {
    const same = left.filter((field) => field.label === label);
    const hit = same.find((field) => field.value === value) ?? same[0];
    if (hit) left.splice(left.indexOf(hit), 1);
    counts[!hit ? 'missing' : hit.value === value ? 'exact' : 'wrong']++;
  }
  counts.extra += left.length;
  const tables = sections.flatMap((section) => section.tables);
  for (const { headers, rows } of truth.tables) {
    const at = tables.findIndex((table) => table.headers.join() === headers.join());
    const [found] = at < 0 ? [] : tables.splice(at, 1);
    rows.forEach((row, index) =>
      row.forEach((cell, column) => counts[found?.rows[index]?.[column] === cell ? 'cells' : 'cellsWrong']++),
    );
  }
}

function measure(asItems: (page: RandomPage, seed: number) => RandomPage['items']): Counts {
  const counts = { exact: 0, wrong: 0, missing: 0, extra: 0, cells: 0, cellsWrong: 0 };
  for (let seed = 0; seed < PAGES; seed++) {
    const page = randomPage(seed);
    count(counts, page, readLayout(asItems(page, seed), 1).sections);
  }
  return counts;
}

const share = (part: number, ...others: number[]) => part / (part + others.reduce((sum, other) => sum + other, 0));

describe('random pages of labels, tables and sentences', () => {
  test('from a text layer nearly every field and cell is read, and almost none wrong', () => {
    const { exact, wrong, missing, extra, cells, cellsWrong } = measure(({ items }) => items);
    expect(share(exact, wrong, missing)).toBeGreaterThan(0.99);
    expect(share(wrong + extra, exact, missing)).toBeLessThan(0.003);
    expect(share(cells, cellsWrong)).toBeGreaterThan(0.99);
  });

  test('recognised, skewed and without bold, most are read, and hardly any wrong', () => {
    const { exact, wrong, missing, extra, cells, cellsWrong } = measure(({ items }, seed) =>
      asRecognised(items, chance(seed + 77)),
    );
    expect(share(exact, wrong, missing)).toBeGreaterThan(0.9);
    expect(share(wrong + extra, exact, missing)).toBeLessThan(0.005);
    expect(share(cells, cellsWrong)).toBeGreaterThan(0.99);
  });
});
