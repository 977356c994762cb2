import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedAddresses } from '../../../sandbox/accuracy/addresses.ts';
import { fieldsIn } from '../../../sandbox/accuracy/ablation/samples.ts';
import { generateDocument, GROUPS, planDocuments } from '../../../sandbox/accuracy/documents.ts';
import { compareForm } from '../../../sandbox/accuracy/forms/comparison.ts';
import { FORMS, printForm, type FormSort } from '../../../sandbox/accuracy/forms/forms.ts';
import { DOCUMENT_TYPES, type Place, type Size } from '../../../sandbox/accuracy/groundTruth.ts';
import { compareFields, type FieldResult } from '../../../sandbox/accuracy/metrics/fields.ts';
import type { Field } from '../../../sandbox/accuracy/service/client.ts';
import { randomFrom } from '../../../sandbox/accuracy/synthetic/random.ts';
import { documentSections } from '../../../sandbox/reader/src/documents/sections.ts';
import { splitDocuments } from '../../../sandbox/reader/src/documents/splitDocuments.ts';
import { pageFields, readAddresses, readGenerative, readInvoice } from '../../../sandbox/reader/src/index.ts';
import { pdfPages } from '../../../sandbox/reader/src/input/pdf.ts';
import { readPage } from '../../../sandbox/reader/src/page.ts';
import type { DocumentReading, PageReading, TextItem } from '../../../sandbox/reader/src/reading.ts';

/** Values that were not read as they are printed: `document, name: what is printed → what was read`. */
export type Misses = Record<'address' | 'layout' | 'recognised layout' | 'form' | 'recognised form', string[]>;

/** `offPage`: documents whose portrait or signature is not on the page. */
export type Generated = { values: number; misses: Misses; offPage: string[] };

const FORMS_OF_EACH_SORT = 5;

type Result = Pick<FieldResult, 'name' | 'truth' | 'read'> & { outcome: string };
type Compare = (read: Field[]) => Result[];

/** Reads generated addresses, a document of each layout, and forms: as a text layer has them, and as OCR may. */
export async function readGenerated(): Promise<Generated> {
  const misses: Misses = { address: [], layout: [], 'recognised layout': [], form: [], 'recognised form': [] };
  const offPage: string[] = [];
  let values = 0;
  const add = (kind: keyof Misses, of: string, results: Result[]) => {
    values += results.length;
    for (const { name, truth, read, outcome } of results)
      if (outcome !== 'exact') misses[kind].push(`${of}, ${name}: ${truth} → ${read}`);
  };
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  const path = join(folder, 'document.pdf');
  const read = async (kind: 'layout' | 'form', name: string, pdf: Buffer, compare: Compare) => {
    await writeFile(path, pdf);
    const pages: TextItem[][] = [];
    const file = { path, format: 'application/pdf', password: null, firstPage: 1, textOnlyPage: null };
    for await (const { items } of pdfPages(file, () => {})) pages.push(items);
    add(kind, name, compare(await fieldsOf(pages)));
    add(`recognised ${kind}`, name, compare(await fieldsOf(pages.map((items) => asRecognised(items, name)))));
  };
  for (const { text, fields } of [...generatedAddresses('known'), ...generatedAddresses('heldOut')])
    add('address', text, compareFields(fields, fieldsIn(await readAddresses(text))));
  for (const { pdf, truth, layout, name } of await Promise.all(planDocuments(EVERY).map(generateDocument))) {
    const cells = (truth.tables ?? []).flatMap(({ rows }) => rows.flatMap((row) => Object.entries(row)));
    const fields = [...truth.fields, ...cells.map(([name, value]) => ({ name, value }))].filter(({ value }) => value);
    await read('layout', name, pdf, (found) => compareFields(fields, found));
    for (const place of [truth.portrait, truth.signature])
      if (place && 'size' in layout && !isOn(layout.size, place)) offPage.push(name);
  }
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= FORMS_OF_EACH_SORT; at++) {
      const form = await printForm(sort, `test ${at}`);
      await read('form', `${sort} ${at}`, form.pdf, (found) => compareForm(form, found));
    }
  await rm(folder, { recursive: true });
  return { values, misses, offPage };
}

// Of codes nothing is read here.
const TYPES = DOCUMENT_TYPES.filter((type) => type !== 'vio');
const EVERY = { types: TYPES, degradations: ['pdf' as const], groups: [...GROUPS], seeds: 1 };

const isOn = (size: Size, { x, y, width, height }: Place) =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;

/** Weight is lost, baselines and sizes tremble. */
function asRecognised(items: TextItem[], seed: string): TextItem[] {
  const random = randomFrom(seed);
  return items.map(({ text, x, y, width, size }) => ({
    text,
    x: x + 0.1 * size * random.next(),
    y: y + 0.1 * size * random.next(),
    width,
    size: size * random.between(0.94, 1.06),
    bold: false,
    confidence: random.between(0.85, 0.99),
  }));
}

const SOURCE = {
  width: 595,
  isScan: () => Promise.resolve(false),
  pixels: () => Promise.reject(new Error('There is no picture')),
};
const OPTIONS = { barcodes: false, codesOnly: false, imageQuality: null, crops: false, tags: [], explain: false };

/** What the operations of the service answer to the texts of a document. */
async function fieldsOf(texts: TextItem[][]): Promise<Field[]> {
  const pages: PageReading[] = [];
  for (const [index, items] of texts.entries())
    if (items.length > 0) {
      const page = await readPage({ ...SOURCE, number: index + 1, items }, OPTIONS);
      pages.push({ ...page, source: items[0]?.confidence === undefined ? page.source : 'ocr' });
    }
  const answers = await Promise.all(splitDocuments(pages).map(answerTo));
  return fieldsIn([answers, pages.map((page) => pageFields(page))]);
}

async function answerTo(document: DocumentReading): Promise<unknown> {
  const { id, stdType = null } = document.documentType ?? {};
  if (id === 'bra-nfse') return readInvoice(document);
  const isGenerative = id === 'bra-registro-imovel' || id === 'bra-contrato-social';
  return isGenerative ? readGenerative(document, { tag: '', stdType, endpoint: null }) : documentSections(document);
}
