import { readAddresses } from '../reader/src/addresses/readAddresses.ts';
import { readDocumentInvoice } from '../reader/src/documents/serviceInvoice/serviceInvoice.ts';
import { documentSections } from '../reader/src/documents/sections.ts';
import { splitDocuments } from '../reader/src/documents/splitDocuments.ts';
import { pageFields } from '../reader/src/documents/values/namedFields.ts';
import { readGenerative } from '../reader/src/generative/readGenerative.ts';
import { pdfPages } from '../reader/src/input/pdf.ts';
import { readPage } from '../reader/src/page.ts';
import type { DocumentReading, PageReading, TextItem } from '../reader/src/reading.ts';
import { generatedAddresses } from './addresses.ts';
import { generateDocument, planDocuments, type SyntheticDocument } from './documents.ts';
import { compareForm } from './forms/comparison.ts';
import { FORMS, printForm, type FormSort } from './forms/forms.ts';
import { DOCUMENT_TYPES, type TrueField, type Truth } from './groundTruth.ts';
import { compareFields, type FieldResult } from './metrics/fields.ts';
import type { Field } from './service/client.ts';
import { withFile } from './service/temporaryFile.ts';
import { randomFrom } from './synthetic/random.ts';

/** Something to read without drawing or recognising a picture, and the comparison with what is true. */
export type Sample = {
  kind: 'address' | 'layout' | 'recognised layout' | 'form' | 'recognised form';
  name: string;
  document?: SyntheticDocument;
  read(): Promise<unknown>;
  compare(read: Field[]): FieldResult[];
};

// Of codes nothing is read here.
const TYPES = DOCUMENT_TYPES.filter((type) => type !== 'vio');

/** Addresses, documents of each layout, and forms of each sort: as a text layer has them, and as OCR may. */
export async function* generatedSamples(seeds: number, formsOfEachSort: number): AsyncGenerator<Sample> {
  for (const { text, fields } of [...generatedAddresses('known'), ...generatedAddresses('heldOut')])
    yield {
      ...{ kind: 'address', name: text },
      read: () => readAddresses(text),
      compare: (read) => compareFields(fields, read),
    };
  for (const plan of planDocuments({ types: TYPES, degradations: ['pdf'], seeds })) {
    const document = await generateDocument(plan);
    const fields = valuesOf(document.truth);
    yield* samplesOf('layout', plan.name, document.pdf, (read) => compareFields(fields, read), document);
  }
  for (const sort of Object.keys(FORMS) as FormSort[])
    for (let at = 1; at <= formsOfEachSort; at++) {
      const form = await printForm(sort, `test ${at}`);
      // Which lines are one text, only rulings and exact baselines tell.
      for await (const sample of samplesOf('form', `${sort} ${at}`, form.pdf, (read) => compareForm(form, read)))
        if (sort !== 'wrapped' || sample.kind === 'form') yield sample;
    }
}

async function* samplesOf(
  kind: 'layout' | 'form',
  name: string,
  pdf: Buffer,
  compare: Sample['compare'],
  document?: SyntheticDocument,
): AsyncGenerator<Sample> {
  const pages = await textOf(pdf);
  yield { kind, name, read: () => readTexts(pages), compare, ...(document ? { document } : {}) };
  const recognised = pages.map((items) => asRecognised(items, name));
  yield { kind: `recognised ${kind}`, name, read: () => readTexts(recognised), compare };
}

/** The values of fields, then those of cells. */
const valuesOf = ({ fields, tables = [] }: Truth): TrueField[] =>
  [
    ...fields,
    ...tables.flatMap(({ rows }) =>
      rows.flatMap((row) => Object.entries(row).map(([name, value]) => ({ name, value }))),
    ),
  ].filter(({ value }) => value);

const textOf = (pdf: Buffer): Promise<TextItem[][]> =>
  withFile(pdf, async (path) => {
    const file = { path, format: 'application/pdf', password: null, firstPage: 1, textOnlyPage: null };
    const pages: TextItem[][] = [];
    for await (const { items } of pdfPages(file, () => {})) pages.push(items);
    // A page without texts would be looked at as a picture.
    return pages.filter((items) => items.length > 0);
  });

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
  veiled: [],
  suspects: [],
  pictured: 0,
  written: 0,
  marks: [],
  pixels: () => Promise.reject(new Error('There is no picture')),
};
const OPTIONS = { barcodes: false, codesOnly: false, imageQuality: null, crops: false, tags: [], explain: false };

/** What the operations of the service answer to the texts of a document. */
async function readTexts(texts: TextItem[][]): Promise<unknown> {
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
