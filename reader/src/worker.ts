import { workerData } from 'piscina';
import { splitDocuments } from './documents/splitDocuments.ts';
import { imagePages } from './input/image.ts';
import { pdfPages } from './input/pdf.ts';
import { readPage } from './page.ts';
import { ReadingError, type PageReading, type Reading, type ReadingFailure, type ReadingTask } from './reading.ts';
import { switchNetworksOff } from './recognition/onnx.ts';

if (!(workerData as { networks: boolean }).networks) switchNetworksOff();

/** Runs in a worker thread: everything here may be slow and may take memory. */
export default async function read(task: ReadingTask): Promise<Reading | ReadingFailure> {
  try {
    const sources = task.format === 'application/pdf' ? pdfPages(task) : imagePages(task);
    const pages: PageReading[] = [];
    for await (const source of sources) pages.push(await readPage(source, task));
    return { pages, documents: splitDocuments(pages) };
  } catch (error) {
    if (error instanceof ReadingError) return { failure: { code: error.code, message: error.message } };
    throw error;
  }
}

/** Loads every engine; returns what is missing. */
export const warm = async (): Promise<string[]> => (await import('./warm.ts')).warm();
