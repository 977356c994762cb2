import { hasLabel, isLabelLike } from './label.ts';
import { lineOf, type Line } from './line.ts';
import { splitBefore, type Segment } from './segment.ts';
import { isLink, wordsOfLabel } from './vocabulary.ts';

/** How many lines above and below are looked at, and how many of them must be labelled with colons. */
const NEARBY = 4;
const FEWEST = 2;
const SAME = 0.6;
const MOST_WORDS = 4;

/**
 * Colons are the first to get lost in a poor picture: among labels with colons that start at the same place, a known
 * label without one has lost it.
 */
export function restoreColons(lines: Line[]): Line[] {
  return lines.map((line, at) => {
    if (!line.segments.some(({ recognised }) => recognised)) return line;
    const around = lines.slice(Math.max(0, at - NEARBY), at + NEARBY + 1).filter((other) => other !== line);
    const segments = line.segments.flatMap((segment) => restored(segment, around));
    return segments.length === line.segments.length ? line : lineOf(segments, line.region);
  });
}

function restored(segment: Segment, around: Line[]): Segment[] {
  const length = hasLabel(segment.text) ? 0 : labelLength(segment);
  if (length === 0 || !isAmongColons(segment, around)) return [segment];
  const [label, value] = splitBefore(segment, [length]) as [Segment, Segment];
  return [{ ...label, text: `${label.text}:` }, value];
}

/** How many words at the beginning are a known label, if something follows them that is none. */
function labelLength({ words }: Segment): number {
  const texts = words.map(({ text }) => text);
  if (wordsOfLabel(texts.join(' ')) === 3 && !texts.some((text) => /\d/.test(text))) return 0;
  for (let count = Math.min(MOST_WORDS, texts.length - 1); count > 0; count--) {
    const label = texts.slice(0, count).join(' ');
    const isWhole = isLabelLike(label) && wordsOfLabel(label) === 3 && !/\d/.test(label);
    if (isWhole && !isLink(texts[count] ?? '') && /^[\p{Lu}\d(]/u.test(texts[count] ?? '')) return count;
  }
  return 0;
}

const isAmongColons = ({ x, size }: Segment, around: Line[]) =>
  around.filter(({ segments }) =>
    segments.some((other) => Math.abs(other.x - x) <= SAME * size && /^[^:]{2,40}:/.test(other.text)),
  ).length >= FEWEST;
