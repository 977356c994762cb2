import type { Place, Size } from '../../../sandbox/accuracy/groundTruth.ts';
import { generatedSamples, type Sample } from '../../../sandbox/accuracy/samples.ts';
import { fieldsIn } from '../../../sandbox/accuracy/service/client.ts';

/** Values that were not read as they are printed: `document, name: what is printed → what was read`. */
export type Misses = Record<Sample['kind'], string[]>;

/** `offPage`: documents whose portrait or signature is not on the page. */
export type Generated = { values: number; misses: Misses; offPage: string[] };

const FORMS_OF_EACH_SORT = 5;

/** Reads generated addresses, a document of each layout, and forms: as a text layer has them, and as OCR may. */
export async function readGenerated(): Promise<Generated> {
  const misses: Misses = { address: [], layout: [], 'recognised layout': [], form: [], 'recognised form': [] };
  const offPage: string[] = [];
  let values = 0;
  for await (const { kind, name: of, document, read, compare } of generatedSamples(1, FORMS_OF_EACH_SORT)) {
    const results = compare(fieldsIn(await read()));
    values += results.length;
    for (const { name, truth, read, outcome } of results)
      if (outcome !== 'exact') misses[kind].push(`${of}, ${name}: ${truth} → ${read}`);
    const { truth, layout } = document ?? {};
    for (const place of [truth?.portrait, truth?.signature])
      if (place && layout && !isOn(layout.size, place)) offPage.push(of);
  }
  return { values, misses, offPage };
}

const isOn = (size: Size, { x, y, width, height }: Place) =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
