import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { standardForms } from '../../reader/src/text/pattern.ts';

/** The fonts that PDF readers have built in, and some from packages. */
const BUILT_IN = standardForms(`
  Helvetica: arial | Helvetica-Bold: arial-bold | Times-Roman: times | Times-Bold: times-bold |
  Times-Italic: times-italic | Courier: courier | Courier-Bold: courier-bold
`);

/** Names that packages have for families here, and weights that stand for their normal one. */
const PACKAGES: Record<string, string> = { titillium: 'titillium-web' };
const WEIGHTS: Record<string, number> = { bold: 700, medium: 500, 'barlow-condensed': 500 };

/** A built-in font, `roboto`, `roboto-medium` or `roboto-bold` of a package of @fontsource, or `ocr-b`. */
export type Font = string;

/** The font as pdfkit takes it: a built-in name, or a file. */
export function fontSource(font: Font): string {
  // Of machine-readable zones, by Norbert Schwarz and Matthew Skala, who let anyone use, change and pass it on. No package
  // has it.
  if (font === 'ocr-b') return fileURLToPath(new URL('ocr-b.otf', import.meta.url));
  const [, family = font, weight = font] = /^(.+?)(?:-(medium|bold))?$/.exec(font) ?? [];
  const name = PACKAGES[family] ?? family;
  const file = `@fontsource/${name}/files/${name}-latin-${WEIGHTS[weight] ?? 400}-normal.woff`;
  return BUILT_IN[font] ?? fileURLToPath(import.meta.resolve(file));
}

const unpacked = new Map<Font, string | Buffer>();

/** The font as pdfkit takes it, unpacked once: pdfkit's own unpacking of a file takes most of the time of a document. */
export function fontData(font: Font): string | Buffer {
  const source = fontSource(font);
  const data = unpacked.get(font) ?? (source.endsWith('.woff') ? withoutCompression(readFileSync(source)) : source);
  unpacked.set(font, data);
  return data;
}

/** A WOFF file as the OpenType font in it; https://www.w3.org/TR/WOFF has both headers. */
function withoutCompression(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [header];
  for (let index = 0, at = header.length; index < count; index++) {
    const entry = 44 + 20 * index;
    const [start = 0, packed = 0, length = 0] = [4, 8, 12].map((member) => woff.readUInt32BE(entry + member));
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    woff.copy(header, 12 + 16 * index, entry, entry + 4);
    woff.copy(header, 16 + 16 * index, entry + 16, entry + 20);
    header.writeUInt32BE(at, 20 + 16 * index);
    header.writeUInt32BE(length, 24 + 16 * index);
    const padding = Buffer.alloc(-length & 3);
    tables.push(table, padding);
    at += length + padding.length;
  }
  return Buffer.concat(tables);
}
