// Mutants whose outcome is known: one fails a test, one a test that has not loaded it, one never ends, and
// one no test notices.
export function sum(numbers: number[]): number {
  let total = 0;
  for (let i = 0; i < numbers.length; i += 1) total += numbers[i] ?? 0;
  return total;
}

const FEW = 3;
export const isMany = (count: number) => count > FEW;
