import pLimit from 'p-limit';
import { median } from '../../reader/src/statistics.ts';
import type { SyntheticDocument } from '../documents.ts';
import { goal, under } from '../report/goals.ts';
import { megabytes, section } from '../report/tables.ts';
import { send, sendFile } from '../service/client.ts';
import { watchMemory, type Sandbox } from '../service/sandbox.ts';
import type { Suite } from '../suite.ts';
import { illustratedPdf, mixedPages, smallPdf } from './documents.ts';

type Figure = { name: string; value: number; unit: 's' | 'a second' | 'bytes' | 'pages' };

const READY = 'ready to listen';
const ONE_PAGE = 'a page with a text layer and a picture of 6 megapixels';
const TEN_PAGES = 'ten such pages';
const SMALL_PDFS = 'small PDFs, 20 at a time';
const HIGHEST = 'memory, highest';

const REPEATED = 5;
const SMALL = { warmUp: 200, sent: 400, atOnce: 20 };
/** Mixed pages for one of `seeds`, two at a time, and in how many parts their memory is told. */
const PAGES = 150;
const PAGES_AT_ONCE = 2;
const PARTS = 5;
const GIGABYTE = 2 ** 30;

const printed = ({ value, unit }: Figure): string =>
  unit === 'bytes' ? megabytes(value) : `${unit === 'pages' ? value : value.toFixed(value < 10 ? 3 : 0)} ${unit}`;

/** Times of PDFs with a text layer, many at once too, and the memory of the sandbox while it reads mixed pages. */
export const load: Suite<Figure> = {
  async *measure(sandbox, { seeds }) {
    yield { name: READY, value: sandbox.readyMs / 1000, unit: 's' };
    yield { name: ONE_PAGE, value: await secondsOf(sandbox, await illustratedPdf(1)), unit: 's' };
    yield { name: TEN_PAGES, value: await secondsOf(sandbox, await illustratedPdf(10)), unit: 's' };
    yield* measureSmallPdfs(sandbox);
    yield* measurePages(sandbox, PAGES * seeds);
  },

  line(figure) {
    return `${figure.name}: ${printed(figure)}`;
  },

  report(figures) {
    return [
      section(
        'Time and memory under load',
        ['', ''],
        figures.map((figure) => [figure.name, [figure]]),
        (of) => of.map(printed),
        'Medians of an idle sandbox. Memory is that of the sandbox with its processes; what several of them share counts ' +
          'once. Mixed pages: text layers, scans, photographs up to 40 megapixels, two at a time.',
      ),
    ];
  },

  details: () => [],

  goals(figures) {
    const of = (name: string) => figures.find((figure) => figure.name === name)?.value;
    const highest = of(HIGHEST);
    return [
      under('ready to listen < 0.5 s', '0.58 s', of(READY)),
      under('PDF with a text layer and a picture of 6 megapixels on its page < 0.1 s', '0.03 s', of(ONE_PAGE)),
      under('ten such pages < 1 s', '0.24 s', of(TEN_PAGES)),
      goal(
        'small PDFs ≥ 400 a second',
        '222',
        of(SMALL_PDFS),
        (value) => `${Math.round(value)}`,
        (value) => value >= 400,
      ),
      under('mixed pages, two at a time ≤ 1 GB', '1.32 GB', highest && highest / GIGABYTE),
    ];
  },
};

async function secondsOf(sandbox: Sandbox, bytes: Buffer): Promise<number> {
  const seconds: number[] = [];
  for (let time = 0; time < REPEATED; time++) {
    const { milliseconds } = await sendFile(sandbox, { bytes, name: 'load', extension: 'pdf' }, {});
    seconds.push(milliseconds / 1000);
  }
  return median(seconds) as number;
}

/** Sent many at a time. */
async function* measureSmallPdfs(sandbox: Sandbox): AsyncGenerator<Figure> {
  const { warmUp, sent, atOnce } = SMALL;
  const files = await Promise.all(Array.from({ length: warmUp + sent }, (_, number) => smallPdf(number)));
  const limit = pLimit(atOnce);
  const sendAll = (some: Buffer[]) =>
    Promise.all(some.map((bytes) => limit(() => sendFile(sandbox, { bytes, name: 'load', extension: 'pdf' }, {}))));
  await sendAll(files.slice(0, warmUp));
  const began = performance.now();
  await sendAll(files.slice(warmUp));
  yield { name: SMALL_PDFS, value: (1000 * sent) / (performance.now() - began), unit: 'a second' };
}

/** The same few documents repeat, so any growth of memory is the sandbox's. */
async function* measurePages(sandbox: Sandbox, pages: number): AsyncGenerator<Figure> {
  const documents = await mixedPages();
  const limit = pLimit(PAGES_AT_ONCE);
  const watching = watchMemory(sandbox);
  const isRead = async (at: number) =>
    (await send(sandbox, documents[at % documents.length] as SyntheticDocument)).status === 200;
  let read = 0;
  for (let part = 0; part < PARTS; part++) {
    const [from, to] = [part, part + 1].map((done) => Math.round((pages * done) / PARTS)) as [number, number];
    const answers = Array.from({ length: to - from }, (_, at) => limit(() => isRead(from + at)));
    read += (await Promise.all(answers)).filter(Boolean).length;
    const samples = watching.samples.splice(0);
    const memory = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
    yield { name: `memory until mixed page ${to}, mean`, value: memory, unit: 'bytes' };
  }
  await watching.stop();
  yield { name: HIGHEST, value: watching.highest, unit: 'bytes' };
  yield { name: `mixed pages read, of ${pages}`, value: read, unit: 'pages' };
}
