const WEIGHTS = [7, 3, 1];

const worth = (character: string) =>
  character === '<' ? 0 : /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55;

/** The check digit of machine-readable zones. */
export const checkDigit = (text: string) =>
  [...text].reduce((sum, character, index) => sum + worth(character) * (WEIGHTS[index % 3] as number), 0) % 10;

/** Letters and digits that are taken for each other. */
const ALIKE: Record<string, string> = {
  O: '0',
  '0': 'O',
  I: '1',
  '1': 'I',
  B: '8',
  '8': 'B',
  S: '5',
  '5': 'S',
  Z: '2',
  '2': 'Z',
  G: '6',
  '6': 'G',
  Q: '0',
  D: '0',
};

/**
 * A number its check digit disagrees with, with the one letter changed that makes them agree; null if that could be
 * more than one.
 */
export function repairNumber(raw: string, check: string): string | null {
  const digit = Number(check === 'O' ? '0' : check);
  const repaired = [...raw].flatMap((letter, at) => {
    const other = ALIKE[letter];
    const changed = other && raw.slice(0, at) + other + raw.slice(at + 1);
    return changed && checkDigit(changed) === digit ? [changed] : [];
  });
  const [only, ...more] = repaired;
  return only && more.length === 0 ? only.replace(/<+$/, '') : null;
}
