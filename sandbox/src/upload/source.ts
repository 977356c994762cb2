import { wrongParameter } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { download } from './download.ts';
import { sniffFormat } from './sniff.ts';
import type { Upload, UploadFolder } from './upload.ts';

/** The parameters by which a document is given; operations accept some of them. */
export type SourceParameters = {
  file?: Upload;
  fileBase64?: Upload;
  fileUrl?: string;
  filePassword?: string;
};

/** A document on disk, known to be of a format that is read. */
export type SourceFile = { path: string; format: string; size: number; password: string | null };

export type SourceContext = { folder: UploadFolder; settings: Pick<Settings, 'maxUploadBytes' | 'downloadTimeoutMs'> };

export async function openSource(given: SourceParameters, context: SourceContext): Promise<SourceFile> {
  const password = passwordOf(given.filePassword);
  const upload = await uploadOf(given, context);
  if (upload.size === 0) throw wrongParameter('file', 'the file is empty');
  return { path: upload.path, size: upload.size, format: await sniffFormat(upload.path), password };
}

async function uploadOf(
  { file, fileBase64, fileUrl }: SourceParameters,
  { folder, settings }: SourceContext,
): Promise<Upload> {
  if (file) return file;
  if (fileBase64?.problem) throw wrongParameter('fileBase64', `fileBase64 ${fileBase64.problem}`);
  if (fileBase64) return fileBase64;
  if (!fileUrl) throw wrongParameter('file', 'neither a file nor fileUrl was sent');
  if (!URL.canParse(fileUrl)) throw wrongParameter('fileUrl', 'fileUrl is not a URL');
  return download(fileUrl, folder.newPath(), { bytes: settings.maxUploadBytes, timeoutMs: settings.downloadTimeoutMs });
}

export function passwordOf(encoded: string | undefined): string | null {
  if (!encoded) return null;
  const wellFormed = encoded.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (!wellFormed) throw wrongParameter('filePassword', 'filePassword is not base64 (RFC 4648)');
  return Buffer.from(encoded, 'base64').toString('utf8');
}
