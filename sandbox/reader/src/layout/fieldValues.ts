import { DISPUTED } from '../reading.ts';
import { beginsWithLabel, CHOICE, hasLabel, isLabelLike, isQuantity, isValueLike, labelStrength } from './labels.ts';
import { isStopWord } from './labelWords.ts';
import { isSameSize, isSameStyle, segmentFrom, widthWithNextWord, type Segment, type Word } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** The lines of one value are no farther apart, in ems. */
const NEXT_LINE = 1.51;
/** What stands this near below a value may be its next line. */
const MAY_BE_NEXT = 1.65;
/** And where lines are widely spaced. */
const WIDELY_SPACED = 2.5;
/** Below a label of the same style the next label looks like a line of the value, so the lines must be closer. */
const NEXT_LINE_BELOW = 1.3;
/** In ems, how exactly lines end below each other. */
const SAME_END = 0.1;
/** The lines of one column that tell how wide it is are no farther above or below, in ems. */
const COLUMN = 4;
/** A line that fills this part of the page width continues below. */
const FULL_LINE = 0.85;

/** An empty ring that was recognised as a letter. */
const RING = /^[O0©®]\s\p{L}/u;

/**
 * A value with all that is to be chosen from on its line, up to the next label or the end of its cell. Recognition loses
 * boxes, so where a page has some, nobody knows which of two texts side by side is chosen.
 */
function wholeChoice(value: Segment, segment: Segment, page: SpatialIndex, end: number | null): Segment {
  const line = page.lineOf(segment);
  const behind = line.slice(line.indexOf(segment) + 1);
  const next = behind.findIndex(({ text, x }) => hasLabel(text) || x > (end ?? Infinity));
  const own = next < 0 ? behind : behind.slice(0, next);
  const all = [value, ...own.slice(0, own.findLastIndex(({ text }) => CHOICE.test(text)) + 1)];
  if (CHOICE.test(value.text)) {
    for (const other of all) page.used.add(other);
    const words = all.flatMap((part) => part.words);
    return { ...segmentFrom(words, value), text: all.map(({ text }) => text).join(' ') };
  }
  const [beside] = own;
  const mayBeBoxed = page.hasBoxes || [value, ...own].some(({ text }) => RING.test(text));
  const isText = beside && labelStrength(beside.text) < 2 && !/\d/.test(beside.text);
  const isUnsure = value.recognised && isText && mayBeBoxed;
  return isUnsure ? { ...value, words: value.words.map((word) => ({ ...word, confidence: DISPUTED })) } : value;
}

/** A number or a date, or one word with digits: words in the line below are a title, or the next label. */
const CODE = /^[\d\s.,/-]+$|^(?=\D*\d)\S+$/;

/**
 * A value with its further lines, which start exactly below its beginning; `end`: of its cell, if it stands below its
 * label.
 */
export function collectValueLines(first: Segment, page: SpatialIndex, end: number | null): Segment[] {
  page.used.add(first);
  const value = wholeChoice(first, first, page, end);
  const more = page.below(first);
  if (
    !more ||
    page.used.has(more) ||
    ((CODE.test(first.text) || isQuantity(first.text)) && /^\p{Lu}\p{L}/u.test(more.text)) ||
    !isNextLine(value, more, end !== null && value.recognised ? NEXT_LINE_BELOW : NEXT_LINE) ||
    hasLabelLeft(more, page) ||
    isInRowOfLabels(more, page)
  )
    return [value];
  return [value, ...collectValueLines(more, page, end)];
}

/**
 * Whether nobody can tell where a value ends: it may be a cell of several rows with numbers; what may be its next line was read as
 * none, since that stands in one line with texts of other columns; or what begins right below the label is in the type of the value.
 */
export function mayGoOn(lines: Segment[], label: Segment, page: SpatialIndex): boolean {
  const [first, last] = [lines[0], lines.at(-1)] as [Segment, Segment];
  const isBelow = !page.lineOf(label).includes(first);
  const isInRows = (line: Segment) => page.lineOf(line).some((other) => page.numberBelow(other));
  if (isBelow && (lines.some(isInRows) || isOverText(last, page))) return true;
  const [more, under] = [page.below(last), page.below(label)];
  if (more && isNextLine(last, more, MAY_BE_NEXT) && !page.leftOf(more).some(({ right }) => right > label.x))
    return true;
  if (
    !isBelow &&
    (mayBeginAbove(first, label, page) || page.under(last).some((next) => endsBelow(last, next, label, page)))
  )
    return true;
  if (!isBelow && under && fillsLine(last, { ...under, x: last.x }, page) && labelStrength(under.text) < 2) return true;
  const isBeside = last.x >= label.right && !isSameStyle(last, label);
  return Boolean(
    isBeside && under && isNextLine({ ...last, x: label.x }, under, MAY_BE_NEXT) && labelStrength(under.text) < 2,
  );
}

/** Whether a line had no room for the first word of the next one, which may be as far as every other line of other texts. */
const fillsLine = (last: Segment, next: Segment, page: SpatialIndex) =>
  last.x + widthWithNextWord(last, next) > page.rightMargin &&
  isNextLine(last, next, WIDELY_SPACED) &&
  !hasLabel(next.text);

/** Whether a text is no label, belongs to none, and has none on its left. */
const isUnlabelled = (text: Segment, label: Segment, page: SpatialIndex) =>
  !page.used.has(text) && labelStrength(text.text) < 2 && !page.leftOf(text).some(({ right }) => right > label.x);

/** Whether a text ends right below a value of a column that is aligned to the right, and has no label of its own. */
const endsBelow = (last: Segment, next: Segment, label: Segment, page: SpatialIndex) =>
  isUnlabelled(next, label, page) &&
  Math.abs(next.right - last.right) <= SAME_END * last.size &&
  isNextLine({ ...last, x: next.x }, next, MAY_BE_NEXT);

/** Whether a text that belongs to nothing stands right above a value beside its label, as its first line does. */
const mayBeginAbove = (value: Segment, label: Segment, page: SpatialIndex) =>
  page
    .startingAt(value)
    .some((above) => above.y < value.y && isUnlabelled(above, label, page) && isNextLine(above, value, MAY_BE_NEXT));

/** Whether a text in the type of a value, which is no label, stands right below it: centred, it begins elsewhere. */
export const isOverText = (value: Segment, page: SpatialIndex) =>
  page
    .under(value)
    .some(
      (under) =>
        !page.used.has(under) &&
        isSameStyle(under, value) &&
        under.y - value.y <= MAY_BE_NEXT * value.size &&
        labelStrength(under.text) < 2 &&
        !beginsWithLabel(under.text),
    );

/** In ems: how far left of its first line a paragraph goes on, and the widest blank between its sentences. */
const [INDENT, SENTENCE] = [3, 1];

/**
 * Whether a value may go on below its label, or below the line in which it was printed, which may begin with a heading: one that wraps,
 * words over words, or numbers over numbers, with nothing beside those but other columns, or one beside which the next word has no room.
 */
export function mayWrap(lines: Segment[], whole: Segment, page: SpatialIndex): boolean {
  const value = lines.at(-1) as Segment;
  const segment = lines.length > 1 ? value : whole;
  if (mayBeginAbove(lines[0] as Segment, whole, page)) return true;
  const line = page.printedLineOf(segment);
  const isSentence = (one: Segment, index: number) =>
    index === 0 || hasLabel(one.text) || one.x - (line[index - 1] as Segment).right < SENTENCE * one.size;
  const isLast = line.at(-1)?.right === segment.right;
  const first = (isLast && line.every(isSentence) ? line[0] : segment) as Segment;
  const isIndented = ({ x }: Segment) => x <= first.x && first.x - x <= INDENT * first.size;
  const below = page.below(segment);
  const own = below && (first === segment || isNextLine({ ...value, x: segment.x }, below, MAY_BE_NEXT)) ? below : null;
  const under = own ?? page.below(first) ?? page.under(first).find(isIndented);
  if (!under || page.used.has(under)) return false;
  const from = own ? segment.x : isIndented(under) ? under.x : first.x;
  const isSmall = /^\p{Ll}/u.test(under.text) && /^\p{Lu}/u.test(first.text) && isSameSize(under, value);
  const isRestOfLabel = /,\s\p{L}+$/u.test(value.text) && hasLabel(under.text);
  if (!isSmall && !isRestOfLabel && !isNextLine({ ...value, x: from }, under, MAY_BE_NEXT)) return false;
  const column = [first, under]
    .flatMap((one) => page.startingAt(one))
    .filter((one) => isSameSize(one, segment) && Math.abs(one.y - segment.y) < COLUMN * segment.size);
  const [word] = under.words as [Word];
  const hadNoRoom = segment.right + word.right - word.x > Math.max(...column.map(({ right }) => right));
  const end = page.endOfCell(segment) - segment.size;
  const isAlone = page.lineOf(under).every(({ x }) => x <= under.x || x >= end);
  const isAlike = isQuantity(under.text) || !isQuantity(value.text);
  const wraps = lines.length > 1 || segment.bottom !== undefined || (isAlone && isAlike) || hadNoRoom;
  if ((labelStrength(under.text) > 1 && !isSmall) || !wraps) return false;
  page.rests.add(under);
  return true;
}

function isNextLine(value: Segment, more: Segment, reach: number): boolean {
  const aligned = Math.abs(more.x - value.x) <= (value.recognised ? 0.5 : 0.25) * value.size;
  return (
    aligned &&
    isSameStyle(more, value) &&
    more.y - (value.bottom ?? value.y) <= reach * value.size &&
    !beginsWithLabel(more.text) &&
    labelStrength(more.text) < 3
  );
}

/** A segment to the left would be the next label, and this one its value. */
const hasLabelLeft = (segment: Segment, page: SpatialIndex) =>
  page.leftOf(segment).some(({ text, bold }) => hasLabel(text) || (bold && !segment.bold) || isLabelLike(text));

/** Whether a segment looks like a label, in a row of labels. */
function isInRowOfLabels(segment: Segment, page: SpatialIndex): boolean {
  return (
    labelStrength(segment.text) >= 2 &&
    page.lineOf(segment).some((other) => other !== segment && labelStrength(other.text) >= 2)
  );
}

/** What is farther behind a value than this, in ems, or in other type, is none of its label; what is nearer than a word, of its text. */
const [BEHIND, NEXT_WORD] = [8, 0.5];

/** A number with its own name, as `CVV 388`. */
const NAMED_NUMBER = /^\p{Lu}[\p{L}. ]+\s\d+$/u;

/** The texts behind a value that its label may as well have: no labels, nor of a column. Choices with boxes are one value. */
export function othersBehind(value: Segment, page: SpatialIndex, segment = value): Segment[] {
  const line = page.lineOf(segment);
  const [other, next] = line.slice(line.indexOf(segment) + 1);
  if (!other || page.used.has(other) || CHOICE.test(value.text) || CHOICE.test(other.text)) return [];
  const isNear = (other.recognised || isSameStyle(value, other)) && other.x - value.right <= BEHIND * other.size;
  const isLabel =
    beginsWithLabel(other.text) ||
    (labelStrength(other.text) >= 2 && !/^\p{Ll}/u.test(other.text)) ||
    (NAMED_NUMBER.test(other.text) && other.x - value.right >= NEXT_WORD * other.size) ||
    (next && labelStrength(other.text) > 0 && isValueLike(next.text));
  const areNumbers = isValueLike(value.text) && isValueLike(other.text);
  if (!isNear || isLabel || (!areNumbers && page.isInColumn(other))) return [];
  page.used.add(other);
  return [other, ...othersBehind(other, page)];
}

/** The lines of a value that reached the right margin, or continues below its own beginning. */
export function collectWrappedLines(begin: Segment, segment: Segment, page: SpatialIndex): Segment[] {
  const value = wholeChoice(begin, segment, page, null);
  const next = page.lineOf(segment).find(({ x }) => x >= begin.right);
  if (next && next.x - begin.right < SENTENCE * begin.size) return [value];
  const more = nextLine(value, segment, page);
  if (!more || page.used.has(more) || !isSameStyle(more, value)) return [value];
  const [beside] = page.lineOf(more).filter(({ x }) => x > more.x);
  const isWhole = isUnfinished(value) && (!beside || beside.x - more.right > NEXT_COLUMN * more.size);
  if (!page.isAloneInLine(more) && !isWhole) return [value];
  if (beginsWithLabel(more.text) || page.captions.has(more)) return [value];
  if (more.y - (segment.bottom ?? segment.y) > 1.6 * segment.size) return [value];
  page.used.add(more);
  return [value, ...collectWrappedLines(more, more, page)];
}

function nextLine(value: Segment, segment: Segment, page: SpatialIndex): Segment | null {
  const hanging = value.x > segment.x ? page.below(segment, value.x) : null;
  if (hanging && value.words.length > 1 && labelStrength(hanging.text) < 2) return hanging;
  const below = page.below(segment);
  const goesOn = isUnfinished(value) || /^[(\p{Ll}]/u.test(below?.text ?? '');
  return segment.right >= FULL_LINE * page.rightMargin || goesOn ? below : null;
}

/** In ems: the blanks of justified text are narrower. */
const NEXT_COLUMN = 1.5;

/** Whether a text cannot end so: with a comma, in brackets or a word, or before the number that it announces. */
export function isUnfinished({ text, words }: Segment): boolean {
  const last = words.at(-1)?.text ?? '';
  if (
    /^\S+@$/.test(last) ||
    /\p{L}\s[/–—]$/u.test(text) ||
    (words.length > 1 && /^\p{Ll}/u.test(last) && isStopWord(last))
  )
    return true;
  return words.length > 2 && /[\p{L}\d],$|\p{Ll}-$|\s(?:CNPJ|CPF|nº|R\$)$|\s\([^()]*$/u.test(text);
}

/** A value to the right of its label is right-aligned or centred in its cell within this tolerance, in ems. */
const ALIGNED_IN_CELL = 1.5;
/**
 * Whether the text below a label belongs to the next row: the value itself was not recognised, and none is better than
 * a wrong one.
 */
export function belongsToNextRow(label: Segment, value: Segment, page: SpatialIndex): boolean {
  return (
    value.recognised && (isLabelInRow(value, page) || (value.x > label.right && !isAlignedInCell(label, value, page)))
  );
}

/** Right-aligned or centred in its cell. Elsewhere its own label was not recognised. */
function isAlignedInCell(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const end = page.endOfCell(label);
  const [atEnd, inMiddle] = [end - value.right, (label.x + end - value.x - value.right) / 2].map(
    (off) => Math.abs(off) <= ALIGNED_IN_CELL * value.size,
  );
  return Boolean(atEnd || inMiddle);
}

/** Whether a segment is a known label, or is among other labels. */
function isLabelInRow(value: Segment, page: SpatialIndex): boolean {
  const others = page.lineOf(value).filter((segment) => segment !== value);
  const labels = others.filter(({ text }) => labelStrength(text) === 3).length;
  const strength = labelStrength(value.text);
  return strength === 3 || (strength === 2 && labels > 0 && labels >= others.length / 2);
}
