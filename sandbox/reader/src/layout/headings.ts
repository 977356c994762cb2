import { hasLabel, isProse, isUpperCase, isValueLike, labelStrength } from './labels.ts';
import { namesSection } from './labelWords.ts';
import { isSameStyle, isSmaller, isStaggered, type Line, type Segment } from './segments.ts';

const LONGEST_HEADING = 90;
/** How far below its label a value in large type may be, in ems. Recognised sizes are less exact. */
const REACH = { written: 1.7, recognised: 2 };
/** In ems: how exactly lines of one value begin below each other, and how near they are. */
const [START, NEXT_LINE] = [0.5, 1.51];

/** Whether a line is the heading of what follows. */
export function isHeading(lines: Line[], at: number, bodySize: number): boolean {
  const line = lines[at] as Line;
  const [only] = line.segments;
  if (!only || only.text.length > LONGEST_HEADING || !/^[^(]*\p{L}{2}/u.test(only.text)) return false;
  if (line.segments.length !== 1 || hasLabel(only.text) || /[:,;.]$/.test(only.text) || isProse(only)) return false;
  const below = lines[at + 1];
  // A cell of a header is beside the lines of the others.
  if (below && isStaggered(line, below) && below.segments.every((other) => isSameStyle(only, other))) return false;
  // For recognised text, being a known label counts more than its size and distance.
  if (only.recognised && labelStrength(only.text) === 3 && !namesSection(only.text) && below) return false;
  if (isLabelOfNextLine(lines, at) || isValueOfLineAbove(only, lines[at - 1]) || isValueInCell(lines, at)) return false;
  if (isRestOfValue(lines, at)) return false;
  const [caption] = below?.segments ?? [];
  if (caption?.x === only.x && isBetweenValues(caption, lines, at + 1)) return false;
  if (hasHeadingStyle(only, bodySize)) return true;
  return only.size >= 0.9 * bodySize && (isCapitalHeading(only, lines[at - 1]) || isSetApart(lines, at));
}

export function hasHeadingStyle(segment: Segment, bodySize: number): boolean {
  if (segment.bold) return true;
  return isSmaller({ ...segment, size: 1.1 * bodySize }, segment) && !isValueLike(segment.text);
}

/** Capitals at the usual size are a heading unless they may be the value of a label above. */
function isCapitalHeading({ text, size }: Segment, above: Line | undefined): boolean {
  const numbered = /^\d{1,2}(?:\.\d{1,2}|[.)])+\s+(?=\p{Lu})/u;
  if (!isUpperCase(text) || /\d/.test(text.replace(numbered, '')) || text.length < 6) return false;
  if (!above || namesSection(text.replace(numbered, ''))) return true;
  const lastAbove = above.segments.at(-1)?.text ?? '';
  return (
    above.size >= 0.93 * size &&
    !lastAbove.endsWith(':') &&
    above.segments[0]?.bold !== true &&
    !isKnownLabelOver(above)
  );
}

const isKnownLabelOver = ({ segments }: Line) => segments.every(({ text }) => labelStrength(text) === 3);

/**
 * Recognised text has no bold. A heading then has more space above than below, few words, and something to be a heading
 * of.
 */
function isSetApart(lines: Line[], at: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at] as Line, lines[at + 1]];
  const [only] = line.segments as [Segment];
  if (
    !only.recognised ||
    !below ||
    only.text.split(/\s+/).length > 6 ||
    !/^(\d{1,2}[.)]\s*)?\p{Lu}/u.test(only.text) ||
    isValueLike(only.text)
  )
    return false;
  const roomAbove = above ? line.y - above.y : Infinity;
  const roomBelow = below.y - line.y;
  if (roomAbove < 1.25 * roomBelow || roomBelow > 3 * line.size) return false;
  return namesSection(only.text) || below.segments.length > 1 || below.segments.some(({ text }) => hasLabel(text));
}

/** Whether a known label stands above in its cell. */
function isValueInCell(lines: Line[], at: number): boolean {
  const only = lines[at]?.segments[0] as Segment;
  const above =
    only.cell && lines.slice(0, at).flatMap(({ segments }) => segments.filter(({ cell }) => cell === only.cell));
  return labelStrength(above?.at(-1)?.text ?? '') > 1;
}

/** Whether a line goes on from the one above it, which stands right of another text, or below a known label or a smaller one. */
function isRestOfValue(lines: Line[], at: number): boolean {
  const only = lines[at]?.segments[0] as Segment;
  const over = (segment: Segment, line: Line | undefined) =>
    line?.segments.find(({ x }) => Math.abs(x - segment.x) <= START * segment.size);
  const above = over(only, lines[at - 1]);
  if (!above || namesSection(only.text) || !isSameStyle(above, only) || only.y - above.y > NEXT_LINE * only.size)
    return false;
  if (lines[at - 1]?.segments[0] !== above) return true;
  const label = over(above, lines[at - 2]);
  const strength = labelStrength(label?.text ?? '');
  return strength === 3 || (label && strength > 0 && isSmaller(label, above)) || isRestOfValue(lines, at - 1);
}

/** Whether a text is the caption of one of two values, larger and in one type, that stand right above and below it. */
export function isBetweenValues(segment: Segment, lines: Line[], at: number): boolean {
  const [above, below] = [lines[at - 1], lines[at + 1]].map((line) =>
    line?.segments.find((other) => other.x === segment.x && isSmaller(segment, other)),
  );
  return Boolean(above && below && isSameStyle(above, below));
}

/** Whether bold or large text under a small label is its value. */
export function isValueOfLineAbove(segment: Segment, above: Line | undefined): boolean {
  const label = above?.segments.find(({ x, right }) => x < segment.right && right > segment.x);
  if (label?.cell && label.cell === segment.cell && hasLabel(label.text)) return true;
  if (
    !label ||
    label.bold ||
    hasLabel(label.text) ||
    segment.y - label.y > REACH[segment.recognised ? 'recognised' : 'written'] * segment.size
  )
    return false;
  const strength = labelStrength(label.text);
  const isAligned = Math.abs(label.x - segment.x) < label.size;
  return strength === 3 || (strength > (isAligned ? 0 : 1) && isSmaller(label, segment));
}

/** Whether a label alone on its line has its value in the next line, and no paragraph follows. */
function isLabelOfNextLine(lines: Line[], at: number): boolean {
  const [line, value, after] = [lines[at], lines[at + 1], lines[at + 2]];
  const label = line?.segments[0];
  const below = value?.segments[0];
  if (!label || !below || value.segments.length !== 1 || below.bold) return false;
  if (label.size > 1.08 * below.size || Math.abs(label.x - below.x) > label.size || below.text.length > 60)
    return false;
  if (/[.;]$/.test(below.text) || hasLabel(below.text)) return false;
  const strength = labelStrength(label.text);
  if (!label.bold && strength < 3) return false;
  const closeness = value.y - label.y;
  if (closeness > (isUpperCase(label.text) ? 1.7 : 2.2) * below.size) return false;
  if (!after || after.segments[0]?.bold === true || after.y - value.y > 1.3 * closeness) return true;
  return strength === 3 && labelStrength(below.text) < 2 && after.y - value.y > 1.1 * closeness;
}

/** Numbered headings: clauses, chapters, and the entries (R) and annotations (AV) of a register, in any style. */

const ONES =
  'PRIMEIR[AO]|SEGUND[AO]|TERCEIR[AO]|QUART[AO]|QUINT[AO]|SEXT[AO]|S[ÉE]TIM[AO]|OITAV[AO]|NON[AO]|[ÚU]NIC[AO]|FINAL';
const TENS = 'D[ÉE]CIM[AO]|VIG[ÉE]SIM[AO]|TRIG[ÉE]SIM[AO]|QUADRAG[ÉE]SIM[AO]';
const ORDINAL = `(?:\\d{1,3}[ºª°]?(?:\\.\\d{1,3})*|(?:${TENS})(?:[\\s-]+(?:${ONES}))?|${ONES}|[IVXLC]+|[A-Z](?![\\p{L}]))`;
const PART = 'CL[ÁA]USULA|CAP[ÍI]TULO|SE[ÇC][ÃA]O|T[ÍI]TULO|ANEXO|ARTIGO|ART\\.|ARTICLE|SECTION|SCHEDULE';
const CLAUSE = new RegExp(`^(?:${PART})\\s+${ORDINAL}`, 'iu');
/** A reference inside a sentence would continue in lower case. */
const SEPARATED = /^\s*(?:[-–—:.)]|$)|^\s+(?:D[AOE]S?\s)?\p{Lu}{2}/u;
/** R.1/12.345, AV-2-12.345, R.3 - Protocolo, Av.4/M.12.345. */
const ENTRY = /^(?:R|AV)\s?[.\-–]?\s?\d{1,3}(?:\s?[-–/.]\s?(?:M(?:AT)?[.\s]*)?\d[\d.]*)?(?=\s*(?:[-–—:.,)]|$))/i;

const LONGEST_TITLE = 90;
const MOST_WORDS_OF_TITLE = 12;

/** The numbered heading at the start of a line, and the text after it, which may go on below; null if there is none. */
export function numberedHeading(text: string, goesOn = false): { heading: string; rest: string } | null {
  const number = (ENTRY.exec(text) ?? CLAUSE.exec(text))?.[0];
  const after = text.slice(number?.length);
  if (!number || !SEPARATED.test(after.replace(/^,/, '.'))) return null;
  const title = titleIn(after);
  const rest = after.slice(title.length).replace(/^[\s\-–—:.,)]+/, '');
  const isWhole = !goesOn && isTitle(after) && !(CAPITAL_TITLE.test(after) && /\p{Ll}{2}/u.test(rest));
  return isWhole ? { heading: text, rest: '' } : { heading: (number + title).trim(), rest };
}

/** Whether number and title are the whole line. */
function isTitle(after: string): boolean {
  const words = after.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return (
    after.length <= LONGEST_TITLE &&
    words.length <= MOST_WORDS_OF_TITLE &&
    !/[.;,]\s*\p{L}|[;,]$|:\s*\S/u.test(after) &&
    (words.length < 5 || !/\.$/.test(after))
  );
}

const CAPITAL_TITLE = /^\s*(?:[-–—:.)]+\s*)?(?:\p{Lu}{2}[\p{Lu}\s/]*\p{Lu}|\p{Lu}{2,})(?=\s*[-–—:.]|\s+\p{Lu}?\p{Ll})/u;
const SHORT_TITLE = /^\s*[-–—:.)]+\s*\p{L}+(?:\s\p{L}+){0,5}\s?(?=\s[-–—]\s|:)/u;

/** A title before the text: in capitals, or short and followed by a dash or colon. */
const titleIn = (after: string): string => CAPITAL_TITLE.exec(after)?.[0] ?? SHORT_TITLE.exec(after)?.[0] ?? '';
