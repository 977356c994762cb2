import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
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
  orFormatError,
  ReadingError,
  withoutPaths,
  type BeginPage,
  type PageSource,
  type SourceDocument,
  type SourcePages,
  type TextItem,
} from '../reading.ts';
import { inflateWhole } from './inflate.ts';
import type { FontCodes } from './pdfFonts.ts';
import { CanvasFactory, FilterFactory, renderPage, scanResolution } from './pdfImage.ts';
import { textLayer } from './pdfText.ts';

inflateWhole();

const CUT = 'it has more pieces of text than are read';
const LOST_PAGE = 'the PDF has a page that cannot be found';
/** A tree of pages that names each page ten times on seven levels has ten million of them in a kilobyte. */
const MOST_PAGES = 10_000;

/** Dots per inch at which pages are rendered. */
const RESOLUTION = { minimum: 150, text: 200, maximum: 300 };

/**
 * The pages of a PDF, one after the other; a page must be read before the next one is taken. `areDrawn`: the pixels of
 * all of them are wanted.
 */
export async function* pdfPages(file: SourcePages, begin: BeginPage, areDrawn = false): AsyncGenerator<PageSource> {
  const pdf = new PdfFile(file, areDrawn);
  try {
    const pages = await orFormatError(LOST_PAGE, async () => (await pdf.forText()).numPages);
    if (pages > MOST_PAGES)
      throw new ReadingError('format', `the PDF has ${pages} pages, and a file may have ${MOST_PAGES}: split it`);
    for (let number = file.firstPage; number <= pages; number++) {
      begin(number, pages);
      const page = await orFormatError(LOST_PAGE, async () => (await pdf.forText()).getPage(number));
      yield number === file.textOnlyPage ? await textSource(pdf, page) : await pageSource(pdf, page);
      await pdf.cleanUp(number);
    }
  } finally {
    await pdf.close();
  }
}

async function pageSource(pdf: PdfFile, page: PDFPageProxy): Promise<PageSource> {
  const number = page.pageNumber;
  const hasForms = await pdf.mayHaveForms();
  const { isCut, viewport, rotation, ...layer } = await textLayer(await pdf.forText(), page, {
    hasForms,
    codes: pdf.codes,
  });
  const pixels = once(async () => {
    const drawn = await (await pdf.forDrawing()).getPage(number);
    const scan = layer.pictured < SCANNED ? null : await scanResolution(drawn);
    const dotsPerInch = renderingResolution(layer.items, scan);
    const enlarged = Math.max(1, dotsPerInch / (scan ?? dotsPerInch));
    return { ...(await renderPage(drawn, { dotsPerInch, rotation })), enlarged };
  });
  return { number, width: viewport.width, ...layer, missing: isCut ? CUT : await pdf.notice(), pixels };
}

/** The text layer alone, without looking at the graphics of the page. */
async function textSource(pdf: PdfFile, page: PDFPageProxy): Promise<PageSource> {
  const hasForms = await pdf.mayHaveForms();
  const { viewport, ...layer } = await textLayer(await pdf.forText(), page, { hasForms, codes: null });
  const pixels = () => Promise.reject(new Error('the page is read without its image'));
  return { number: page.pageNumber, width: viewport.width, ...layer, pixels };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= work());
}

/** Pictures that cover more of the page than this are a scan; letterheads and photographs in a text are smaller. */
const SCANNED = 0.6;

/** A scan at its own resolution, within limits. Drawn text without a text layer is as fine as scans should be. */
function renderingResolution(items: TextItem[], scan: number | null): number {
  if (scan !== null) return Math.min(RESOLUTION.maximum, Math.max(RESOLUTION.minimum, scan));
  return items.length > 0 ? RESOLUTION.text : RESOLUTION.maximum;
}

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

type Extent = { standardFontDataUrl?: string; maxImageSize?: number };
/** For its text, a page is read without its images: decoding them takes most of the time of a page, and their memory. */
const TEXT_ONLY: Extent = { maxImageSize: 0 };
/** Glyphs of fonts that are not embedded. Loading them is half the work of a small PDF; only drawing needs them. */
const WHOLE: Extent = { standardFontDataUrl: `${pdfjsFolder}/standard_fonts/` };

type OpenDocument = { document: PDFDocumentProxy; close(): Promise<void> };

/** A PDF, opened for its text, and a second time with images and fonts as soon as those of a page matter, or at once. */
class PdfFile {
  readonly #opened: Promise<OpenDocument>[] = [];
  readonly codes: FontCodes = new Map();
  /** Its pages may have no images, and not be able to draw the glyphs of fonts that are not embedded. */
  readonly forText: () => Promise<PDFDocumentProxy>;
  readonly forDrawing: () => Promise<PDFDocumentProxy>;
  readonly mayHaveForms: () => Promise<boolean>;
  /** Why its pages hold no content but a notice; null if they are what they seem. */
  readonly notice: () => Promise<string | null>;

  constructor(file: SourceDocument, isDrawn: boolean) {
    const opening = (extent: Extent) =>
      once(async () => {
        const opened = openDocument(file, extent);
        this.#opened.push(opened);
        return (await opened).document;
      });
    this.forDrawing = opening(WHOLE);
    this.forText = isDrawn ? this.forDrawing : opening(TEXT_ONLY);
    this.mayHaveForms = once(async () => mentions(file.path, FORMS));
    this.notice = once(async () => (mentions(file.path, NOTICES) ? noticeIn(await this.forText()) : null));
  }

  /** Frees what was decoded for a page. */
  async cleanUp(number: number): Promise<void> {
    for (const { document } of await Promise.all(this.#opened)) (await document.getPage(number)).cleanup();
  }

  async close(): Promise<void> {
    // What could not be opened has closed its file already.
    for (const opening of this.#opened) await (await opening.catch(() => null))?.close();
  }
}

/** Dictionaries of fields and notes; they may be inside of other objects. */
const FORMS = ['/Widget', '/FreeText', '/ObjStm'];
/** Entries of files whose pages are a notice for programs that cannot show them. */
const NOTICES = ['/XFA', '/Collection', '/ObjStm'];
const LONGEST_NAME = 64;
const SEARCHED_AT_ONCE = 1_048_576;

async function noticeIn(document: PDFDocumentProxy): Promise<string | null> {
  const info = (await document.getMetadata()).info as Record<string, boolean>;
  if (info['IsCollectionPresent']) return 'it is the cover of a portfolio, whose files were not read';
  const isDynamic = info['IsXFAPresent'] && !info['IsAcroFormPresent'];
  return isDynamic ? 'it is a notice: only the programs of Adobe show the form in this file' : null;
}

/** Whether a PDF has one of these names anywhere. */
function mentions(path: string, names: string[]): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    for (let begin = 0; begin < size; begin += SEARCHED_AT_ONCE) {
      const part = Buffer.from(readRange(file, begin, Math.min(size, begin + SEARCHED_AT_ONCE + LONGEST_NAME)).buffer);
      if (names.some((name) => part.includes(name))) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

async function openDocument({ path, password }: SourceDocument, extent: Extent): Promise<OpenDocument> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const range = size > LARGEST_WHOLE ? new FileRanges(file, size) : null;
    const loading = getDocument({
      ...(range ? { range } : { data: readRange(file, 0, size) }),
      ...(password === null ? {} : { password }),
      ...extent,
      verbosity: VerbosityLevel.ERRORS,
      cMapUrl: `${pdfjsFolder}/cmaps/`,
      wasmUrl: `${pdfjsFolder}/wasm/`,
      iccUrl: `${pdfjsFolder}/iccs/`,
      disableAutoFetch: true,
      disableStream: true,
      CanvasFactory,
      FilterFactory,
      isEvalSupported: false,
      enableXfa: false,
    });
    const document = await Promise.race(range ? [loading.promise, range.failed] : [loading.promise]);
    return { document, close: () => document.destroy().then(() => closeSync(file)) };
  } catch (error) {
    closeSync(file);
    throw openingError(error as Error & { code?: number }, password);
  }
}

function openingError(error: Error & { code?: number }, password: string | null): ReadingError {
  if (error.name !== 'PasswordException')
    return new ReadingError('format', `the PDF cannot be opened (${withoutPaths(error.message)})`);
  const isMissing = error.code === PasswordResponses.NEED_PASSWORD || password === null;
  return isMissing
    ? new ReadingError('passwordMissing', 'the PDF is encrypted and needs a password')
    : new ReadingError('passwordWrong', 'the password does not open the PDF');
}

/** In bytes: a PDF up to this size is read as a whole, which is less work for pdfjs too. */
const LARGEST_WHOLE = 1_048_576;
const FIRST_RANGE = 65_536;

/** Lets pdfjs read the ranges of a file that it needs, so that a large PDF is never in memory as a whole. */
class FileRanges extends PDFDataRangeTransport {
  readonly #file: number;
  /** Rejects when the file cannot be read: pdfjs cannot be aborted, and would wait for ever. */
  readonly failed: Promise<never>;
  #fail: (error: unknown) => void = () => {};

  constructor(file: number, size: number) {
    super(size, readRange(file, 0, FIRST_RANGE));
    this.#file = file;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    try {
      const bytes = readRange(this.#file, begin, end);
      // pdfjs does not expect the bytes before this returns.
      queueMicrotask(() => this.onDataRange(begin, bytes));
    } catch (error) {
      this.#fail(error);
    }
  }
}

/** This process has nothing else to do meanwhile, and a way over another thread takes longer than reading. */
function readRange(file: number, begin: number, end: number): Uint8Array {
  const bytes = new Uint8Array(end - begin);
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, begin));
}
