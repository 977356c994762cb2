import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { getDocument, PasswordResponses, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ReadingError, type ReadingTask } from '../reading.ts';
import { RangesOfFile } from './pdfFile.ts';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Letters of fonts that are not in the file: half the work of a small PDF, and only drawing needs them. */
const LETTERS = { standardFontDataUrl: `${home}/standard_fonts/` };

type Opened = { document: PDFDocumentProxy; close(): Promise<void> };

/** A PDF that is open while its pages are read, and a second time as soon as one of them is drawn. */
export class OpenPdf {
  readonly #task: ReadingTask;
  readonly #words: Opened;
  #drawing: Promise<Opened> | null = null;

  static async open(task: ReadingTask): Promise<OpenPdf> {
    return new OpenPdf(task, await open(task, {}));
  }

  private constructor(task: ReadingTask, words: Opened) {
    this.#task = task;
    this.#words = words;
  }

  get numPages(): number {
    return this.#words.document.numPages;
  }

  /** A page for what is written and pictured on it: letters that are not in the file are not there to be drawn. */
  wordsOf(number: number): Promise<PDFPageProxy> {
    return this.#words.document.getPage(number);
  }

  async drawingOf(number: number): Promise<PDFPageProxy> {
    const { document } = await (this.#drawing ??= open(this.#task, LETTERS));
    return document.getPage(number);
  }

  async close(): Promise<void> {
    await this.#words.close();
    await (await this.#drawing)?.close();
  }
}

async function open({ path, password }: ReadingTask, letters: Partial<typeof LETTERS>): Promise<Opened> {
  const file = await RangesOfFile.open(path);
  try {
    const document = await load(file, password, letters);
    return { document, close: () => document.destroy().then(() => file.close()) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function load(
  range: RangesOfFile,
  password: string | null,
  letters: Partial<typeof LETTERS>,
): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    range,
    ...(password === null ? {} : { password }),
    ...letters,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${home}/cmaps/`,
    wasmUrl: `${home}/wasm/`,
    iccUrl: `${home}/iccs/`,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
  });
  try {
    return await Promise.race([loading.promise, range.failed]);
  } catch (error) {
    throw openingError(error as Error & { code?: number }, password);
  }
}

function openingError(error: Error & { code?: number }, password: string | null): ReadingError {
  if (error.name !== 'PasswordException')
    return new ReadingError('format', `the PDF cannot be opened (${error.message})`);
  const missing = error.code === PasswordResponses.NEED_PASSWORD || password === null;
  return missing
    ? new ReadingError('passwordMissing', 'the PDF is encrypted and needs a password')
    : new ReadingError('passwordWrong', 'the password does not open the PDF');
}
