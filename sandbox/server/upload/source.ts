import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import { findPicture } from 'document-processing-reader';
import { unsupportedFormat, wrongParameter } from '../errors.ts';
import { addressesOf } from '../outgoing.ts';
import { OWN_REQUEST, reachedAs, type Settings } from '../settings.ts';
import { Upload, type UploadFolder } from './upload.ts';

/** The parameters that hold a document; each operation accepts some of them. */
export type SourceParameters = {
  file?: Upload;
  fileBase64?: Upload;
  fileUrl?: string;
  filePassword?: string;
};

/** A document on disk, in a format that can be read. */
export type SourceFile = { path: string; format: string; size: number; password: string | null };

export type SourceContext = {
  folder: UploadFolder;
  settings: Pick<Settings, 'maxUploadBytes' | 'downloadTimeoutMs' | 'readingTimeoutMs' | 'localhost'>;
};

/** Finds the document of a request, downloads it if needed, and checks its format. */
export async function openSource(given: SourceParameters, context: SourceContext): Promise<SourceFile> {
  const password = decodePassword(given.filePassword);
  const upload = await uploadOf(given, context);
  if (upload.size === 0) throw wrongParameter('file', 'the file is empty');
  const parameter = upload === given.file || upload === given.fileBase64 ? 'file' : 'fileUrl';
  const source = { path: upload.path, size: upload.size, format: await detectFormat(upload.path, parameter), password };
  context.folder.document = source;
  return source;
}

async function uploadOf(
  { file, fileBase64, fileUrl }: SourceParameters,
  { folder, settings }: SourceContext,
): Promise<Upload> {
  // An operation checks the parameters it knows. Of the others one may have the name of a file and be a text.
  if (file instanceof Upload) return file;
  if (fileBase64 instanceof Upload) {
    if (fileBase64.problem) throw wrongParameter('fileBase64', `fileBase64 ${fileBase64.problem}`);
    return fileBase64;
  }
  if (!fileUrl) throw wrongParameter('file', 'neither a file nor fileUrl was sent');
  if (!URL.canParse(fileUrl)) throw wrongParameter('fileUrl', 'fileUrl is not a URL');
  return download(fileUrl, folder, settings);
}

/** Decodes `filePassword`. */
export function decodePassword(encoded: string | undefined): string | null {
  if (!encoded) return null;
  const wellFormed = encoded.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (!wellFormed) throw wrongParameter('filePassword', 'filePassword is not base64 (RFC 4648)');
  return Buffer.from(encoded, 'base64').toString('utf8');
}

const MAXIMUM_REDIRECTS = 5;

/** Downloads `fileUrl`. It follows redirects itself, to check each address and to limit their number. */
async function download(url: string, folder: UploadFolder, settings: SourceContext['settings']): Promise<Upload> {
  const { downloadTimeoutMs, readingTimeoutMs, maxUploadBytes } = settings;
  const stopped = new AbortController();
  const stop = (why: string) => () => stopped.abort(new Error(`it took too long: ${why}`));
  const silent = setTimeout(stop(`nothing came for ${downloadTimeoutMs / 1000} seconds`), downloadTimeoutMs);
  const seconds = readingTimeoutMs / 1000;
  const late = setTimeout(stop(`more than ${seconds} seconds (SANDBOX_READING_TIMEOUT)`), readingTimeoutMs);
  try {
    const response = await follow(new URL(url), settings, stopped.signal);
    return await save(response, folder, maxUploadBytes, () => silent.refresh());
  } catch (error) {
    const { aborted, reason } = stopped.signal;
    throw wrongParameter(
      'fileUrl',
      `fileUrl could not be downloaded (${reasonOf((aborted ? reason : error) as Error)})`,
    );
  } finally {
    clearTimeout(silent);
    clearTimeout(late);
  }
}

async function follow(
  url: URL,
  settings: SourceContext['settings'],
  signal: AbortSignal,
  left = MAXIMUM_REDIRECTS,
): Promise<Response> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`the scheme ${url.protocol} is not http or https`);
  // The message of `fetch` would repeat it.
  if (url.username || url.password) throw new Error('it has a user name or password, so it is not public');
  const called = reachedAs(url, settings);
  // `fetch` has a look-up for each request, as long as it may take.
  signal.throwIfAborted();
  await Promise.race([addressesOf(called.hostname.replace(/^\[|\]$/g, '')), once(signal, 'abort')]);
  // A server may just close a connection that is used again.
  const headers = { ...OWN_REQUEST, connection: 'close' };
  const response = await fetch(called, { signal, redirect: 'manual', headers });
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || !location) return response;
  await response.body?.cancel();
  if (left === 0) throw new Error('too many redirects');
  // Headers are read as Latin-1, and many servers write UTF-8.
  const bytes = Buffer.from(location, 'latin1');
  return follow(new URL(isUtf8(bytes) ? bytes.toString() : location, url), settings, signal, left - 1);
}

async function save(response: Response, folder: UploadFolder, maximum: number, cameMore: () => void): Promise<Upload> {
  // 206 is a part of the file.
  if (!response.ok || response.status === 206) throw new Error(`HTTP ${response.status}`);
  if (!response.body) throw new Error('the answer is empty');
  const file = folder.newFile();
  try {
    for await (const chunk of response.body) {
      cameMore();
      file.write(chunk);
      if (file.size > maximum) throw new Error(`the file is larger than ${maximum} bytes`);
    }
    if (file.size === 0) throw new Error('the answer is empty');
  } catch (error) {
    file.abandon();
    throw error;
  }
  return file.end();
}

function reasonOf(error: Error): string {
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? code ?? cause?.message ?? message;
}

const IMAGES = ['image/jpeg', 'image/png', 'image/tiff', 'image/webp', 'image/gif', 'image/bmp'];
/** PDF readers accept some bytes before the header. */
const PDF_HEADER_WITHIN = 1024;
/** file-type would look for the TIFF directory, which is often at the end of the file. */
const TIFF_SIGNATURES = ['II*\0', 'MM\0*'];

const READ = 'PDF, JPEG, PNG, TIFF, WebP, GIF and BMP are read';

/** How a web page begins: a declaration or comments, then one of the tags by which browsers know a page. */
const WEB_PAGE =
  /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[^])*-->)*<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|iframe|div|table)[\s>/]/i;

/** Detects the format from the content; the file's name and declared type are ignored. */
export async function detectFormat(path: string, parameter: 'file' | 'fileUrl' = 'file'): Promise<string> {
  const start = firstBytes(path, 4200);
  // Links to share a file and to sign in answer so. Each letter may take two bytes, behind a mark of their order.
  if (WEB_PAGE.test(start.toString('latin1').replace(/[\0\xef\xbb\xbf\xfe\xff]/g, '')))
    throw unsupportedFormat(
      parameter === 'fileUrl'
        ? 'fileUrl answered with a web page instead of the file; send the address that downloads the file itself'
        : `a web page (${READ})`,
      parameter,
    );
  if (start.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'application/pdf';
  if (TIFF_SIGNATURES.includes(start.subarray(0, 4).toString('latin1'))) return 'image/tiff';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(start))?.mime;
  if (found && IMAGES.includes(found)) return found;
  // A picture behind stray bytes; a known format that contains one is not a picture.
  const picture = found ? null : findPicture(start);
  if (picture) return picture.format;
  throw unsupportedFormat(`${found ?? 'content of an unknown format'} (${READ})`, parameter);
}

function firstBytes(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(count);
    return start.subarray(0, readSync(file, start, 0, count, 0));
  } finally {
    closeSync(file);
  }
}
