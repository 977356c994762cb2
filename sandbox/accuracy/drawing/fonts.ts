import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** The fonts that PDF readers have built in, and some from packages. */
const BUILT_IN = {
  arial: 'Helvetica',
  'arial-bold': 'Helvetica-Bold',
  times: 'Times-Roman',
  'times-bold': 'Times-Bold',
  'times-italic': 'Times-Italic',
  courier: 'Courier',
  'courier-bold': 'Courier-Bold',
} as const;

const PACKAGED = {
  roboto: 'roboto-latin-400-normal',
  'roboto-medium': 'roboto-latin-500-normal',
  'roboto-bold': 'roboto-latin-700-normal',
  'roboto-condensed': 'roboto-condensed-latin-400-normal',
  'roboto-condensed-bold': 'roboto-condensed-latin-700-normal',
  'open-sans': 'open-sans-latin-400-normal',
  'open-sans-bold': 'open-sans-latin-700-normal',
  lato: 'lato-latin-400-normal',
  'lato-bold': 'lato-latin-700-normal',
  tinos: 'tinos-latin-400-normal',
  'tinos-bold': 'tinos-latin-700-normal',
  'pt-serif': 'pt-serif-latin-400-normal',
  'pt-serif-bold': 'pt-serif-latin-700-normal',
  'courier-prime': 'courier-prime-latin-400-normal',
  'courier-prime-bold': 'courier-prime-latin-700-normal',
  cousine: 'cousine-latin-400-normal',
  'cousine-bold': 'cousine-latin-700-normal',
  'b612-mono': 'b612-mono-latin-400-normal',
  'b612-mono-bold': 'b612-mono-latin-700-normal',
  caveat: 'caveat-latin-600-normal',
  'barlow-condensed': 'barlow-condensed-latin-500-normal',
  'barlow-condensed-bold': 'barlow-condensed-latin-700-normal',
  ubuntu: 'ubuntu-latin-400-normal',
  'ubuntu-bold': 'ubuntu-latin-700-normal',
  'libre-baskerville': 'libre-baskerville-latin-400-normal',
  'libre-baskerville-bold': 'libre-baskerville-latin-700-normal',
  titillium: 'titillium-web-latin-400-normal',
  'titillium-bold': 'titillium-web-latin-700-normal',
} as const;

/**
 * The typeface of machine-readable zones, by Norbert Schwarz and Matthew Skala, who let anyone use, change and pass it
 * on. No package has it.
 */
const OCR_B = 'ocr-b';

export type Font = keyof typeof BUILT_IN | keyof typeof PACKAGED | typeof OCR_B;

const isBuiltIn = (font: Font): font is keyof typeof BUILT_IN => font in BUILT_IN;

/** The font as pdfkit takes it: a built-in name, or a file. */
export function fontSource(font: Font): string {
  if (isBuiltIn(font)) return BUILT_IN[font];
  if (font === OCR_B) return fileURLToPath(new URL('ocr-b.otf', import.meta.url));
  const file = PACKAGED[font];
  const family = file.replace(/-latin-.*/, '');
  return fileURLToPath(import.meta.resolve(`@fontsource/${family}/files/${file}.woff`));
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
