import { describe, expect, test } from '@jest/globals';
import { imageOf, type Picture } from '../../../sandbox/accuracy/drawing/pictures.ts';
import { renderPages } from '../../../sandbox/accuracy/degradations/render.ts';
import { DOCUMENT_TYPES, type Place } from '../../../sandbox/accuracy/groundTruth.ts';
import { generateDocument, LAYOUTS, type Plan, planDocuments } from '../../../sandbox/accuracy/documents.ts';
import { compareTables } from '../../../sandbox/accuracy/metrics/tables.ts';
import { distanceToPart } from '../../../sandbox/reader/src/text/distance.ts';
import { compareCrops } from '../../../sandbox/accuracy/metrics/crops.ts';
import { compareFields, countOutcomes } from '../../../sandbox/accuracy/metrics/fields.ts';

const { known, 'held-out': heldOut, 'third-party': thirdParty } = LAYOUTS;
const CARD = { types: ['cnh' as const], degradations: ['pdf' as const], groups: ['known' as const], seeds: 1 };
const drawn = (name: string) => generateDocument({ ...(planDocuments(CARD)[0] as Plan), name });

describe('documents', () => {
  test('every document type has known and held-out layouts, or those of other people; each has its own id', () => {
    const has = (layouts: Array<{ type: string }>, type: string) => layouts.some((layout) => layout.type === type);
    for (const type of DOCUMENT_TYPES)
      expect([type, has(thirdParty, type) || (has(known, type) && has(heldOut, type))]).toEqual([type, true]);
    const all = [...known, ...heldOut, ...thirdParty];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe('metrics', () => {
  const read = (name: string, value: string | null) => ({ name, value });
  const pairs = (text: string) =>
    text.split(' ').map((pair) => read(pair.split('=')[0] ?? '', pair.split('=')[1] || null));
  const outcomes = (...of: Parameters<typeof compareFields>) => compareFields(...of).map(({ outcome }) => outcome);

  test('a value that differs is wrong, one that is absent or null is missing, an invented one is wrong', () => {
    const truths = pairs('a=1 b=2 c=3 d= e= f=4');
    const results = compareFields(truths, pairs('a=1 b=7 c= d=x'));
    expect(results.map(({ name, outcome }) => `${name} ${outcome}`).join()).toBe(
      'a exact,b wrong,c missing,d wrong,f missing',
    );
    expect(countOutcomes(results)).toEqual({ values: 4, exact: 1, wrong: 2, missing: 2, labels: 0, sure: 0 });
  });

  test('accents count unless the document has none of its own', () => {
    expect(outcomes([{ name: 'nome', value: 'JOÃO' }], [read('nome', 'JOAO')])).toEqual(['wrong']);
    expect(outcomes([{ name: 'nome', value: 'JOÃO', agreement: 'plain' }], [read('nome', 'JOAO')])).toEqual(['exact']);
    expect(outcomes([{ name: 'rg', value: '12345678X', agreement: 'free' }], [read('rg', '12.345.678-X')])).toEqual([
      'exact',
    ]);
  });

  test('fields that repeat may come in any order', () => {
    const truths = pairs('title=one title=two title=three');
    expect(outcomes(truths, pairs('title=two title=one'))).toEqual(['exact', 'exact', 'missing']);
  });

  test('a lost row costs only its own cells', () => {
    const row = (day: string, value: string | null) => ({ data: day, valor: value });
    const answer = [
      [read('data', '2024-01-01'), read('valor', '1.00')],
      [read('data', '2024-01-03'), read('valor', '9.99')],
    ];
    const results = compareTables(
      [{ rows: [row('2024-01-01', '1.00'), row('2024-01-02', '2.00'), row('2024-01-03', null)] }],
      [answer],
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['exact', 'exact', 'missing', 'missing', 'exact', 'wrong']);
  });

  test('character errors are the edits to the most similar part', () => {
    const accents = [distanceToPart('ação', 'ação'), distanceToPart('acao', 'ação')];
    expect([...accents, distanceToPart('', 'abc'), distanceToPart('de kitten', 'sitting')]).toEqual([0, 2, 3, 3]);
  });

  test('a crop is right only where the portrait is, at any size and brightness', async () => {
    const { truth, pdf } = await drawn('crop');
    const portrait = truth.portrait as Place;
    const [page] = (await renderPages(pdf, 200)) as [Picture];
    const cut = async (place: Place) => {
      const [left, top, width, height] = [place.x, place.y, place.width, place.height].map((points) =>
        Math.round((points * 200) / 72),
      ) as [number, number, number, number];
      const image = imageOf(page).extract({ left, top, width, height }).linear(0.8, 10);
      return (await image.jpeg().toBuffer()).toString('base64');
    };
    const beside = { ...portrait, x: portrait.x + portrait.width * 0.7 };
    const crops = [await cut(portrait), await cut(beside)];
    const outcomesOf = async (truth: Place | undefined, found: string[]) =>
      (await compareCrops('portrait', truth, found, pdf)).map(({ outcome }) => outcome);
    expect(await outcomesOf(portrait, crops)).toEqual(['exact', 'wrong']);
    expect(await outcomesOf(portrait, [])).toEqual(['missing']);
    expect(await outcomesOf(undefined, crops)).toEqual(['wrong', 'wrong']);
  });
});
