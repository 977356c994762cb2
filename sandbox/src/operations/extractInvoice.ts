import { readFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { groupPages, type DocumentOfPages } from '../answers/grouping.ts';
import { tagsOf } from '../kinds/tags.ts';
import { S100 } from '../envelope.ts';
import { readInvoice } from '../invoice/invoice.ts';
import { officialExtraction } from '../invoice/official.ts';
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

async function item({ kind, sections, text }: DocumentOfPages, source: SourceFile) {
  const { score, fields, tables } = readInvoice(sections);
  const read = { source: 'iocr', fields, tables };
  const isServiceInvoice = kind?.id === 'bra-nfse';
  if (!isServiceInvoice) return { score, tags: tagsOf(text, kind), extractions: [read] };
  const download = source.size <= LARGEST_DOWNLOAD ? (await readFile(source.path)).toString('base64') : null;
  const official = officialExtraction({ fields, tables }, { download, mimetype: source.format });
  // The town halls' records are not to be had here: what stands as official repeats what was read.
  return { score, tags: [...tagsOf(text, kind), 'source=synthetic'], extractions: [official, read] };
}
