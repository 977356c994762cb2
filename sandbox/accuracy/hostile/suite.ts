import { median } from '../../reader/src/statistics.ts';
import { goal, slowest } from '../report/goals.ts';
import { megabytes, section, table } from '../report/tables.ts';
import { sendFile } from '../service/client.ts';
import { watchMemory } from '../service/sandbox.ts';
import { readWithCommandLine } from '../service/tesseract.ts';
import type { Suite } from '../suite.ts';
import { HOSTILE_PDFS, pdfOfPages } from './pdfs.ts';
import { HOSTILE_PICTURES } from './pictures.ts';

type HostileResult = {
  name: string;
  extension: string;
  /** 599 stands for no answer. */
  status: number;
  seconds: number;
  /** The highest of the sandbox with its processes meanwhile, in bytes. */
  memory: number;
  /** Whether the sandbox read a plain document right after it. */
  isAlive: boolean;
  /** The seconds of Tesseract's command line, where it reads the file. */
  tesseract: number | null;
};

const PLAIN = pdfOfPages(['BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET']);
const UNANSWERED = 599;
const SLOW = 10;
const GIGABYTE = 2 ** 30;
/** What the sandbox and its processes may take together, in bytes. */
const MEMORY_LIMIT = 2 * GIGABYTE;

/** Files that are made to do harm, one after the other. */
export const hostile: Suite<HostileResult> = {
  async *measure(sandbox) {
    for (const { name, extension, make } of [...HOSTILE_PDFS, ...HOSTILE_PICTURES]) {
      const bytes = await make();
      const watching = watchMemory(sandbox);
      const began = performance.now();
      const { status } = await sendFile(sandbox, { name, extension, bytes });
      const seconds = (performance.now() - began) / 1000;
      await watching.stop();
      const plain = await sendFile(sandbox, { name: 'plain document', extension: 'pdf', bytes: PLAIN });
      const isAlive = plain.status === 200 && plain.fields.some(({ value }) => value?.includes('Ana Example'));
      const tesseract = (await readWithCommandLine(bytes, extension))?.seconds ?? null;
      yield { name, extension, status, seconds, memory: watching.highest, isAlive, tesseract };
    }
  },

  line({ name, status, seconds, memory, isAlive }) {
    return `${name}: ${status}, ${seconds.toFixed(1)} s, ${megabytes(memory)}${isAlive ? '' : ', NOT ALIVE'}`;
  },

  report(results) {
    const notable = results.filter(({ seconds, memory }) => seconds > SLOW || memory > MEMORY_LIMIT);
    return [
      section(
        'Hostile files',
        ['hostile files', 'sent', 'answered', 'read', 'median s', 'worst s', "Tesseract's median s", 'memory'],
        [...Map.groupBy(results, ({ extension }) => extension), ['all', results]],
        (of) => [
          String(of.length),
          String(of.filter(({ status }) => status !== UNANSWERED).length),
          String(of.filter(({ status }) => status === 200).length),
          median(of.map(({ seconds }) => seconds))?.toFixed(1) ?? '–',
          Math.max(...of.map(({ seconds }) => seconds)).toFixed(1),
          median(of.flatMap(({ tesseract }) => tesseract ?? []))?.toFixed(1) ?? '–',
          megabytes(Math.max(...of.map(({ memory }) => memory))),
        ],
      ),
      table(
        [`over ${SLOW} s or ${megabytes(MEMORY_LIMIT)}`, 'status', 's', 'memory'],
        notable.map(({ name, extension, status, seconds, memory }) => [
          `${name} (${extension})`,
          String(status),
          seconds.toFixed(1),
          megabytes(memory),
        ]),
      ),
    ];
  },

  details: (results) =>
    results.filter(({ isAlive }) => !isAlive).map(({ name }) => `${name}: nothing is read after it`),

  goals: (results) => [
    slowest('slowest hostile file ≤ 15 s', '26.7 s', results),
    goal(
      'hostile files: a plain document is read after each, within 2 GB',
      '121 of 121, 1.83 GB',
      results.length > 0
        ? {
            alive: results.filter(({ isAlive }) => isAlive).length,
            highest: Math.max(...results.map(({ memory }) => memory)),
          }
        : null,
      ({ alive, highest }) => `${alive} of ${results.length}, ${(highest / GIGABYTE).toFixed(2)} GB`,
      ({ alive, highest }) => alive === results.length && highest <= MEMORY_LIMIT,
    ),
  ],
};
