import type { Random } from './random.ts';

const { imul } = Math;

const LENGTH = 65_536;

/** Grain of a sensor, drawn beforehand: a picture has millions of pixels. */
export function grain(random: Random, strength: number): () => number {
  const table = Float32Array.from({ length: LENGTH }, () => random.bell() * strength);
  let state = random.whole(1, 1_000_000);
  return () => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return table[state >>> 16] as number;
  };
}
