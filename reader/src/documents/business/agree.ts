/** One reading of a value. */
export type Reading = { value: string; score: number };

/** The value most readings of a field have; where they disagree without a majority nobody knows which is right. */
export function agreed(readings: Reading[]): Reading | null {
  const byValue = Map.groupBy(readings, ({ value }) => value);
  const [first, second] = [...byValue.values()].toSorted((a, b) => b.length - a.length || best(b) - best(a));
  if (!first?.[0] || (second && second.length === first.length)) return null;
  return { value: first[0].value, score: best(first) };
}

const best = (same: Reading[]) => Math.max(...same.map(({ score }) => score));
