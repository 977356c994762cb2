/**
 * The way into the reader: `openReader().readDocument(file, options)` reads a file; the functions here work on what was
 * read. Everything heavy is loaded with its first use, so importing this file takes no time.
 */
import './olderNode.ts';
import { DOCUMENT_TYPES } from './documents/types.ts';
import type { Term, TermComparison, TermMatch } from './documents/comparison/compareTerms.ts';
import type { InvoiceReading } from './documents/serviceInvoice/serviceInvoice.ts';
import type { Extraction } from './generative/readGenerative.ts';
import type { ModelEndpoint } from './generative/modelEndpoint.ts';
import type { ParsedAddress } from './addresses/readAddresses.ts';
import type { DocumentReading, DocumentType, PageReading } from './reading.ts';

export { openReader, type DocumentReader, type ReaderSettings } from './reader.ts';
export * from './reading.ts';
export type { Language } from './text/language.ts';
export type { InvoiceField } from './documents/serviceInvoice/serviceInvoice.ts';
export type { Extraction, InvoiceReading, ModelEndpoint, ParsedAddress, Term, TermComparison, TermMatch };

export { meanScore, pageFields, toNamedTables, type NamedTable } from './documents/values/namedFields.ts';
export { documentSections, type NamedSection } from './documents/sections.ts';
export { findPicture } from './input/signatures.ts';
export { editDistance } from './text/distance.ts';
export { standardName } from './text/naming.ts';
export { decodeVio, encodeVio, type Vio } from './documents/driverLicence/vioCode.ts';

const { id, type, stdType } = DOCUMENT_TYPES.paymentCard;
export const paymentCard: DocumentType = { id, type, stdType };

/** The invoice in a document: its fields under the service's names, and the table of goods or services. */
export async function readInvoice(document: DocumentReading): Promise<InvoiceReading> {
  const { readDocumentInvoice } = await import('./documents/serviceInvoice/serviceInvoice.ts');
  return readDocumentInvoice(document);
}

/** What the pages have for each term, and how alike it is. */
export async function compareTerms(pages: PageReading[], terms: Term[]): Promise<TermComparison> {
  const comparison = await import('./documents/comparison/compareTerms.ts');
  return comparison.compareTerms(pages, terms);
}

/**
 * Reads a document into head, records and clauses: by a language model where an endpoint is given, else by rules.
 * `tag` names the model of the request, `stdType` the type of document that is expected.
 */
export async function readGenerative(
  document: DocumentReading,
  request: { tag: string; stdType: string | null; endpoint: ModelEndpoint | null },
): Promise<Extraction> {
  const generative = await import('./generative/readGenerative.ts');
  return generative.readGenerative(document, request.tag, request.stdType, request.endpoint);
}

/** The postal addresses in a text, Brazilian ones in their parts; none if it holds no address. */
export async function readAddresses(text: string): Promise<ParsedAddress[]> {
  const addresses = await import('./addresses/readAddresses.ts');
  return addresses.readAddresses(text);
}
