import { deflateSync } from 'node:zlib';

/** An object of a PDF: a dictionary or value, and the bytes of its stream if it has one. */
export const object = (value: string) => Buffer.from(`${value}\n`);
export const stream = (content: string | Buffer, entries = '') =>
  Buffer.concat([
    object(`<< ${entries} /Length ${Buffer.byteLength(content)} >>\nstream`),
    Buffer.from(content),
    Buffer.from('\nendstream\n'),
  ]);
export const packed = (content: Buffer, entries: string) =>
  stream(deflateSync(content), `${entries} /Filter /FlateDecode`);

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
export function pdfOf(objects: Buffer[]): Buffer {
  const parts = objects.map((one, at) => Buffer.concat([object(`${at + 1} 0 obj`), one, object('endobj')]));
  let length = 9;
  const lines = parts.map((part) => {
    const line = `${String(length).padStart(10, '0')} 00000 n \n`;
    length += part.length;
    return line;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}${trailer}`;
  return Buffer.concat([object('%PDF-1.7'), ...parts, object(table)]);
}
