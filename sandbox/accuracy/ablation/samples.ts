import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { readAddresses } from '../../reader/src/addresses/readAddresses.ts';
import { readDocumentInvoice } from '../../reader/src/documents/serviceInvoice/serviceInvoice.ts';
import { documentSections } from '../../reader/src/documents/sections.ts';
import { splitDocuments } from '../../reader/src/documents/splitDocuments.ts';
import { pageFields } from '../../reader/src/documents/values/namedFields.ts';
import { readGenerative } from '../../reader/src/generative/readGenerative.ts';
import { pdfPages } from '../../reader/src/input/pdf.ts';
import { readPage } from '../../reader/src/page.ts';
import { openReader } from '../../reader/src/reader.ts';
import type { DocumentReading, PageReading, TextItem } from '../../reader/src/reading.ts';
import { withoutAccents } from '../../reader/src/text/normalise.ts';
import { generatedAddresses } from '../addresses.ts';
import { DEGRADATIONS } from '../degradations/degradations.ts';
import { generateDocument, GROUPS, planDocuments } from '../documents.ts';
import { compareForm } from '../forms/comparison.ts';
import { FORMS, printForm, type FormSort } from '../forms/forms.ts';
import type { TrueField, Truth } from '../groundTruth.ts';
import { compareFields } from '../metrics/fields.ts';
import type { Field } from '../service/client.ts';
import { randomFrom } from '../synthetic/random.ts';

/** Something to read, and whether each of its values is read right. */
export type Sample = { name: string; read(): Promise<unknown>; outcomes(read: Field[]): string[] };

/** Texts of pages that were read before, as `ablation/run.ts --record FOLDER` stores them. */
export type StoredReading = { name: string; pages: TextItem[][]; fields: TrueField[] };

/** Documents of each layout, and forms of each sort. */
const [COPIES, FORMS_OF_EACH_SORT] = [2, 15];

/** Generated documents, as a text layer has them and as OCR may, and addresses. */
export async function generatedSamples(): Promise<Sample[]> {
  const samples = [...generatedAddresses('known'), ...generatedAddresses('heldOut')].map(
    ({ text, fields }): Sample => ({
      name: text,
      read: async () => (await readAddresses(text)).map(({ components }) => components),
      outcomes: (read) => outcomesOf(compareFields(fields, read)),
    }),
  );
  for (const plan of planDocuments({ types: null, degradations: ['pdf'], groups: [...GROUPS], seeds: COPIES })) {
    const { pdf, truth } = await generateDocument(plan);
    const outcomes = (read: Field[]) => outcomesOf(compareFields(valuesOf(truth), read));
    samples.push(...samplesOf(plan.name, await textOf(pdf), outcomes));
  }
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= FORMS_OF_EACH_SORT; at++) {
      const name = `${sort} ablation ${at}`;
      const form = await printForm(sort, `ablation ${at}`);
      samples.push(...samplesOf(name, await textOf(form.pdf), (read) => outcomesOf(compareForm(form, read))));
    }
  return samples;
}

/** Reads the picture of each layout in each degradation, and stores its text with the true values. */
export async function recordReadings(folder: string): Promise<void> {
  const reader = openReader({ workers: 1 });
  const degradations = DEGRADATIONS.filter((degradation) => degradation !== 'pdf');
  await mkdir(folder, { recursive: true });
  for (const plan of planDocuments({ types: null, degradations, groups: [...GROUPS], seeds: 1 })) {
    const { name, bytes, truth } = await generateDocument(plan);
    const path = join(folder, name);
    await writeFile(path, bytes);
    const format = (await fileTypeFromBuffer(bytes))?.mime ?? '';
    const { pages } = await reader.readDocument({ path, format, password: null }, { explain: true });
    await rm(path);
    const stored: StoredReading = { name, pages: pages.map(({ items = [] }) => items), fields: valuesOf(truth) };
    await writeFile(`${path}.json`, JSON.stringify(stored));
  }
  await reader.close();
}

export async function storedSamples(folder: string): Promise<Sample[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const stored = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return stored.map((json) => {
    const { name, pages, fields } = JSON.parse(json) as StoredReading;
    return { name, read: () => readTexts(pages), outcomes: (read) => outcomesOf(compareFields(fields, read)) };
  });
}

const outcomesOf = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome);

/** The values of fields, then those of cells. */
export const valuesOf = ({ fields, tables = [] }: Truth): TrueField[] => [
  ...fields,
  ...tables.flatMap(({ rows }) => rows.flatMap((row) => Object.entries(row).map(([name, value]) => ({ name, value })))),
];

export async function textOf(pdf: Buffer): Promise<TextItem[][]> {
  const path = join(tmpdir(), `ablation-${process.pid}.pdf`);
  await writeFile(path, pdf);
  const pages: TextItem[][] = [];
  const file = { path, format: 'application/pdf', password: null, firstPage: 1, textOnlyPage: null };
  for await (const { items } of pdfPages(file, () => {})) pages.push(items);
  await rm(path);
  return pages;
}

function samplesOf(name: string, pages: TextItem[][], outcomes: Sample['outcomes']): Sample[] {
  const recognised = pages.map((items) => asRecognised(items, name).map(withoutAccent));
  return [
    { name, read: () => readTexts(pages), outcomes },
    { name: `${name} recognised`, read: () => readTexts(recognised), outcomes },
  ];
}

const withoutAccent = (item: TextItem): TextItem => ({ ...item, text: withoutAccents(item.text) });

/** Weight is lost, baselines and sizes tremble. */
export function asRecognised(items: TextItem[], seed: string): TextItem[] {
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
  veiled: [],
  suspects: [],
  pictured: 0,
  written: 0,
  marks: [],
  pixels: () => Promise.reject(new Error('There is no picture')),
};
const OPTIONS = { barcodes: false, codesOnly: false, imageQuality: null, crops: false, tags: [], explain: false };

/** What the operations of the service answer to the texts of a document. */
export async function readTexts(texts: TextItem[][]): Promise<unknown> {
  const pages: PageReading[] = [];
  for (const [index, items] of texts.entries()) {
    const reading = await readPage({ ...SOURCE, number: index + 1, items }, OPTIONS);
    const isRecognised = items.some(({ confidence }) => confidence !== undefined);
    pages.push(isRecognised ? { ...reading, source: 'ocr' } : reading);
  }
  const answers = await Promise.all(splitDocuments(pages).map(answersTo));
  return [answers, pages.map((page) => [page.document?.documentType.id, pageFields(page)])];
}

async function answersTo(document: DocumentReading): Promise<unknown> {
  const { id, stdType } = document.documentType ?? {};
  if (id === 'bra-nfse') return readDocumentInvoice(document);
  const isGenerative = id === 'bra-registro-imovel' || id === 'bra-contrato-social';
  return isGenerative ? readGenerative(document, '', stdType ?? null, null) : documentSections(document);
}
