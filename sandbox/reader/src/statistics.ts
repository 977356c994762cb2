/** The middle value; of an even number of values the upper of the two. Undefined if there are none. */
export const median = (values: number[]): number | undefined => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The value that half of the weight lies up to. Undefined if there are none. */
export function weightedMedian(values: { value: number; weight: number }[]): number | undefined {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  return sorted.find(({ weight }) => (passed += weight) >= half)?.value;
}

/** The solution of linear equations, each a row of coefficients and its right side. */
export function solveLinear(rows: number[][]): number[] {
  const matrix = rows.map((row) => [...row]);
  const size = matrix.length;
  for (let at = 0; at < size; at++) {
    const pivotRow = matrix[at] as number[];
    for (const [index, other] of matrix.entries()) {
      if (index === at) continue;
      const factor = (other[at] as number) / (pivotRow[at] as number);
      for (let column = at; column <= size; column++)
        other[column] = (other[column] as number) - factor * (pivotRow[column] as number);
    }
  }
  return matrix.map((row, at) => (row[size] as number) / (row[at] as number));
}
