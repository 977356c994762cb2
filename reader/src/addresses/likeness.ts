/** How many letters differ, a swapped pair counting once; anything over `most` is as good as `most + 1`. */
export function lettersApart(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow(a, b, i, before, last);
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}

function nextRow(a: string, b: string, i: number, before: number[], last: number[]): number[] {
  const next = [i];
  for (let j = 1; j <= b.length; j++) {
    const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const swap =
      i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] as number) + 1 : Infinity;
    next.push(Math.min(change, swap, (last[j] as number) + 1, (next[j - 1] as number) + 1));
  }
  return next;
}
