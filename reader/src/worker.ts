import { workerData } from 'piscina';
import { groupPages } from './documents/grouping.ts';
import { readImagePages } from './input/image.ts';
import { readPdfPages } from './input/pdf.ts';
import { ReadingError, type PageReading, type Reading, type ReadingFailure, type ReadingTask } from './reading.ts';
import { switchNetworksOff } from './recognition/onnx.ts';

if (!(workerData as { networks: boolean }).networks) switchNetworksOff();

/** Runs in a worker thread: everything here may be slow and may take memory. */
export default async function read(task: ReadingTask): Promise<Reading | ReadingFailure> {
  try {
    const source = task.format === 'application/pdf' ? readPdfPages(task) : readImagePages(task);
    const pages: PageReading[] = [];
    for await (const page of source) pages.push(page);
    return { pages, documents: groupPages(pages) };
  } catch (error) {
    if (error instanceof ReadingError) return { failure: { code: error.code, message: error.message } };
    throw error;
  }
}

/** Loads every engine; returns what is missing. */
export const warm = async (): Promise<string[]> => (await import('./warm.ts')).warm();
