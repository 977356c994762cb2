import type { Character } from './characters.ts';

/** A gap this many times the usual step between characters parts two pieces of text. */
const WIDE_STEP = 2.2;

/** A piece of text in a strip: from where to where, and as sure as its weakest character. */
export type Piece = { text: string; left: number; right: number; confidence: number };

/** Characters parted where a blank was read or a wide gap is. `height`: of the strip. */
export function piecesOf(characters: Character[], height: number): Piece[] {
  const steps = characters.slice(1).map(({ x }, at) => x - (characters[at] as Character).x);
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? height / 2;
  const pieces: Character[][] = [[]];
  characters.forEach((character, at) => {
    if (character.text === ' ' || (steps[at - 1] ?? 0) > WIDE_STEP * usual) pieces.push([]);
    if (character.text !== ' ') pieces.at(-1)?.push(character);
  });
  return pieces.filter((piece) => piece.length > 0).map((piece) => asPiece(piece, usual));
}

const asPiece = (characters: Character[], step: number): Piece => ({
  text: characters.map(({ text }) => text).join(''),
  left: (characters[0] as Character).x - step / 2,
  right: (characters.at(-1) as Character).x + step / 2,
  confidence: Math.min(...characters.map(({ confidence }) => confidence)),
});
