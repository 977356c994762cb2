/** The middle value; of an even number of values the upper of the two. Undefined if there are none. */
export const median = (values: number[]): number | undefined => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The value that half of the weight lies up to. Undefined if there are none. */
export function weightedMedian(values: { value: number; weight: number }[]): number | undefined {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  return sorted.find(({ weight }) => (passed += weight) >= half)?.value;
}

/**
 * The factors of terms whose sum comes nearest to the values (weighted least squares); `terms`: those of a value are one
 * behind the other.
 */
export function leastSquares(terms: Float64Array, values: Float64Array, weights: Float64Array): number[] {
  const size = terms.length / values.length;
  const equations = Array.from({ length: size }, (_, row) => {
    const equation = Array.from({ length: size + 1 }, (_none, column) => (row === column ? 1e-6 : 0));
    for (let at = 0, from = 0; at < values.length; at++, from += size) {
      const factor = (weights[at] as number) * (terms[from + row] as number);
      for (let column = 0; column < size; column++)
        (equation[column] as number) += factor * (terms[from + column] as number);
      (equation[size] as number) += factor * (values[at] as number);
    }
    return equation;
  });
  return solve(equations);
}

/** Solves linear equations by Gaussian elimination; the last number of each row is its right side. */
export function solve(equations: number[][]): number[] {
  const rows = equations.map((row) => [...row]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const best = rows.findIndex(
      (row, i) =>
        i >= at && Math.abs(row[at] ?? 0) === Math.max(...rows.slice(at).map((other) => Math.abs(other[at] ?? 0))),
    );
    [rows[at], rows[best]] = [rows[best] as number[], rows[at] as number[]];
    const pivot = rows[at] as number[];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[at] ?? 0) / (pivot[at] || 1e-12);
      for (let column = at; column <= size; column++) row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] || 1e-12));
}
