import { hasLabel, isQuantity, labelStrength } from './labels.ts';
import { isSameStyle, isSmaller, overlap, type Line, type Segment } from './segments.ts';

/**
 * The captions of a form: known labels that are repeated. In a form with empty cells they stand where values would: a
 * label is never a value. Only a text layer tells; recognised text has its letters wrong.
 */
export function findCaptions(lines: Line[]): Set<Segment> {
  const segments = lines.flatMap((line) => line.segments).filter(({ recognised }) => !recognised);
  const known = segments.filter(({ text }) => labelStrength(text) === 3 && !hasLabel(text));
  return new Set([...Map.groupBy(known, ({ text }) => text).values()].filter((same) => same.length > 1).flat());
}

/** How far a caption is from its value, and the lines of a value from each other, in ems. */
const REACH = { caption: 2.4, line: 1.5 };
/** Of two texts, how much nearer the one is that a caption belongs to. */
const NEARER = 0.5;
/** How much farther a caption is from the one text than from the other, if it may be that of both. */
const AS_NEAR = 1.5;
/**
 * No subtitles: known labels in so many lines, or so many captions with so many numbers above them; and so many times the other
 * captions.
 */
const BELOW = { lines: 2, captions: 4, numbers: 2, times: 3 };
/** In ems: how high and how low letters reach. */
const LETTERS = { high: 0.72, low: 0.2 };

/** What stands above a caption. */
type ValueAbove = { value: Segment[]; isSure: boolean };

/**
 * The captions that stand below their values, as on forms of the United States, each with the lines of its value: most are
 * much nearer to the larger text above than to the one below, and the last ones have none below. Where none has only a text
 * below, those between two texts in one type need not be nearer, but are not sure. `lines` from top to bottom.
 */
export function findCaptionsBelow(lines: Line[]): Map<Segment, ValueAbove> {
  const found = new Map<Segment, ValueAbove>();
  const rows = new Set<Line>();
  let [others, firsts, lasts] = [0, 0, 0];
  lines.forEach((line, at) => {
    for (const caption of line.segments) {
      const strength = labelStrength(caption.text.replace(/^\(\d+\)\s|^\((?=\D+\)$)|\)$/g, ''));
      if (strength === 0 || hasLabel(caption.text)) continue;
      const above = largerBeside(caption, lines, at, -1);
      const below = largerBeside(caption, lines, at, 1);
      const [up, down] = [above ? gap(above, caption) : Infinity, below ? gap(caption, below) : Infinity];
      if (down < NEARER * up) others++;
      if (below && !(above && isSameStyle(above, below))) firsts++;
      if (above && !below) lasts++;
      if (!above || up >= AS_NEAR * down) continue;
      found.set(caption, { value: linesUpTo(above, lines, at), isSure: up < NEARER * down });
      if (strength >= 2) rows.add(line);
    }
  });
  // All values of a form are in one type.
  const typeOf = ({ value: [text] }: ValueAbove) => `${text?.size} ${text?.bold}`;
  const types = Map.groupBy(found.values(), typeOf);
  const most = Math.max(...[...types.values()].map(({ length }) => length));
  for (const [caption, below] of found)
    if (types.get(typeOf(below))?.length !== most || !(below.isSure || others + firsts === 0)) found.delete(caption);
  const areNear = [...found.values()].every(({ isSure }) => isSure);
  for (const below of found.values()) below.isSure = areNear;
  const numbers = [...found.values()].filter(({ value }) => isQuantity(value[0]?.text ?? ''));
  const areKnown = rows.size >= BELOW.lines || (found.size >= BELOW.captions && numbers.length >= BELOW.numbers);
  return areKnown && found.size >= BELOW.times * others && lasts > firsts ? found : new Map();
}

/**
 * Whether a caption is much nearer to the larger text above it than to the one below; or about as near, where both are alike:
 * the first text of a column then has no caption but that.
 */
export const mayBeBelow = (above: Segment, caption: Segment, below: Segment, isFirst: boolean) =>
  isSmaller(caption, above) &&
  gap(above, caption) <
    (isFirst && isSameStyle(above, below) && above.x === below.x ? AS_NEAR : NEARER) * gap(caption, below);

const gap = (upper: Segment, lower: Segment) =>
  lower.y - LETTERS.high * lower.size - upper.y - LETTERS.low * upper.size;

/** The text right above or below a caption, if it is larger and in no other cell. */
function largerBeside(caption: Segment, lines: Line[], at: number, step: 1 | -1): Segment | null {
  for (let other = at + step; ; other += step) {
    const line = lines[other];
    if (!line || Math.abs(line.y - caption.y) > REACH.caption * Math.max(line.size, caption.size)) return null;
    const near = line.segments.find((segment) => overlap(segment, caption));
    if (near) return isSmaller(caption, near) && near.cell === caption.cell ? near : null;
  }
}

/** The lines of a value down to its last one. */
function linesUpTo(last: Segment, lines: Line[], before: number): Segment[] {
  for (let at = before - 1; at >= 0; at--) {
    const { y, segments } = lines[at] as Line;
    if (last.y - y > REACH.line * last.size) break;
    const above = segments.find((other) => other.y < last.y && overlap(other, last));
    if (above) return isSameStyle(above, last) ? [...linesUpTo(above, lines, at), last] : [last];
  }
  return [last];
}
