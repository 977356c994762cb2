import { describe, expect, test } from '@jest/globals';
import { cropLine } from '../../../sandbox/reader/src/recognition/lineCrop.ts';

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
