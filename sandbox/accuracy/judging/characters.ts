/** Characters of texts and how many of them must be changed to come from what was read to what is true. */
export type CharacterCount = { characters: number; errors: number };

/** Each true text against the text read that is most like it; none read costs all its characters. */
export function judgeTexts(truths: string[], texts: string[]): CharacterCount[] {
  const read = texts.map(plain);
  return truths.map(plain).map((truth) => ({
    characters: truth.length,
    errors: Math.min(truth.length, ...read.map((text) => distance(text, truth))),
  }));
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Levenshtein's distance in one row. */
export function distance(from: string, to: string): number {
  const row = Uint32Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let down = 1; down <= from.length; down++) {
    let diagonal = row[0] as number;
    row[0] = down;
    for (let across = 1; across <= to.length; across++) {
      const above = row[across] as number;
      const change = diagonal + (from[down - 1] === to[across - 1] ? 0 : 1);
      row[across] = Math.min(change, above + 1, (row[across - 1] as number) + 1);
      diagonal = above;
    }
  }
  return row[to.length] as number;
}
