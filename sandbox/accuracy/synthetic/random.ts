// Read from the global once: pictures need millions of numbers, and a test runner's globals are slow.
const { floor, imul } = Math;

/** A pseudo-random generator: the same seed gives the same numbers. */
export type Random = {
  /** From 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  chance(share: number): boolean;
  digits(count: number): string;
  /** So many of these characters. */
  text(characters: string, count: number): string;
  /** Round about 0, most within ±1. */
  bell(): number;
};

export function randomFrom(seed: string): Random {
  let state = hash(seed);
  // Mulberry32: small, quick and even enough for pictures.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => floor(between(low, high + 1));
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
  return {
    ...{ next, between, whole, pick },
    shuffled: (list) =>
      list
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
    text: (characters, count) => Array.from({ length: count }, () => pick([...characters])).join(''),
    chance: (share) => next() < share,
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
    bell: () => (next() + next() + next() + next() - 2) * 0.85,
  };
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}

const NOISE_TABLE = 65_536;

/** Sensor noise from a prepared table: a picture has millions of pixels. */
export function sensorNoise(random: Random, strength: number): () => number {
  const table = Float32Array.from({ length: NOISE_TABLE }, () => random.bell() * strength);
  let state = random.whole(1, 1_000_000);
  return () => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return table[state >>> 16] as number;
  };
}
