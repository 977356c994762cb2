/**
 * The way into the reader: `openReader().readDocument(file, options)` reads a file; the functions here work on what was
 * read. Everything heavy is loaded with its first use, so importing this file takes no time.
 */
import './olderNode.ts';
import { DOCUMENT_TYPES } from './documents/types.ts';
import type { Term, TermMatch } from './documents/comparison/compareTerms.ts';
import type { ModelEndpoint, Reply } from './generative/modelEndpoint.ts';
import type { ParsedAddress } from './addresses/readAddresses.ts';
import type { DocumentType, PageReading } from './reading.ts';

export { openReader, type DocumentReader, type ReaderSettings } from './reader.ts';
export * from './reading.ts';
export type { Language } from './text/language.ts';
export type { InvoiceField, InvoiceReading } from './documents/serviceInvoice/serviceInvoice.ts';
export type { Made, Make } from './making.ts';
export type { ModelEndpoint, ParsedAddress, Term, TermMatch };

export { meanScore } from './documents/values/namedFields.ts';
export { findPicture } from './input/signatures.ts';
export { editDistance } from './text/distance.ts';
export { standardName } from './text/naming.ts';
export { decodeVio, encodeVio, type Vio } from './documents/driverLicence/vioCode.ts';

const { id, type, stdType } = DOCUMENT_TYPES.paymentCard;
export const paymentCard: DocumentType = { id, type, stdType };

/** Has a language model read the pages; `tag` names the model of the request. Its reply is one of the makings of a reader. */
export async function askModel(endpoint: ModelEndpoint, pages: PageReading[], tag: string): Promise<Reply> {
  const { readByModel } = await import('./generative/modelEndpoint.ts');
  return readByModel(endpoint, pages, tag);
}

/** The postal addresses in a text, Brazilian ones in their parts; none if it holds no address. */
export async function readAddresses(text: string): Promise<ParsedAddress[]> {
  const addresses = await import('./addresses/readAddresses.ts');
  return addresses.readAddresses(text);
}
