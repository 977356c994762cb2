/** What recognition makes of letters. */
const LETTERS: Record<string, string> = { '0': 'o', '1': 'l', '5': 's' };

/** `Pau1ista` is a word with a misread letter; `T37`, `1A` and `W3` are none. */
export const isMisread = (word: string) =>
  (/^[\p{L}015']{3,}$/u.test(word) &&
    /[015]/.test(word) &&
    (word.match(/\p{L}/gu)?.length ?? 0) >= 2 &&
    !/^\p{L}{1,3}\d+$/u.test(word) &&
    !/^\d+[A-Z]{0,2}$/u.test(word)) ||
  /^\p{Lu}{2,}0$/u.test(word);

export function repairWord(word: string): string {
  if (!isMisread(word)) return word;
  const shouted = word === word.toUpperCase();
  return word.replace(/[015]/g, (digit, at: number) =>
    shouted || at === 0 ? (LETTERS[digit] ?? '').toUpperCase() : (LETTERS[digit] ?? ''),
  );
}
