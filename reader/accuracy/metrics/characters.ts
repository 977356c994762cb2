/** Characters of texts and how many of them must be changed to come from what was read to what is true. */
export type CharacterCount = { characters: number; errors: number };

/** Each true text against the text read that is most like it; none read costs all its characters. */
export function judgeTexts(truths: string[], texts: string[]): CharacterCount[] {
  const read = texts.map(plain);
  return truths.map(plain).map((truth) => ({
    characters: truth.length,
    errors: Math.min(truth.length, ...read.map((text) => distanceWithin(text, truth))),
  }));
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Levenshtein's distance of a text to the part of another that is most like it: a table under a clause may stand in its
 * text or not.
 */
export function distanceWithin(whole: string, part: string): number {
  const row = new Uint32Array(whole.length + 1);
  for (let down = 1; down <= part.length; down++) {
    let diagonal = row[0] as number;
    row[0] = down;
    for (let across = 1; across <= whole.length; across++) {
      const above = row[across] as number;
      const change = diagonal + (part[down - 1] === whole[across - 1] ? 0 : 1);
      row[across] = Math.min(change, above + 1, (row[across - 1] as number) + 1);
      diagonal = above;
    }
  }
  return row.reduce((least, value) => Math.min(least, value), part.length);
}
