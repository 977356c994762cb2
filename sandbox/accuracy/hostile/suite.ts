import { fieldList } from '../groundTruth.ts';
import { compareFields } from '../metrics/fields.ts';
import { goal, slowest } from '../report/goals.ts';
import { sendFile } from '../service/client.ts';
import { watchMemory } from '../service/sandbox.ts';
import { suiteOfFields } from '../suite.ts';
import { HOSTILE_PDFS, pdfOfPages } from './pdfs.ts';
import { HOSTILE_PICTURES } from './pictures.ts';

const PLAIN = pdfOfPages(['BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET']);
const GIGABYTE = 2 ** 30;

/** Files that are made to do harm, one after the other. Its fields are those of a plain document right after each. */
export const hostile = suiteOfFields({
  title: 'Hostile files, and what is read after each',

  async *measure(sandbox) {
    for (const { name, extension, make } of [...HOSTILE_PDFS, ...HOSTILE_PICTURES]) {
      const bytes = await make();
      const watching = watchMemory(sandbox);
      const began = performance.now();
      await sendFile(sandbox, { name, extension, bytes });
      const seconds = (performance.now() - began) / 1000;
      await watching.stop();
      const plain = await sendFile(sandbox, { name: 'plain document', extension: 'pdf', bytes: PLAIN });
      const fields = compareFields(fieldList`name Ana Example`, plain.fields);
      yield { name: `${name} (${extension})`, groups: [extension], seconds, memory: watching.highest, fields };
    }
  },

  goals: (results) => [
    slowest('slowest hostile file ≤ 15 s', '26.7 s', results),
    goal(
      'hostile files: a plain document is read after each, within 2 GB',
      '121 of 121, 1.83 GB',
      results.length > 0
        ? {
            alive: results.filter(({ fields }) => fields.every(({ outcome }) => outcome === 'exact')).length,
            highest: Math.max(...results.map(({ memory }) => memory ?? 0)) / GIGABYTE,
          }
        : null,
      ({ alive, highest }) => `${alive} of ${results.length}, ${highest.toFixed(2)} GB`,
      ({ alive, highest }) => alive === results.length && highest <= 2,
    ),
  ],
});
