import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decode } from '../../reader/src/codes/decoding.ts';
import { pictureOf } from '../drawing/pictures.ts';
import type { Seeds, Yielded } from '../options.ts';
import { openReader } from '../../reader/src/reader.ts';
import type { Grey } from '../../reader/src/preprocessing/images.ts';
import { CODE_CONDITIONS, CODE_KINDS, codeScene, OTHER_KINDS } from './scenes.ts';

/** What was read in a picture: of its own code whether it was, and how many other values. */
export type CodeCount = { isRead: boolean; wrong: number };

export type CodeResult = Yielded<typeof measureCodes>;

/**
 * Reads the codes of a picture of every kind in every condition, and of pictures without one, `seeds` of each. They go
 * straight to the reader: of the service's operations none reads codes alone. `library`: one call of the decoding library
 * with the reader's formats, on the same picture.
 */
export async function* measureCodes({ seed, seeds }: Seeds) {
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
          const name = `${kind} ${condition} ${seed} ${at}`;
          yield { name, kind, condition, hasCode: truth !== null, seconds, ...counts, values, truth };
        }
  } finally {
    await Promise.all([reader.close(), rm(folder, { recursive: true })]);
  }
}

/** A UPC-A is an EAN-13 that begins with 0. */
function countIn(values: string[], truth: string | null): CodeCount {
  const isTruth = (value: string) => truth !== null && (value === truth || value === `0${truth}`);
  return { isRead: values.some(isTruth), wrong: values.filter((value) => !isTruth(value)).length };
}
