import { readFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { groupPages, type DocumentOfPages } from '../../../reader/src/documents/grouping.ts';
import { meanScore } from '../../../reader/src/documents/present.ts';
import { withLanguage } from '../../../reader/src/documents/tags.ts';
import { S100 } from '../envelope.ts';
import { readInvoice, type InvoiceReading } from '../../../reader/src/documents/serviceInvoice/invoice.ts';
import { officialExtraction } from '../answers/officialInvoice.ts';
import { openSource, type SourceFile } from '../upload/source.ts';
import { countDocuments, operation } from './operation.ts';
import { parameter } from './parameters.ts';

const { file, fileUrl, filePassword } = parameter;

/** A larger original is not sent back. */
const LARGEST_DOWNLOAD = 20 * 1024 * 1024;

/** Operation 7. */
export const extractInvoice = operation({
  service: 'invoice-extraction',
  success: S100,
  errorsAs: 'list',
  parameters: Type.Object({ file, fileUrl, filePassword }),
  async answer(given, { services, folder }) {
    const source = await openSource(given, { folder, settings: services.settings });
    const documents = groupPages(await services.reader.read(source));
    const result = await Promise.all(documents.map((document) => item(document, source)));
    return { result, counted: countDocuments(documents.map(({ kind }) => kind)) };
  },
});

/** An invoice for goods has more to go by than its labels. */
function readingOf(document: DocumentOfPages): InvoiceReading {
  const reading = readInvoice(document.sections);
  if (document.kind?.id !== 'bra-danfe' || !document.fields) return reading;
  const fields = document.fields
    .filter(({ value }) => value !== null)
    .map(({ name, value, score }) => ({ name, value, score }));
  return { ...reading, fields, score: meanScore(fields) ?? 0 };
}

async function item(document: DocumentOfPages, source: SourceFile) {
  const { kind, text } = document;
  const tags = withLanguage(document.tags, text);
  const { score, fields, tables } = readingOf(document);
  const read = { source: 'iocr', fields, tables };
  const isServiceInvoice = kind?.id === 'bra-nfse';
  if (!isServiceInvoice) return { score, tags, extractions: [read] };
  const download = source.size <= LARGEST_DOWNLOAD ? (await readFile(source.path)).toString('base64') : null;
  const official = officialExtraction({ fields, tables }, { download, mimetype: source.format });
  // The town halls' records are not to be had here: what stands as official repeats what was read.
  return { score, tags: [...tags, 'source=synthetic'], extractions: [official, read] };
}
