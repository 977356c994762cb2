import type { Box, DocumentReader, PageReading } from 'document-processing-reader';
import { bytesOf, type Memory } from '../memory.ts';
import type { SourceFile } from '../upload/source.ts';
import { partsOf } from './answer.ts';
import { PagePlaces } from './places.ts';

/** A field of the answer, and where on its page it is printed; `part` and `field` are its place in the answer. */
type Mark = { part: number; field: number; name: string; value: string; score: number | null; boxes: Box[] };

/** Documents whose pages are in memory. */
const MOST_READ = 3;
const IMAGE_QUALITY = 70;

type ReadDocument = { reading: Promise<PageReading[]>; letGo(): void };

/** The pages of kept documents as pictures. A document is read again when someone looks at it, so that others cost nothing. */
export class DocumentPages {
  readonly #reader: DocumentReader;
  readonly #memory: Memory;
  readonly #read = new Map<string, ReadDocument>();

  constructor(reader: DocumentReader, memory: Memory) {
    this.#reader = reader;
    this.#memory = memory;
  }

  /** `missing`: what of the page was not read, or why. */
  async list(requestId: string, document: SourceFile, answer: unknown) {
    const pages = await this.#pagesOf(requestId, document);
    const marks = await marksOn(pages, answer);
    return pages.map(({ number, image, missing }, at) => ({
      ...{ number, missing, hasImage: image !== null },
      marks: marks[at] ?? [],
    }));
  }

  async image(requestId: string, document: SourceFile, number: number): Promise<Buffer | null> {
    const pages = await this.#pagesOf(requestId, document);
    const image = pages.find((page) => page.number === number)?.image;
    return image ? Buffer.from(image, 'base64') : null;
  }

  clear(): void {
    for (const id of this.#read.keys()) this.#forget(id);
  }

  #pagesOf(requestId: string, document: SourceFile): Promise<PageReading[]> {
    const known = this.#read.get(requestId);
    if (known) return known.reading;
    const read: ReadDocument = { reading: this.#pagesIn(document), letGo: () => {} };
    this.#read.set(requestId, read);
    read.reading.then(
      (pages) => {
        if (this.#read.get(requestId) !== read) return;
        // One after the other: of a thousand scans no text can hold all pictures.
        const bytes = pages.reduce((sum, page) => sum + bytesOf(JSON.stringify(page)), 0);
        read.letGo = this.#memory.keep('contents', bytes, () => this.#read.delete(requestId));
      },
      () => this.#read.delete(requestId),
    );
    const [oldest] = this.#read.keys();
    if (oldest !== undefined && this.#read.size > MOST_READ) this.#forget(oldest);
    return read.reading;
  }

  async #pagesIn(document: SourceFile): Promise<PageReading[]> {
    return (await this.#reader.readDocument(document, { imageQuality: IMAGE_QUALITY })).pages;
  }

  #forget(requestId: string): void {
    this.#read.get(requestId)?.letGo();
    this.#read.delete(requestId);
  }
}

/** A field is looked for on the page that the answer says, else on all, and marked on the first that has it. */
async function marksOn(pages: PageReading[], answer: unknown): Promise<Mark[][]> {
  const places = pages.map(({ placed }) => new PagePlaces(placed ?? []));
  const marks: Mark[][] = pages.map(() => []);
  for (const [part, { fields }] of partsOf(answer).entries()) {
    let left = fields.map((field, at) => ({ ...field, at }));
    for (const [index, { number }] of pages.entries()) {
      const here = left.filter(({ page }) => page === null || page === number);
      const found = (await places[index]?.find(here)) ?? [];
      const marked = here.flatMap(({ at, name, value, score }, nth) => {
        const boxes = found[nth];
        return boxes ? [{ part, field: at, name, value: value ?? '', score, boxes }] : [];
      });
      marks[index]?.push(...marked);
      const isMarked = new Set(marked.map(({ field }) => field));
      left = left.filter(({ at }) => !isMarked.has(at));
    }
  }
  return marks;
}
