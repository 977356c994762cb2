import type { IExecuteFunctions } from 'n8n-workflow';

/** A stream as n8n gives it of what it has stored. */
export type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/**
 * A file whose bytes n8n holds, or that is opened only when it is sent, and opened again when the request is repeated.
 */
export class FileSource {
  constructor(
    readonly fileName: string,
    readonly mimeType: string,
    /** Bytes. */
    readonly size: number,
    /** Its bytes, or what opens it to be read in pieces of so many bytes. */
    readonly content: Uint8Array | ((piece: number) => Promise<StoredStream>),
  ) {}
}

export const fileOfBytes = (fileName: string, mimeType: string, bytes: Uint8Array): FileSource =>
  new FileSource(fileName, mimeType, bytes.length, bytes);
