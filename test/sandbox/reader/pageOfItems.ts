import { expect } from '@jest/globals';
import { type PageContent, pageContent } from '../../../sandbox/reader/src/documents/classification/documentRules.ts';
import { classify } from '../../../sandbox/reader/src/documents/classify.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { readLayout } from '../../../sandbox/reader/src/layout/layout.ts';
import { withoutAccents } from '../../../sandbox/reader/src/text/normalise.ts';
import { targetedInText, type TargetedRecognition } from '../../../sandbox/reader/src/recognition/pageRecognition.ts';

/** Pieces of text as a text layer or an OCR engine gives them; a letter is half an em wide. */
export const at = (x: number, y: number, text: string, size = 10): TextItem => ({
  text,
  x,
  y,
  size,
  bold: false,
  width: text.length * size * 0.5,
});

/** The size of labels. */
export const SMALL = 7;

export const moved = (items: TextItem[], x: number, y: number): TextItem[] =>
  items.map((item) => ({ ...item, x: item.x + x, y: item.y + y }));

/** With other texts in the place of some. */
export const withTexts = (items: TextItem[], texts: Record<string, string>): TextItem[] =>
  items.map((item) => ({ ...item, text: texts[item.text] ?? item.text }));

/** With the texts of `text → other; text → other` in the place of some; – is one that was not recognised. */
const changed = (items: TextItem[], changes: string): TextItem[] => {
  const texts = changes.split('; ').map((change) => change.split(' → ') as [string, string]);
  return withTexts(items, Object.fromEntries(texts)).filter(({ text }) => text !== '–');
};

/** Fails unless a document with other texts is read as its line says: `text → other = name: value | name: –`. */
export async function expectChanged(items: TextItem[], lines: string): Promise<void> {
  const rows = lines.trim().split(/\n */);
  const told = rows.map(async (row) => {
    const [changes = '', said = ''] = row.split(' = ');
    const values = await valuesOf(changed(items, changes));
    const names = said.split(' | ').map((pair) => pair.replace(/: .*/, ''));
    return `${changes} = ${names.map((name) => `${name}: ${values[name] ?? '–'}`).join(' | ')}`;
  });
  expect(await Promise.all(told)).toEqual(rows);
}

/** Values by name: `name: value | name: value`; – is no value. */
export const pairsIn = (text: string): Record<string, string | null> =>
  Object.fromEntries(
    text
      .split('|')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => /^\s*(.+?): (.*?)\s*$/s.exec(pair) ?? [])
      .map(([, name = '', value = '']) => [name, value === '–' ? null : value]),
  );

const CONFIDENCE = 0.9;

/**
 * As an OCR engine gives them: accents lost, lines not quite straight, letters of long labels mistaken, blanks of every
 * other label lost.
 */
export const recognised = (items: TextItem[]): TextItem[] =>
  items.map((item, index) => {
    const text = withoutAccents(item.text);
    const isLabel = item.size === SMALL;
    return {
      ...item,
      text: isLabel ? misread(text, index) : text,
      y: item.y + (index % 3) - 1,
      x: item.x + (index % 2),
      confidence: CONFIDENCE,
    };
  });

const misread = (text: string, index: number) => {
  const letters = text.length > 8 ? text.replace(/L(?=[A-Z])/, 'I').replace(/O$/, '0') : text;
  return index % 2 === 0 ? letters.replaceAll(' ', '') : letters;
};

/** `recognition` replaces what the further readings of the page find. */
export const pageOf = (items: TextItem[], recognition: Partial<TargetedRecognition> = {}): PageContent =>
  pageContent({
    ...readLayout(items, 1),
    items,
    codes: [],
    recognition: { ...targetedInText(items), ...recognition },
  });

export const documentOf = (items: TextItem[], tags: string[] = []) => classify(pageOf(items), tags);

export const typeOf = async (items: TextItem[], ...tags: string[]) =>
  (await documentOf(items, tags))?.documentType.id ?? null;

export const fieldOf = async (items: TextItem[], wanted: string) =>
  (await documentOf(items))?.fields?.find(({ name }) => name === wanted);

/** Values by name; what could not be read is left out. */
export async function valuesOf(items: TextItem[], tags: string[] = []): Promise<Record<string, string>> {
  const fields = (await documentOf(items, tags))?.fields ?? [];
  return Object.fromEntries(fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}
