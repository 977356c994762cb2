import { compareForm } from '../forms/comparison.ts';
import type { Seeds, Yielded } from '../options.ts';
import { sendFile } from '../service/client.ts';
import type { Sandbox } from '../service/sandbox.ts';
import { LAYERS, printLayers } from './pages.ts';

export type LayerResult = Yielded<typeof measureLayers>;

const COPIES = 3;

/** Sends PDFs whose text layer and page differ, some of each kind, new ones for each seed. */
export async function* measureLayers(sandbox: Sandbox, { seed, seeds }: Seeds) {
  for (const kind of Object.keys(LAYERS))
    for (let at = 1; at <= seeds * COPIES; at++) {
      const page = printLayers(kind, `${seed} ${at}`);
      const name = `layer and page differ: ${kind} ${seed} ${at}`;
      const answer = await sendFile(sandbox, { bytes: page.pdf, extension: 'pdf', name }, {});
      yield { name, kind, seconds: answer.milliseconds / 1000, fields: compareForm(page, answer.fields) };
    }
}
