import { readFileSync } from 'node:fs';
import { page } from '../speed/page.ts';
import { lastResults } from '../speed/results.ts';
import { rows } from '../speed/rows/index.ts';

test('docs/making/performance.md says what was measured last of each row', () => {
  expect(readFileSync('docs/making/performance.md', 'utf8')).toBe(page(lastResults()));
  expect(lastResults()).toHaveLength(rows.length);
});
