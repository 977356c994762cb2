/** The middle value; of an even number of values the upper of the two. Undefined if there are none. */
export const median = (values: number[]): number | undefined => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The value that half of the weight lies up to. Undefined if there are none. */
export function weightedMedian(values: { value: number; weight: number }[]): number | undefined {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  return sorted.find(({ weight }) => (passed += weight) >= half)?.value;
}
