import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Place } from '../../../sandbox/accuracy/groundTruth.ts';
import { generatedSamples, type Sample } from '../../../sandbox/accuracy/samples.ts';
import { fieldsIn } from '../../../sandbox/accuracy/service/client.ts';

const FORMS_OF_EACH_SORT = 5;

describe('what the accuracy run generates', () => {
  /** Values that were not read as they are printed: `document, name: what is printed → what was read`. */
  const misses: Record<Sample['kind'], string[]> = {
    address: [],
    layout: [],
    'recognised layout': [],
    form: [],
    'recognised form': [],
  };
  /** Documents whose portrait or signature is not on the page. */
  const offPage: string[] = [];
  let values = 0;

  // Addresses, a document of each layout, and forms: as a text layer has them, and as OCR may.
  beforeAll(async () => {
    for await (const { kind, name: of, document, read, compare } of generatedSamples(1, FORMS_OF_EACH_SORT)) {
      const results = compare(fieldsIn(await read()));
      values += results.length;
      for (const { name, truth, read, outcome } of results)
        if (outcome !== 'exact') misses[kind].push(`${of}, ${name}: ${truth} → ${read}`);
      const { truth, layout } = document ?? {};
      const isOff = ({ x, y, width, height }: Place) =>
        !layout || x < 0 || y < 0 || x + width > layout.size.width || y + height > layout.size.height;
      if ([truth?.portrait, truth?.signature].some((place) => place && isOff(place))) offPage.push(of);
    }
  });

  test('is read whole from a text layer: documents of every layout, forms that nobody has seen, addresses', () => {
    expect(values).toBeGreaterThan(4000);
    expect(misses.layout).toEqual([]);
    expect(misses.form).toEqual([]);
    // In a sentence "bairro Cidade" begins two labels.
    expect(misses.address.filter((miss) => !miss.endsWith(', bairro: Cidade Nova → Nova'))).toEqual([]);
  });

  test('is read nearly so without its weight, with baselines and sizes that tremble', () => {
    expect(misses['recognised layout']).toEqual([
      'unseen-form-boxes-pdf-1, nome_da_mae: Larissa Pinheiro Amostra → null',
    ]);
    expect(misses['recognised form'].length).toBeLessThanOrEqual(51);
  });

  test('has its portraits and signatures on the page', () => expect(offPage).toEqual([]));
});
