import { parentPort } from 'node:worker_threads';
import { read, startEngine } from './tesseractEngine.ts';
import type { Answer, Request } from './tesseractThread.ts';
import type { WordLine } from './words.ts';

parentPort?.on('message', async ({ id, picture, look }: Request) => {
  const answer = (lines: WordLine[], error: string | null) =>
    parentPort?.postMessage({ id, lines, error } satisfies Answer);
  try {
    if (picture && look) answer(await read(picture, look), null);
    else answer([], (await startEngine()) && null);
  } catch (error) {
    answer([], (error as Error).message);
  }
});
