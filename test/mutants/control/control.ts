// Mutants whose outcome is known: one fails a test, one never ends, and one no test notices.
export function sum(numbers: number[]): number {
  let total = 0;
  for (let i = 0; i < numbers.length; i += 1) total += numbers[i] ?? 0;
  return total;
}

export const isMany = (count: number) => count > 3;
