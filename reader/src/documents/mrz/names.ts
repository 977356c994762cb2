import type { Found } from '../form/found.ts';

export type ZoneNames = { surname: Found | null; given: Found | null };

/** Names have no check digit. Where the zone is full, they may be cut off. */
const SCORE = { whole: 0.9, perhapsCut: 0.6 };

const LETTERS: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z', '6': 'G' };

/** `SURNAME<OF<TWO<<GIVEN<NAMES<<<<`. */
export function namesIn(zone: string): ZoneNames {
  const letters = zone.replace(/\d/g, (digit) => LETTERS[digit] ?? digit);
  const [surname = '', given = ''] = letters.split('<<');
  const score = letters.endsWith('<') ? SCORE.whole : SCORE.perhapsCut;
  return { surname: asName(surname, score), given: asName(given, score) };
}

function asName(part: string, score: number): Found | null {
  const words = part.split('<').filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => /^[A-Z]+$/.test(word))) return null;
  return { value: words.join(' '), score };
}
