import { describe, expect, test } from '@jest/globals';
import { cropLine } from '../../../sandbox/reader/src/recognition/lineCrop.ts';
import { mergeReadings } from '../../../sandbox/reader/src/recognition/words.ts';

const picture = { data: new Uint8Array(100 * 50).fill(255), width: 100, height: 50 };

describe('line crops', () => {
  test('have the proportions of their box', () => {
    const crop = cropLine(picture, { x: 50, y: 25, length: 80, height: 10, angle: 0 }, 40);
    expect([crop.width, crop.height, crop.data.length]).toEqual([320, 40, 320 * 40]);
  });

  test.each([
    ['far too long', { length: 1e9, height: 10 }],
    ['without height', { length: 80, height: 0 }],
    ['endless', { length: Infinity, height: 10 }],
  ])('stay small when a box is %s', (_, size) => {
    const crop = cropLine(picture, { x: 50, y: 25, angle: 1.5, ...size }, 40);
    expect(crop.data.length).toBeLessThan(300_000);
  });
});

test('a number of which two readings differ is not sure, unless the first one is without doubt', () => {
  const wordOf = (confidence: number) => ({ text: '42667', left: 0, right: 50, top: 0, bottom: 20, confidence });
  const charactersOf = (text: string) => [...text].map((one, at) => ({ text: one, x: 5 + 10 * at, confidence: 0.99 }));
  const scoreOf = (confidence: number, text: string) =>
    mergeReadings([wordOf(confidence)], charactersOf(text)).map((word) => word.confidence);
  expect([scoreOf(0.92, '42661'), scoreOf(0.92, '42667'), scoreOf(0.96, '42661')]).toEqual([[0.85], [0.99], [0.96]]);
});
