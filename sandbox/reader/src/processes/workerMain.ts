/** The process that reads a document (`workerProcess.ts` starts it): page by page, and says what it is at. */
import '../olderNode.ts';
import { imagePages } from '../input/image.ts';
import { pdfPages } from '../input/pdf.ts';
import { readPage } from '../page.ts';
import { pageLimit } from '../pageBudget.ts';
import {
  ReadingError,
  unreadPage,
  withoutPaths,
  type PageReading,
  type PageSource,
  type Progress,
  type ReadingTask,
} from '../reading.ts';
import { callEnginesAt } from '../recognition/engineCalls.ts';
import type { WorkerMessage, WorkerRequest } from './workerProcess.ts';

/** In milliseconds: how often this process shows that its event loop runs. */
const PULSE = 500;

/** The process that asked may have been killed. */
const send = (message: WorkerMessage) => process.send?.(message, undefined, undefined, () => {});

let engines: PromiseWithResolvers<string> | null = null;

callEnginesAt((lost) => {
  engines = Promise.withResolvers();
  send({ type: 'findEngines', lost });
  return engines.promise;
});

process.on('message', (request: WorkerRequest) => {
  if (request.work !== 'findEngines') void answer(request);
  else if (request.address !== null) engines?.resolve(request.address);
  else engines?.reject(new Error('the engines do not start'));
});
// The process that asked has ended.
process.on('disconnect', () => process.exit());

type Work = Exclude<WorkerRequest, { work: 'findEngines' }>;

async function answer(request: Work): Promise<void> {
  const pulse = setInterval(() => send({ type: 'pulse', memory: process.memoryUsage.rss() }), PULSE);
  try {
    send({ type: 'answer', answer: await resultOf(request) });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ReadingError) send({ type: 'error', code: error.code, message });
    else send({ type: 'error', code: 'failed', message: `the document could not be read (${withoutPaths(message)})` });
  } finally {
    clearInterval(pulse);
    freePixels();
  }
}

async function resultOf(request: Work): Promise<unknown> {
  if (request.work === 'read') return read(request.task);
  if (request.work === 'make') return (await import('../making.ts')).make(request.pages, request.make);
  // Loads every engine; returns what is missing.
  return (await import('./warm.ts')).warm();
}

async function read(task: ReadingTask): Promise<void> {
  const tell = (progress: Progress) => send({ type: 'progress', progress });
  const deadline = performance.now() + task.timeMs;
  let pageTimeMs = 0;
  const begin = (page: number, of: number) => {
    if (page > task.firstPage) freePixels();
    pageTimeMs = pageLimit(deadline - performance.now(), of - page + 1);
    tell({ of });
  };
  const areDrawn = task.barcodes || task.crops || task.imageQuality !== null;
  const sources = task.format === 'application/pdf' ? pdfPages(task, begin, areDrawn) : imagePages(task, begin);
  for await (const source of sources)
    tell({
      read:
        source.number === task.textOnlyPage
          ? await readTextLayer(source, task)
          : await readPage(source, { ...task, pageTimeMs }, (soFar) => tell({ soFar })),
    });
}

/** In bytes. */
const MUCH = 2 ** 24;
/** In milliseconds. The system takes long to tell the memory of a process; no page has many pixels and takes less. */
const ASKED_EVERY = 50;

/** Resident memory after the last collection. */
let kept = 0;
let asked = 0;

/**
 * Collects the pixels of the page before, so that those of two pages are never in memory at once. By itself the collector
 * would not, since most of them are outside of its heap.
 */
function freePixels(): void {
  if (performance.now() < asked + ASKED_EVERY) return;
  asked = performance.now();
  if (process.memoryUsage.rss() < kept + MUCH) return;
  globalThis.gc?.();
  kept = process.memoryUsage.rss();
}

const TEXT_ONLY = 'only its text layer was read: its graphics take too much time or memory';

async function readTextLayer(source: PageSource, task: ReadingTask): Promise<PageReading> {
  if (source.items.length === 0) return unreadPage(source.number);
  const textOnly = { ...task, barcodes: false, codesOnly: false, crops: false, imageQuality: null };
  return { ...(await readPage(source, textOnly)), isPartial: true, missing: TEXT_ONLY };
}
