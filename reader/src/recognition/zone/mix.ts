import type { Part } from './form.ts';

const WEIGHTS = [7, 3, 1];
/** Letters that are read where a digit stands. */
const DIGIT_FOR: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
};

const LETTER_FOR: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };

/**
 * One line of several readings of it: of each part the reading whose check digit holds, else what most readings have.
 */
export function mix(readings: string[], parts: Part[]): string {
  // A reading that lost a character at one place is wrong at the next one too, even if its check digit agrees by
  // chance.
  const trust = (reading: string) => parts.filter((part) => part.checked && holds(partOf(reading, part))).length;
  const trusted = readings.toSorted((a, b) => trust(b) - trust(a));
  return parts
    .map((part) =>
      mixPart(
        trusted.map((reading) => partOf(reading, part)),
        part,
      ),
    )
    .join('');
}

function partOf(reading: string, { from, to, only, checked }: Part): string {
  const text = reading.slice(from, to);
  if (only) return translated(text, only === 'digits' ? DIGIT_FOR : LETTER_FOR);
  return checked ? text.slice(0, -1) + translated(text.slice(-1), DIGIT_FOR) : text;
}

const translated = (text: string, by: Record<string, string>) =>
  [...text].map((character) => by[character] ?? character).join('');

function mixPart(readings: string[], { checked }: Part): string {
  const voted = vote(readings);
  return (checked && [...readings, voted].find(holds)) || voted;
}

/** The commonest character at each place; the first reading breaks ties. */
function vote(readings: string[]): string {
  const [first = ''] = readings;
  return [...first].map((own, at) => commonest(readings.map((reading) => reading[at] ?? own))).join('');
}

function commonest(characters: string[]): string {
  const count = (character: string) => characters.filter((other) => other === character).length;
  return characters.reduce((best, character) => (count(character) > count(best) ? character : best));
}

/** Whether the last character is the check digit of those before it; nothing at all may do without. */
export function holds(text: string): boolean {
  if (/^<+0?$/.test(text)) return true;
  const sum = [...text.slice(0, -1)].reduce(
    (total, character, at) => total + valueOf(character) * (WEIGHTS[at % WEIGHTS.length] as number),
    0,
  );
  return text.at(-1) === String(sum % 10);
}

const valueOf = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));
