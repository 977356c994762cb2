import { degrade, type Degradation } from '../degradations/degradations.ts';
import { compareFields, type FieldResult } from '../metrics/fields.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { DESIGNS } from './designs.ts';
import { printReceipt } from './receipt.ts';

export type ReceiptResult = { name: string; degradation: Degradation; seconds: number; fields: FieldResult[] };

/** Receipts of each design with a text layer, as scans and as photographs, for one of `seeds`. */
const COPIES = { pdf: 10, scan300: 1, photo: 3 } as const;

/** Sends receipts of made-up shops in several countries, new ones for each seed. */
export async function measureReceipts(
  sandbox: Sandbox,
  { seed, seeds }: { seed: string; seeds: number },
  onResult: (result: ReceiptResult) => void,
): Promise<ReceiptResult[]> {
  const results: ReceiptResult[] = [];
  for (const [degradation, copies] of Object.entries(COPIES) as [keyof typeof COPIES, number][])
    for (const design of DESIGNS)
      for (let at = 1; at <= seeds * copies; at++) {
        const name = `receipt ${DESIGNS.indexOf(design)} ${degradation} ${seed} ${at}`;
        const { pdf, size, fields } = await printReceipt(design, `${degradation} ${seed} ${at}`);
        const file = await degrade(degradation, pdf, size, name);
        const answer = await sendFile(sandbox, { ...file, name }, {});
        const result = {
          name,
          degradation,
          seconds: answer.milliseconds / 1000,
          fields: compareFields(fields, answer.fields),
        };
        results.push(result);
        onResult(result);
      }
  return results;
}
