import { degrade } from '../degradations/degradations.ts';
import { compareFields } from '../metrics/fields.ts';
import type { Seeds, Yielded } from '../options.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { DESIGNS } from './designs.ts';
import { printReceipt } from './receipt.ts';

export type ReceiptResult = Yielded<typeof measureReceipts>;

/** Receipts of each design with a text layer, as scans and as photographs, for one of `seeds`. */
const COPIES = { pdf: 10, scan300: 1, photo: 3 } as const;

/** Sends receipts of made-up shops in several countries, new ones for each seed. */
export async function* measureReceipts(sandbox: Sandbox, { seed, seeds }: Seeds) {
  for (const [degradation, copies] of Object.entries(COPIES) as [keyof typeof COPIES, number][])
    for (const [index, design] of DESIGNS.entries())
      for (let at = 1; at <= seeds * copies; at++) {
        const name = `receipt ${index} ${degradation} ${seed} ${at}`;
        const { pdf, size, fields } = await printReceipt(design, `${degradation} ${seed} ${at}`);
        const file = await degrade(degradation, pdf, size, name);
        const answer = await sendFile(sandbox, { ...file, name }, {});
        const seconds = answer.milliseconds / 1000;
        yield { name, degradation, seconds, fields: compareFields(fields, answer.fields) };
      }
}
