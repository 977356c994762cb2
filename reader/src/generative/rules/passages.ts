import type { FieldReading, SectionReading, TableReading } from '../../reading.ts';

/** Lines that belong together, with what the layout found in them. */
export type Passage = { heading: string | null; lines: string[]; fields: FieldReading[]; tables: TableReading[] };

/** Says of a line whether something begins with it; it knows what began before. */
export type Begins = (line: string) => boolean;

/**
 * The sections of a document taken apart again where something begins inside them, and put together where nothing did.
 */
export function passagesOf(sections: SectionReading[], begins: Begins): Passage[] {
  const passages: Passage[] = [{ heading: null, lines: [], fields: [], tables: [] }];
  for (const section of sections) addSection(passages, section, begins);
  return passages.filter(({ heading, lines }) => heading !== null || lines.length > 0);
}

function addSection(passages: Passage[], section: SectionReading, begins: Begins): void {
  const first = passages.length - 1;
  const lines = [...(section.heading === null ? [] : [section.heading]), ...section.lines];
  for (const line of lines) {
    if (begins(line)) passages.push({ heading: line, lines: [], fields: [], tables: [] });
    else (passages.at(-1) as Passage).lines.push(line);
  }
  const touched = passages.slice(first);
  for (const field of section.fields) ownerOf(touched, field.label, field.value).fields.push(field);
  for (const table of section.tables)
    ownerOf(touched, table.headers[0] ?? '', table.headers[1] ?? null).tables.push(table);
}

/** Where a label stands with its value, else where it stands, else the last. */
function ownerOf(passages: Passage[], label: string, value: string | null): Passage {
  const start = (value ?? '').slice(0, 12);
  const holds = (wanted: string) => (passage: Passage) =>
    [passage.heading ?? '', ...passage.lines].some((line) => line.includes(wanted));
  const withLabel = passages.filter(holds(label));
  return withLabel.find(holds(start)) ?? withLabel.at(-1) ?? (passages.at(-1) as Passage);
}

/** The passage as running text, its heading in a line of its own; a word broken at the end of a line is whole again. */
export function textOf({ heading, lines }: Pick<Passage, 'heading' | 'lines'>): string {
  let text = '';
  for (const line of lines) {
    if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else text += (text === '' ? '' : ' ') + line;
  }
  return [heading ?? '', text]
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
