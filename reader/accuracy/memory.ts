import { generateDocument, type SyntheticDocument } from './documents.ts';
import { known } from './layouts/known/index.ts';
import { table } from './report/tables.ts';
import type { Sandbox } from './service/sandbox.ts';
import { send } from './service/client.ts';

const MEGABYTE = 1_048_576;
const POINTS = 20;

/**
 * Sends many pages and prints how much memory the sandbox uses on the way. The same few documents repeat, so any growth
 * is the sandbox's.
 */
export async function watchMemory(sandbox: Sandbox, pages: number): Promise<void> {
  const documents = await cheapDocuments();
  const every = Math.max(1, Math.floor(pages / POINTS));
  const points: { page: number; bytes: number }[] = [];
  for (let page = 1; page <= pages; page++) {
    await send(sandbox, documents[page % documents.length] as SyntheticDocument);
    if (page % every !== 0 && page !== pages) continue;
    const bytes = (await sandbox.memory()) ?? 0;
    points.push({ page, bytes });
    process.stderr.write(`${page} pages: ${Math.round(bytes / MEGABYTE)} MB\n`);
  }
  console.log(
    table(
      ['pages', 'memory of the sandbox'],
      points.map(({ page, bytes }) => [String(page), `${Math.round(bytes / MEGABYTE)} MB`]),
    ),
  );
  console.log(`\nFrom a quarter of the way to the end it grew by ${growth(points)} MB.`);
}

/** Small documents in every form, so that all the engines work. */
async function cheapDocuments(): Promise<SyntheticDocument[]> {
  const wanted = [
    ['card-flat', 'low'],
    ['card-flat', 'pdf'],
    ['letter-form', 'pdf'],
    ['card-embossed', 'low'],
    ['cnh-front', 'scan150'],
    ['nfse-boxes', 'pdf'],
    ['card-flat', 'scan150'],
    ['letter-form', 'low'],
  ] as const;
  const plans = wanted.flatMap(([id, degradation]) =>
    known
      .filter((layout) => layout.id === id)
      .map((layout) => ({
        layout,
        degradation,
        group: 'known' as const,
        seed: 1,
        name: `${id}-${degradation}-memory`,
      })),
  );
  return Promise.all(plans.map(generateDocument));
}

function growth(points: { bytes: number }[]): number {
  const steady = points.slice(Math.floor(points.length / 4));
  const mean = (part: { bytes: number }[]) =>
    part.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, part.length);
  const third = Math.max(1, Math.floor(steady.length / 3));
  return Math.round((mean(steady.slice(-third)) - mean(steady.slice(0, third))) / MEGABYTE);
}
