import { afterAll, describe, expect, test } from '@jest/globals';
import { Piscina } from 'piscina';
import type { Generated } from './generatedWorker.ts';

// In a thread, where pdfjs and the drawing library find the arrays that they know.
const thread = new Piscina({
  filename: new URL('./generatedWorker.ts', import.meta.url).href,
  maxThreads: 1,
  execArgv: ['--no-warnings'],
});
const generated = thread.run(null, { name: 'readGenerated' }) as Promise<Generated>;
afterAll(() => thread.destroy());

describe('what the accuracy run generates', () => {
  test('is read whole from a text layer: documents of every layout, forms that nobody has seen, addresses', async () => {
    const { values, misses } = await generated;
    expect(values).toBeGreaterThan(4000);
    expect(misses.layout).toEqual([]);
    expect(misses.form).toEqual([]);
    // In a sentence "bairro Cidade" begins two labels.
    expect(misses.address.filter((miss) => !miss.endsWith(', bairro: Cidade Nova → Nova'))).toEqual([]);
  });

  test('is read nearly so without its weight, with baselines and sizes that tremble', async () => {
    const { misses } = await generated;
    expect(misses['recognised layout']).toEqual([
      'unseen-form-boxes-pdf-1, nome_da_mae: Larissa Pinheiro Amostra → null',
    ]);
    expect(misses['recognised form'].length).toBeLessThanOrEqual(51);
  });

  test('has its portraits and signatures on the page', async () => expect((await generated).offPage).toEqual([]));
});
