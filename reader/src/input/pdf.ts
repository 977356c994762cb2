import { open, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  ReadingError,
  type PageSource,
  type Pixels,
  type SourceDocument,
  type SourcePages,
  type TextItem,
} from '../reading.ts';
import { renderPage, scanResolution } from './pdfImage.ts';
import { textItems } from './pdfText.ts';

/** Dots per inch at which pages are rendered. */
const RESOLUTION = { minimum: 150, text: 200, maximum: 300 };

/** The pages of a PDF, one after the other; a page must be read before the next one is taken. */
export async function* pdfPages(file: SourcePages, begin: (page: number) => void): AsyncGenerator<PageSource> {
  const pdf = new PdfFile(file);
  try {
    const pages = await pdf.numPages();
    for (let number = file.firstPage; number <= pages; number++) {
      begin(number);
      const page = await pdf.page(number);
      yield await pageSource(pdf, page);
      page.cleanup();
    }
  } finally {
    await pdf.close();
  }
}

async function pageSource(pdf: PdfFile, page: PDFPageProxy): Promise<PageSource> {
  const number = page.pageNumber;
  const { width } = page.getViewport({ scale: 1 });
  const [items, resolution] = [await textItems(page), await scanResolution(page)];
  let pixels: Promise<Pixels> | null = null;
  const render = async () => {
    // A scan without text is decoded already, and has no letters to draw.
    const drawable = resolution !== null && items.length === 0 ? page : await pdf.pageWithFonts(number);
    return renderPage(drawable, renderingResolution(items, resolution)).finally(() => drawable.cleanup());
  };
  return { number, width, items, isScan: resolution !== null, pixels: () => (pixels ??= render()) };
}

/** A scan at its own resolution, within limits. Drawn text without a text layer is as fine as scans should be. */
function renderingResolution(items: TextItem[], scan: number | null): number {
  if (scan !== null) return Math.min(RESOLUTION.maximum, Math.max(RESOLUTION.minimum, scan));
  return items.length > 0 ? RESOLUTION.text : RESOLUTION.maximum;
}

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Glyphs of fonts that are not embedded. Loading them is half the work of a small PDF; only drawing needs them. */
const STANDARD_FONTS = { standardFontDataUrl: `${pdfjsFolder}/standard_fonts/` };

type OpenDocument = { document: PDFDocumentProxy; close(): Promise<void> };

/** A PDF, opened for its text, and a second time with fonts as soon as a page is drawn. */
class PdfFile {
  readonly #file: SourceDocument;
  #forText: Promise<OpenDocument> | null = null;
  #forDrawing: Promise<OpenDocument> | null = null;

  constructor(file: SourceDocument) {
    this.#file = file;
  }

  async numPages(): Promise<number> {
    return (await this.#text()).document.numPages;
  }

  /** A page for its text and images; it cannot draw the glyphs of fonts that are not embedded. */
  async page(number: number): Promise<PDFPageProxy> {
    return (await this.#text()).document.getPage(number);
  }

  async pageWithFonts(number: number): Promise<PDFPageProxy> {
    const { document } = await (this.#forDrawing ??= openDocument(this.#file, STANDARD_FONTS));
    return document.getPage(number);
  }

  async close(): Promise<void> {
    for (const opening of [this.#forText, this.#forDrawing]) {
      // What could not be opened has closed its file already.
      const opened = await opening?.catch(() => null);
      await opened?.close();
    }
  }

  #text(): Promise<OpenDocument> {
    return (this.#forText ??= openDocument(this.#file, {}));
  }
}

async function openDocument(
  { path, password }: SourceDocument,
  fonts: Partial<typeof STANDARD_FONTS>,
): Promise<OpenDocument> {
  const range = await FileRanges.open(path);
  const loading = getDocument({
    range,
    ...(password === null ? {} : { password }),
    ...fonts,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${pdfjsFolder}/cmaps/`,
    wasmUrl: `${pdfjsFolder}/wasm/`,
    iccUrl: `${pdfjsFolder}/iccs/`,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
  });
  try {
    const document = await Promise.race([loading.promise, range.failed]);
    return { document, close: () => document.destroy().then(() => range.close()) };
  } catch (error) {
    await range.close();
    throw openingError(error as Error & { code?: number }, password);
  }
}

function openingError(error: Error & { code?: number }, password: string | null): ReadingError {
  if (error.name !== 'PasswordException')
    return new ReadingError('format', `the PDF cannot be opened (${error.message})`);
  const isMissing = error.code === PasswordResponses.NEED_PASSWORD || password === null;
  return isMissing
    ? new ReadingError('passwordMissing', 'the PDF is encrypted and needs a password')
    : new ReadingError('passwordWrong', 'the password does not open the PDF');
}

const FIRST_RANGE = 65_536;

/** Lets pdfjs read the ranges of a file that it needs, so that a large PDF is never in memory as a whole. */
class FileRanges extends PDFDataRangeTransport {
  readonly #file: FileHandle;
  /** Rejects when the file cannot be read: pdfjs cannot be aborted, and would wait for ever. */
  readonly failed: Promise<never>;
  #fail: (error: unknown) => void = () => {};

  static async open(path: string): Promise<FileRanges> {
    const file = await open(path);
    const { size } = await file.stat();
    return new FileRanges(file, size, await readRange(file, 0, Math.min(FIRST_RANGE, size)));
  }

  private constructor(file: FileHandle, size: number, start: Uint8Array) {
    super(size, start);
    this.#file = file;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    readRange(this.#file, begin, end).then((bytes) => this.onDataRange(begin, bytes), this.#fail);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function readRange(file: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
  return bytes.subarray(0, bytesRead);
}
