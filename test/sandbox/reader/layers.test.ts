// What the text layer of a PDF says, and what a person sees.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { compareForm } from '../../../sandbox/accuracy/forms/comparison.ts';
import { LAYERS, printLayers } from '../../../sandbox/accuracy/layers/pages.ts';
import { fieldsIn } from '../../../sandbox/accuracy/service/client.ts';
import { documentSections } from '../../../sandbox/reader/src/index.ts';
import { openReader, type DocumentReader } from '../../../sandbox/reader/src/reader.ts';

jest.setTimeout(120_000);

let folder = '';
let reader: DocumentReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'));
  reader = openReader({ workers: 1 });
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

async function readingOf(pdf: Buffer) {
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, pdf);
  const reading = await reader.readDocument({ path, format: 'application/pdf', password: null });
  return { ...reading, fields: fieldsIn(reading.documents.map(documentSections)) };
}

describe('of a page whose layer and drawing differ, what is seen is read, once, and nothing else', () => {
  test.each(Object.keys(LAYERS))('%s', async (name) => {
    const page = printLayers(name, 'test');
    const { fields } = await readingOf(page.pdf);
    expect(compareForm(page, fields).filter(({ outcome }) => outcome !== 'exact')).toEqual([]);
  });
});
