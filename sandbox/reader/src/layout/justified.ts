import type { TextItem } from '../reading.ts';

/** In ems: how exactly lines of justified text begin and end, how alike the blanks of one are, and the least wide ones. */
const [SAME_EDGE, ALIKE, BLANK, STRETCHED] = [0.12, 0.1, 0.25, 0.9];
/** In ems, from one line to the next. */
const NEXT_LINE = 1.65;
/** From so many words on, blanks that are alike are no gaps between columns. */
const FEWEST_WORDS = 3;

type Run = { items: TextItem[]; blank: number };

const endOf = ({ x, width }: TextItem) => x + width;
const gapsOf = (items: TextItem[]) => items.slice(1).map(({ x }, at) => x - endOf(items[at] as TextItem));

/**
 * The words before which a line of justified text has a wide blank. Such a line has blanks of one width from edge to edge
 * of its column, since the first word of the next line had no room in it; it fills its cell, or another line of the column has more words.
 */
export function justifiedWords(rows: TextItem[][]): Set<TextItem> {
  const sorted = rows.toSorted((a, b) => (a[0]?.y ?? 0) - (b[0]?.y ?? 0));
  const runs = sorted.flatMap((row, at) => runsOf(row).filter((run) => goesOn(run, sorted.slice(at + 1))));
  const full = runs.filter(({ items }) => items.length >= FEWEST_WORDS);
  const isOfColumn = ({ items }: Run) => {
    const [first, last] = [items[0], items.at(-1)] as [TextItem, TextItem];
    const areSame = (a: number, b: number) => Math.abs(a - b) < SAME_EDGE * first.size;
    const [left = 0, , right = 0] = first.cell ?? [];
    return (
      (first.cell && areSame(first.x - left, right - endOf(last))) ||
      full.some(
        (run) => areSame(first.x, run.items[0]?.x ?? 0) && areSame(endOf(last), endOf(run.items.at(-1) as TextItem)),
      )
    );
  };
  return new Set(runs.filter(isOfColumn).flatMap(({ items }) => items.slice(1)));
}

/** The longest runs of single words with wide blanks of one width. */
function runsOf(row: TextItem[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < row.length - 1; from++) {
    const first = row[from] as TextItem;
    let to = from + 1;
    const isNext = (item: TextItem | undefined) => {
      const gaps = gapsOf(row.slice(from, to + 1));
      return (
        item?.cell === first.cell &&
        Math.min(...gaps) > STRETCHED * first.size &&
        Math.max(...gaps) - Math.min(...gaps) < ALIKE * first.size
      );
    };
    while (to < row.length && isNext(row[to])) to++;
    const items = row.slice(from, to);
    const isText = items.filter(({ text }) => /^\p{L}/u.test(text)).length > items.length / 2;
    if (
      items.length < 2 ||
      !isText ||
      items.some(({ text, confidence }) => confidence !== undefined || /\S\s+\S/.test(text))
    )
      continue;
    runs.push({ items, blank: gapsOf(items)[0] as number });
    from = to - 2;
  }
  return runs;
}

/** Whether the first word of the line below had no room in this one, and most of its words are not below these. */
function goesOn({ items, blank }: Run, below: TextItem[][]): boolean {
  const [first, ...others] = items as [TextItem, ...TextItem[]];
  const { x, y, size } = first;
  for (const row of below) {
    const at = row.findIndex((item) => Math.abs(item.x - x) < SAME_EDGE * size);
    const next = row[at];
    if (!next) continue;
    if (next.y - y > NEXT_LINE * size) return false;
    if (next.y - y < BLANK * size) continue;
    const [word = ''] = next.text.trim().split(/\s+/);
    const width = (next.width * word.length) / next.text.trim().length;
    const inColumns = others.filter((other) => row.some((item) => Math.abs(item.x - other.x) < SAME_EDGE * size));
    return width + BLANK * size > (items.length - 1) * (blank - BLANK * size) && inColumns.length <= others.length / 2;
  }
  return false;
}
