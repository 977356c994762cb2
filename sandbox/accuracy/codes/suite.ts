import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decode } from '../../reader/src/codes/decoding.ts';
import type { Grey } from '../../reader/src/preprocessing/images.ts';
import { openReader } from '../../reader/src/reader.ts';
import { median } from '../../reader/src/statistics.ts';
import { pictureOf } from '../drawing/pictures.ts';
import { section } from '../report/tables.ts';
import type { Suite } from '../suite.ts';
import { CODE_CONDITIONS, CODE_KINDS, codeScene, OTHER_KINDS } from './scenes.ts';

/** What was read in a picture: of its own code whether it was, and how many other values. */
type CodeCount = { isRead: boolean; wrong: number };

type CodeResult = {
  name: string;
  kind: string;
  condition: string;
  seconds: number;
  reader: CodeCount;
  /** One call of the decoding library with the reader's formats, on the same picture. */
  library: CodeCount;
  values: string[];
  truth: string | null;
};

/**
 * Pictures of every kind of code in every condition, and pictures without one. They go straight to the reader: of the
 * service's operations none reads codes alone.
 */
export const codes: Suite<CodeResult> = {
  async *measure(_, { seed, seeds }) {
    const [folder, reader] = [await mkdtemp(join(tmpdir(), 'codes-')), openReader({ workers: 1 })];
    const path = join(folder, 'picture.jpg');
    const readerCodes = async (bytes: Buffer) => {
      await writeFile(path, bytes);
      const { pages } = await reader.readDocument({ path, format: 'image/jpeg', password: null }, { codesOnly: true });
      return pages.flatMap(({ barcodes }) => barcodes.map(({ value }) => value));
    };
    try {
      await readerCodes((await codeScene('QRCode', 'clean', 'warm-up')).bytes);
      for (let at = 1; at <= seeds; at++)
        for (const condition of CODE_CONDITIONS)
          for (const kind of [...CODE_KINDS, ...OTHER_KINDS]) {
            const { bytes, value: truth } = await codeScene(kind, condition, `${seed} ${at}`);
            const started = performance.now();
            const values = await readerCodes(bytes);
            const seconds = (performance.now() - started) / 1000;
            const alone = (await decode((await pictureOf(sharp(bytes).greyscale())) as Grey)).map(({ value }) => value);
            const counts = { reader: countIn(values, truth), library: countIn(alone, truth) };
            yield { name: `${kind} ${condition} ${seed} ${at}`, kind, condition, seconds, ...counts, values, truth };
          }
    } finally {
      await Promise.all([reader.close(), rm(folder, { recursive: true })]);
    }
  },

  line({ name, values, seconds }) {
    return `${name}: ${values.join(', ') || 'no code'}, ${seconds.toFixed(1)} s`;
  },

  report(results, { seed }) {
    const withCode = results.filter(({ truth }) => truth !== null);
    const without = results.filter(({ truth }) => truth === null);
    const counts = (of: CodeCount[], hasCode: boolean) => [
      hasCode ? `${of.filter(({ isRead }) => isRead).length} of ${of.length}` : '–',
      String(of.reduce((sum, { wrong }) => sum + wrong, 0)),
    ];
    return [
      section(
        'Codes in new pictures',
        ['codes', 'read', 'other values', 'read by the library alone', 'other values', 'median s', 'worst s'],
        [
          ...Map.groupBy(withCode, ({ kind }) => kind),
          ...Map.groupBy(withCode, ({ condition }) => condition),
          ['all', withCode],
          [`${without.length} pictures without a code`, without],
        ],
        (of) => {
          const seconds = of.map((result) => result.seconds);
          return [
            ...counts(
              of.map(({ reader }) => reader),
              of !== without,
            ),
            ...counts(
              of.map(({ library }) => library),
              of !== without,
            ),
            median(seconds)?.toFixed(2) ?? '–',
            Math.max(...seconds).toFixed(1),
          ];
        },
        `Made with the seed ${seed}.`,
      ),
    ];
  },

  /** Every picture whose code was not read, or in which others were. */
  details(results) {
    return results
      .filter(({ truth, reader }) => (truth !== null && !reader.isRead) || reader.wrong > 0)
      .map(
        ({ name, reader, library, truth, values }) =>
          `${name}: ${reader.wrong > 0 ? 'WRONG ' : ''}${JSON.stringify(values)}, is ${truth === null ? 'none' : `"${truth}"`}` +
          (library.isRead && !reader.isRead ? ', which the library alone reads' : ''),
      );
  },

  goals: () => [],
};

/** A UPC-A is an EAN-13 that begins with 0. */
function countIn(values: string[], truth: string | null): CodeCount {
  const isTruth = (value: string) => truth !== null && (value === truth || value === `0${truth}`);
  return { isRead: values.some(isTruth), wrong: values.filter((value) => !isTruth(value)).length };
}
