import pLimit from 'p-limit';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { median } from '../../reader/src/statistics.ts';
import type { SyntheticDocument } from '../documents.ts';
import { megabytes } from '../report/tables.ts';
import { send, sendFile } from '../service/client.ts';
import { watchMemory, type Sandbox } from '../service/sandbox.ts';
import { illustratedPdf, mixedPages, smallPdf } from './documents.ts';

export type LoadResult = Awaited<ReturnType<typeof measureLoad>>;
export type PagesResult = Awaited<ReturnType<typeof measurePages>>;

const REPEATED = 5;
const SMALL_PDFS = { warmUp: 200, sent: 400, atOnce: 20 };
const PAGES_AT_ONCE = 2;
const FIFTHS = 5;

export async function measureLoad(sandbox: Sandbox, pages: number, onProgress: (text: string) => void) {
  const result = {
    /** Seconds of a PDF with a text layer and a picture on each page, medians on the idle sandbox. */
    onePage: await secondsOf(sandbox, await illustratedPdf(1)),
    tenPages: await secondsOf(sandbox, await illustratedPdf(10)),
    ...(await measureSmallPdfs(sandbox)),
  };
  onProgress(`ten pages ${result.tenPages.toFixed(2)} s, ${Math.round(result.smallPdfs)} small PDFs a second`);
  return { ...result, pages: await measurePages(sandbox, pages, onProgress) };
}

async function secondsOf(sandbox: Sandbox, bytes: Buffer): Promise<number> {
  const seconds: number[] = [];
  for (let time = 0; time < REPEATED; time++) {
    const { milliseconds } = await sendFile(sandbox, { bytes, name: 'load', extension: 'pdf' }, {});
    seconds.push(milliseconds / 1000);
  }
  return median(seconds) as number;
}

/**
 * Small PDFs a second, sent many at a time, and the milliseconds that pdf.js alone needs to open one and return its text, in
 * a process that does nothing else.
 */
async function measureSmallPdfs(sandbox: Sandbox) {
  const { warmUp, sent, atOnce } = SMALL_PDFS;
  const files = await Promise.all(Array.from({ length: warmUp + sent }, (_, number) => smallPdf(number)));
  const limit = pLimit(atOnce);
  const sendAll = (some: Buffer[]) =>
    Promise.all(some.map((bytes) => limit(() => sendFile(sandbox, { bytes, name: 'load', extension: 'pdf' }, {}))));
  await sendAll(files.slice(0, warmUp));
  const began = performance.now();
  await sendAll(files.slice(warmUp));
  const smallPdfs = (1000 * sent) / (performance.now() - began);
  for (const bytes of files.slice(0, warmUp)) await readAlone(bytes);
  const alone = performance.now();
  for (const bytes of files.slice(warmUp)) await readAlone(bytes);
  return { smallPdfs, smallPdfAlone: (performance.now() - alone) / sent };
}

async function readAlone(bytes: Buffer): Promise<void> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS }).promise;
  await (await pdf.getPage(1)).getTextContent();
  await pdf.destroy();
}

/** Pages in the load of a whole run. */
export const SOME_PAGES = 150;

/**
 * The same few documents repeat, two at a time, so any growth of memory is the sandbox's. `highest` is that of the sandbox
 * with its processes, in bytes, `course` the mean of each fifth.
 */
export async function measurePages(sandbox: Sandbox, pages: number, onProgress: (text: string) => void) {
  const documents = await mixedPages();
  const limit = pLimit(PAGES_AT_ONCE);
  const course: { pages: number; memory: number }[] = [];
  let [done, failed] = [0, 0];
  const watching = watchMemory(sandbox);
  const began = performance.now();
  const one = async (at: number) => {
    const { status } = await send(sandbox, documents[at % documents.length] as SyntheticDocument);
    if (status !== 200) failed++;
    if (++done % Math.ceil(pages / FIFTHS) !== 0 && done !== pages) return;
    const samples = watching.samples.splice(0);
    const memory = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
    course.push({ pages: done, memory });
    onProgress(`${done} pages: ${megabytes(memory)}, highest ${megabytes(watching.highest)}`);
  };
  await Promise.all(Array.from({ length: pages }, (_, at) => limit(() => one(at))));
  const seconds = (performance.now() - began) / 1000;
  await watching.stop();
  return { pages, seconds, failed, highest: watching.highest, course };
}
