import { expect } from '@jest/globals';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import type { Edges, TextItem } from '../../../sandbox/reader/src/reading.ts';
import { at, pairsIn, SMALL } from './pageOfItems.ts';

const PITCH = 12;
const BLANK = 3;
const SIZES = { '~': SMALL, '^': 12 };

/**
 * The texts of a page that is drawn with letters, each half an em wide: two blanks end a text, and so do the signs of
 * its print, *bold*, ~small~ and ^large^. Cells are drawn with lines, ─ and │, and bands with ─ alone. In
 * `@40,100 text` a text has its place, and perhaps its size (`@40,100/7 text`) or its other end (`@40-80,100 text`); the words
 * after `&40,100` are in letters of one width, each a text. Those behind `▭40,90,200,110` are in a cell with these edges.
 */
export const printed = (page: string, pitch = PITCH): TextItem[] => {
  const cells = new Map<string, Edges>();
  const lines = page.split('\n');
  const isRuling = (line: string) => /^─+$/.test(line);
  const cellAt = (row: number, column: number) => {
    const line = lines[row] as string;
    const sides = [
      line.lastIndexOf('│', column),
      lines.slice(0, row).findLastIndex(isRuling),
      line.indexOf('│', column),
      lines.findIndex((other, at) => at > row && isRuling(other)),
    ];
    const edges = sides.map((side, at) => (at % 2 === 0 ? 40 + 5 * side : 96 + pitch * side)) as Edges;
    const [top, bottom] = [sides[1] === -1 ? -Infinity : edges[1], sides[3] === -1 ? Infinity : edges[3]];
    if (sides.includes(-1))
      return [top, bottom].some(Number.isFinite) ? { band: [top, bottom] as [number, number] } : {};
    const cell = cells.get(edges.join()) ?? edges;
    cells.set(edges.join(), cell);
    return { cell };
  };
  return lines.flatMap((line, row) => {
    if (/^[@&]/.test(line)) return placed(line);
    const [box = '', edges = ''] = /^▭([\d,]+) /.exec(line) ?? [];
    if (box) {
      const cell = edges.split(',').map(Number) as Edges;
      return placed(line.slice(box.length)).map((item) => ({ ...item, cell }));
    }
    const items: TextItem[] = [];
    let end = 0;
    for (const { 0: written, index } of line.matchAll(/[*~^]+[^*~^]+[*~^]+|[^\s*~^─│]+(?: [^\s*~^─│]+)*/g)) {
      const [marks = ''] = /^[*~^]*/.exec(written) ?? [];
      const text = written.slice(marks.length, written.length - marks.length);
      const size = Object.entries(SIZES).find(([mark]) => marks.includes(mark))?.[1] ?? 10;
      const before = items.at(-1);
      const x = before && index === end + 1 ? before.x + before.width + BLANK : 40 + 5 * index;
      items.push({ ...at(x, 100 + pitch * row, text, size), bold: marks.includes('*'), ...cellAt(row, index) });
      end = index + written.length;
    }
    return items;
  });
};

function placed(line: string): TextItem[] {
  const texts = line.matchAll(/([@&])(-?[\d.]+)(?:-([\d.]+))?,([\d.]+)(?:\/([\d.]+))? (\*?)(.+?)\6(?= [@&]-?\d|$)/g);
  return [...texts].flatMap(([, sign, left, right, top, size = 10, mark, text = '']) => {
    const [x, y] = [Number(left), Number(top)];
    if (sign === '&')
      return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
        ...at(x + 6 * index, y, word),
        width: 6 * word.length,
      }));
    const item = { ...at(x, y, text, Number(size)), bold: mark === '*' };
    return [right === undefined ? item : { ...item, width: Number(right) - x }];
  });
}

/** What a page says: its fields and cells by label or header, null for what has no value. */
export function valuesOf(items: TextItem[]): Record<string, string | null> {
  const { sections } = readLayout(items, 1);
  const cells = sections.flatMap(({ tables }) =>
    tables.flatMap(({ headers, rows }) => rows.flatMap((row) => row.map((cell, column) => [headers[column], cell]))),
  );
  const fields = sections.flatMap((section) => section.fields).map(({ label, value }) => [label, value]);
  return Object.fromEntries([...cells, ...fields]) as Record<string, string | null>;
}

export type PrintedPage = { page: string; items: TextItem[]; said: string[] };

/**
 * Rules in a text: `# rule`, then pages, each with what it says. `= label: value | …` are all of its fields and cells,
 * `+ …` some of them, `- value`, `- label:` and `- label: value` what is none; – is no value. `% label: score | …` say how
 * sure values and `the table` are, with a number, or as "sure" and "unsure". `| cell | …` are the rows of its table, the
 * headers first, and `? sure | …` how sure the cells are of those below. `§ heading | …` are the headings of its sections,
 * and `! missing` or `! nothing` says whether something is left out. The lines of a page are 12 apart, those of `#6 rule` 6.
 */
export const rulesIn = (text: string): [rule: string, pages: PrintedPage[]][] =>
  text
    .split(/^#/m)
    .slice(1)
    .map((part) => {
      const [, pitch, rule = '', pages = ''] = /^(\d*) (.+)\n([^]*)/.exec(part) ?? [];
      const found = pages.matchAll(/((?:(?![=+|%?§!-]).*\n)+?)((?:[=+|%?§!-].*\n)+)/g);
      return [
        rule,
        [...found].map(([, page = '', said = '']) => ({
          page,
          items: printed(page, Number(pitch) || PITCH),
          said: said.trim().split('\n'),
        })),
      ];
    });

/** Fails unless the page is read as it says: as any layout, or by the rules of a type, which gave the values. */
export function expectSaid({ page, items, said }: PrintedPage, values = valuesOf(items)): void {
  const of = (sign: string) => said.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
  const [all, some, scores = {}] = ['=', '+', '%'].map((sign) => pairsIn(of(sign).filter(Boolean).join(' | ')));
  expect({ page, ...values }).toMatchObject({ page, ...some });
  if (said.some((line) => line.startsWith('=')))
    expect({
      page,
      ...Object.fromEntries(Object.entries(values).filter(([label, value]) => value !== null || label in (all ?? {}))),
    }).toEqual({ page, ...all });
  for (const none of of('-'))
    if (none.endsWith(':')) expect(Object.keys(values)).not.toContain(none.slice(0, -1));
    else if (none.includes(': ')) expect({ page, ...values }).not.toMatchObject(pairsIn(none));
    else expect(Object.values(values)).not.toContain(none);
  const { sections, leftOut } = readLayout(items, 1);
  const tables = sections.flatMap((section) => section.tables);
  const ofTables = tables.map(({ score }) => ({ label: 'the table', score: score ?? 0 }));
  const sureness = [...ofTables, ...sections.flatMap(({ fields }) => fields)].map(({ label, score }) => {
    const word = score < 0.9 ? 'unsure' : 'sure';
    return [label, scores[label] === word ? word : String(score)];
  });
  expect({ page, ...Object.fromEntries(sureness) }).toMatchObject({ page, ...scores });
  const [headers, ...rows] = of('|').map((row) => row.split(' | ').map((cell) => (cell === '–' ? null : cell)));
  if (headers) expect(tables).toMatchObject([{ headers, rows }]);
  const ofCells = tables[0]?.scores;
  const told = of('?').map((line, row) =>
    line.split(' | ').map((word, column) => {
      const score = ofCells?.[row]?.[column];
      if (word === '–' || /\d/.test(word)) return word === '–' ? word : String(score);
      // A cell without a value has no score.
      return score === null || Number(score) >= 0.9 ? 'sure' : 'unsure';
    }),
  );
  expect({ page, told: told.map((row) => row.join(' | ')) }).toEqual({ page, told: of('?') });
  for (const headings of of('§')) expect(sections.map(({ heading }) => heading ?? '–').join(' | ')).toBe(headings);
  for (const left of of('!')) expect([page, leftOut() === null ? 'nothing' : 'missing']).toEqual([page, left]);
}

/** Fails unless each text is read as its line says: `text = what is read`, – for nothing; ⏎ ends a line of the text. */
export function expectReadings(lines: string, read: (text: string) => unknown): void {
  const rows = lines.trim().split(/\n */);
  const told = rows.map((row) => {
    const [text = ''] = row.split(' = ');
    return `${text} = ${String(read(text.replaceAll('⏎', '\n')) ?? '') || '–'}`;
  });
  expect(told).toEqual(rows);
}
