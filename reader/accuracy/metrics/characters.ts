import { distanceToPart } from '../../src/text/distance.ts';

/** Characters of texts and how many of them must be changed to come from what was read to what is true. */
export type CharacterCount = { characters: number; errors: number };

/** Each true text against the text read that is most like it; none read costs all its characters. */
export function judgeTexts(truths: string[], texts: string[]): CharacterCount[] {
  const read = texts.map(plain);
  return truths.map(plain).map((truth) => ({
    characters: truth.length,
    errors: Math.min(truth.length, ...read.map((text) => distanceToPart(text, truth))),
  }));
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
