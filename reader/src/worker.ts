import { workerData } from 'piscina';
import type { PageReading, ReadingOutcome, ReadingTask } from './reading.ts';
import { DocumentFailure } from './input/failure.ts';
import { readImagePages } from './input/image.ts';
import { readPdfPages } from './input/pdf.ts';
import { switchNetworksOff } from './recognition/onnx.ts';

/** What a thread is told once, when it starts. */
export type ReadingThread = { networks: boolean };

if (!(workerData as ReadingThread).networks) switchNetworksOff();

/** Runs in a worker thread: everything here may be slow and may take memory. */
export default async function read(task: ReadingTask): Promise<ReadingOutcome> {
  try {
    const source = task.format === 'application/pdf' ? readPdfPages(task) : readImagePages(task);
    const pages: PageReading[] = [];
    for await (const page of source) pages.push(page);
    return { pages };
  } catch (error) {
    // Errors lose their members on the way between threads, so the two kinds that matter go as values.
    if (error instanceof DocumentFailure) return { failure: error.kind, message: error.message };
    throw error;
  }
}

/** Loads every engine; answers what is missing. */
export const warm = async (): Promise<string[]> => (await import('./warm.ts')).warm();
