import type { TextItem } from '../../reading.ts';
import { mentions } from '../words/likeness.ts';
import { plain } from '../words/plain.ts';

export type Boundary = 'beginning' | 'end';

const BEGINNING = ['VÁLIDO DE', 'VÁLIDO DESDE', 'VALID FROM', 'DESDE', 'SINCE', 'EMISSÃO', 'ISSUED'];
const END = [
  'VÁLIDO ATÉ',
  'VÁLIDA ATÉ',
  'VALID THRU',
  'GOOD THRU',
  'VALID TO',
  'VALIDADE',
  'VENCIMENTO',
  'EXPIRES',
  'EXPIRY',
  'ATÉ',
  'THRU',
];
/** How far above a date its label stands, in ems of the date, and how far left of it that one may begin. */
const NEAR = { above: 2.2, aside: 1.2 };

type Place = { x: number; y: number; size: number };

/** Whether the words right over a date, or right before it, say that it begins or ends something. */
export function boundaryAt(date: Place, words: TextItem[]): Boundary | null {
  const near = words.filter((word) => isOver(word, date) || isBefore(word, date));
  const found = near
    .toSorted((a, b) => Math.hypot(a.x - date.x, a.y - date.y) - Math.hypot(b.x - date.x, b.y - date.y))
    .map(({ text }) => boundaryIn(text));
  return found.find((boundary) => boundary !== null) ?? null;
}

function boundaryIn(text: string): Boundary | null {
  const [isEnd, isBeginning] = [says(text, END), says(text, BEGINNING)];
  return isEnd === isBeginning ? null : isEnd ? 'end' : 'beginning';
}

const says = (text: string, phrases: string[]) =>
  phrases.some((phrase) =>
    phrase.length < 6 ? new RegExp(`\\b${plain(phrase)}\\b`).test(plainWords(text)) : mentions(plain(text), phrase),
  );

const plainWords = (text: string) => text.split(/\s+/).map(plain).join(' ');

const isOver = ({ x, y }: TextItem, date: Place) =>
  y < date.y && date.y - y <= NEAR.above * date.size && Math.abs(x - date.x) <= NEAR.aside * date.size;

const isBefore = ({ x, y, width }: TextItem, date: Place) =>
  Math.abs(y - date.y) <= 0.6 * date.size && x < date.x && date.x - x - width <= NEAR.aside * date.size;
