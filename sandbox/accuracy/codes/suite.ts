import { openReader } from '../../reader/src/reader.ts';
import type { FieldResult } from '../metrics/fields.ts';
import { withFile } from '../service/temporaryFile.ts';
import { suiteOfFields } from '../suite.ts';
import { CODE_CONDITIONS, CODE_KINDS, codeScene, OTHER_KINDS } from './scenes.ts';

/**
 * Pictures of every kind of code in every condition, and pictures without one. They go straight to the reader: of the
 * service's operations none reads codes alone.
 */
export const codes = suiteOfFields({
  title: 'Codes in new pictures',

  async *measure(_, { seed, seeds }) {
    const reader = openReader({ workers: 1 });
    const readCodes = (bytes: Buffer) =>
      withFile(bytes, async (path) => {
        const file = { path, format: 'image/jpeg', password: null };
        const { pages } = await reader.readDocument(file, { codesOnly: true });
        return pages.flatMap(({ barcodes }) => barcodes.map(({ value }) => value));
      });
    try {
      await readCodes((await codeScene('QRCode', 'clean', 'warm-up')).bytes);
      for (let at = 1; at <= seeds; at++)
        for (const condition of CODE_CONDITIONS)
          for (const kind of [...CODE_KINDS, ...OTHER_KINDS]) {
            const { bytes, value } = await codeScene(kind, condition, `${seed} ${at}`);
            const started = performance.now();
            const fields = compareCodes(value, await readCodes(bytes));
            const seconds = (performance.now() - started) / 1000;
            yield { name: `${kind} ${condition} ${seed} ${at}`, groups: [kind, condition], seconds, fields };
          }
    } finally {
      await reader.close();
    }
  },

  goals: () => [],
});

/** A UPC-A is an EAN-13 that begins with 0. What is read of a code is sure. */
function compareCodes(truth: string | null, values: string[]): FieldResult[] {
  const isTruth = (value: string) => truth !== null && (value === truth || value === `0${truth}`);
  const result = (truth: string | null, read: string | null, outcome: FieldResult['outcome']): FieldResult => {
    return { name: 'code', truth, read, score: read === null ? null : 1, outcome };
  };
  const right = values.find(isTruth) ?? null;
  return [
    ...(truth === null ? [] : [result(truth, right, right === null ? 'missing' : 'exact')]),
    ...values.filter((value) => !isTruth(value)).map((value) => result(null, value, 'wrong')),
  ];
}
