import { textList } from '../../text/pattern.ts';

/** What documents of a type print: the labels of their fields by name, and other texts that are no values. */
export type Vocabulary = { labels: Record<string, string[]>; others: string[] };

/**
 * A vocabulary written as a table: `name: label | label` for each field, over as many lines as it takes, and `others:`
 * with the texts that are no label of a field.
 */
export function vocabularyOf(table: string): Vocabulary {
  const rows = table.trim().split(/\n(?=\w+:)/);
  const { others = [], ...labels } = Object.fromEntries(
    rows.map((row) => [row.slice(0, row.indexOf(':')), textList(row.slice(row.indexOf(':') + 1))]),
  );
  return { labels, others };
}
