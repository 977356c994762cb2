// Recognised by their first bytes, because a file name or a declared type may be wrong.
const SIGNATURES: Array<[mimeType: string, matches: (head: string) => boolean]> = [
  ['application/pdf', (head) => head.includes('%PDF-')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (head) => head.startsWith('GIF8')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
  ['image/tiff', (head) => head.startsWith('II*\0') || head.startsWith('MM\0*')],
  ['image/bmp', (head) => head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0'],
  ['image/jp2', (head) => head.slice(4, 12) === 'jP  \r\n\x87\n'],
  ['application/zip', (head) => head.startsWith('PK\x03\x04')],
  ['application/xml', (head) => /^(?:\xef\xbb\xbf)?\s*<\?xml/.test(head)],
  ['text/html', (head) => /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i.test(head)],
];

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
  'image/jp2': 'jp2',
  'application/zip': 'zip',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/json': 'json',
};

/** The MIME type that the first bytes of a file show, if any. */
export function sniffMimeType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return SIGNATURES.find(([, matches]) => matches(head))?.[0];
}

/** The usual file extension of a type, without the dot; `bin` for an unknown one. */
export const extensionOf = (mimeType: string): string =>
  (Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType] : undefined) ?? 'bin';
