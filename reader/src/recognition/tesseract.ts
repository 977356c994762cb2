import { availableParallelism } from 'node:os';
import type { Grey } from '../preprocessing/grey.ts';
import { TesseractThread } from './tesseractThread.ts';
import type { WordLine } from './words.ts';

/**
 * How Tesseract takes a picture apart before reading: as a page, one column of lines, a single line, pieces anywhere.
 */
export const LOOK_FOR = { page: 3, lines: 6, line: 7, scattered: 11 };

export type Look = { mode: number; dotsPerInch: number; characters?: string };

/** Lines of one page are read side by side; more threads cost memory and make nobody faster. */
const THREADS = Math.min(2, availableParallelism());

const threads: TesseractThread[] = [];

/** Loads the engine and its languages. */
export async function startTesseract(): Promise<void> {
  await Promise.all(allThreads().map((thread) => thread.started()));
}

/** Reads a picture; coordinates are its pixels. */
export function readWords(picture: Grey, look: Look): Promise<WordLine[]> {
  const [idlest] = allThreads().toSorted((a, b) => a.waiting - b.waiting);
  return (idlest as TesseractThread).read(picture, look);
}

/** Threads that ended are replaced. */
function allThreads(): TesseractThread[] {
  for (let at = 0; at < THREADS; at++) if (!threads[at] || threads[at]?.hasEnded) threads[at] = new TesseractThread();
  return threads;
}
