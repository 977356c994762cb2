import { DISPUTED, type FieldReading } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import {
  belongsToNextRow,
  belongsToOtherColumn,
  collectValueLines,
  collectWrappedLines,
  type UsedSegments,
} from './fieldValues.ts';
import { namesSection } from './labelWords.ts';
import {
  hasLabel,
  isLabelLike,
  isProse,
  isUpperCase,
  isValueLike,
  labelStrength,
  splitLabelled,
  splitNumbered,
  type Labelled,
} from './labels.ts';
import { scoreOfPair, type Pairing } from './scores.ts';
import { isSameStyle, isSmaller, partOf, type Line, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** Captions and values in one type begin at one x, in ems; texts of a diagram are centred. */
const BEGINS_BELOW = { written: 0.02, recognised: 0.3 };
const SAME_END = 0.04;
/** How far below its caption a value in one type is, in ems. */
const REACH_OF_CAPTION = 1.6;
/** Words of one text are no farther apart, in ems. */
const NEXT_WORD = 0.5;

/** The fields whose labels are in this line; the values may be below it. */
export function findFields(line: Line, page: SpatialIndex, used: UsedSegments): FieldReading[] {
  const found: FieldReading[] = [];
  line.segments.forEach((segment, index) => {
    if (used.has(segment) || page.runningText.isCode(segment)) return;
    if (page.runningText.has(segment)) {
      const field = readParagraph(segment, page, used);
      if (field) found.push(field);
      return;
    }
    const next = line.segments[index + 1];
    const isFree =
      next && !used.has(next) && !beginsWithLabel(next) && !page.isCaption(next) && !hasOwnValue(next, segment, page);
    const beside = isFree && !belongsToOtherColumn(segment, next, page) ? next : null;
    const field =
      readNumbered(segment, used) ??
      readLabelled(segment, beside, page, used) ??
      readBeside(segment, beside, line, page, used) ??
      readAbove(segment, page, used);
    if (field) found.push(field);
  });
  return found;
}

/** Whether a known label has a value of its own, beside it or below it: it is none of the label before it. */
function hasOwnValue(label: Segment, before: Segment, page: SpatialIndex): boolean {
  const strength = labelStrength(label.text);
  if (strength < 2) return false;
  const line = page.lineOf(label);
  const beside = line[line.indexOf(label) + 1];
  if (strength === 3 && beside && labelStrength(beside.text) < 2 && !hasLabel(beside.text)) return true;
  const isRow = beside !== undefined && labelStrength(beside.text) >= 2 && page.below(beside) !== null;
  const below = isRow || (strength === 3 && isSameStyle(before, label)) ? page.below(label) : null;
  return below !== null && !page.leftOf(below).some(({ text }) => hasLabel(text) || labelStrength(text) >= 2);
}

/** A field from a label and its value, which are then used. */
export function pairField(
  label: Segment,
  value: Segment,
  pairing: Pairing,
  page: SpatialIndex,
  used: UsedSegments,
): FieldReading {
  used.add(label);
  const taken = collectValueLines(value, page, used, pairing === 'above' || pairing === 'aboveAlike');
  return makeField(withoutColon(label.text), taken, pairing);
}

/** A field without a value. */
export function emptyField(label: Segment, used: UsedSegments): FieldReading {
  used.add(label);
  return { label: withoutColon(label.text), value: null, score: scoreOfPair('above', []) };
}

function makeField(label: string, value: Segment[], pairing: Pairing): FieldReading {
  const lines = value.map(({ text }) => text);
  const recognised = value.some((line) => line.recognised);
  const text = lines.join(' ');
  const score = scoreOfPair(pairing, value);
  return {
    label,
    value: text,
    score: recognised && isBrokenAmount(text) ? Math.min(score, DISPUTED) : score,
    ...(recognised ? { recognised } : {}),
    ...(lines.length > 1 ? { lines } : {}),
  };
}

/** An amount that lost a digit or a separator. */
const isBrokenAmount = (text: string) =>
  /^(R\$|US\$)\s*-?(?!\d{1,3}(\.\d{3})*$)\d[\d.,\s]*$|^\d[\d.]*(\s[.,]|[.,]\s)\s?\d{1,3}$/.test(text) &&
  parseAmount(text) === null;

const withoutColon = (text: string) =>
  text.replace(/\s*[:.…]*$/u, (end) => (end.includes(':') || end.length > 1 ? '' : end));

/** A label that begins a paragraph or sentence, with all the text behind it. Elsewhere no label stands before a colon. */
function readParagraph(label: Segment, page: SpatialIndex, used: UsedSegments): FieldReading | null {
  const labelled = splitLabelled(label.text);
  const others = page.runningText.valueOf(label);
  if (!labelled || !others || others.some((segment) => used.has(segment))) return null;
  const begin = labelled.value || (others[0]?.text ?? '');
  if (isPartOfText({ label: labelled.label, value: begin })) return null;
  const value = labelled.value ? [valuePart(label, labelled.value), ...others] : others;
  [label, ...others].forEach((segment) => used.add(segment));
  return value.length > 0 ? makeField(labelled.label, value, 'colon') : null;
}

/** More words before a colon than a term has: `The result is simple: the river is deep`. */
const isClause = (label: string) => label.split(/\s+/).length > 2;

/** Such a text has a label of its own, so it is no value of another one. */
const beginsWithLabel = ({ text }: Segment) => hasLabel(text) || splitNumbered(text) !== null;

function readNumbered(segment: Segment, used: UsedSegments): FieldReading | null {
  const numbered = splitNumbered(segment.text);
  if (!numbered) return null;
  used.add(segment);
  return makeField(numbered.label, [valuePart(segment, numbered.value)], 'apart');
}

/** `Label: value`, with the value in the same segment, beside it or below it. */
function readLabelled(
  segment: Segment,
  beside: Segment | null,
  page: SpatialIndex,
  used: UsedSegments,
): FieldReading | null {
  const labelled = splitLabelled(segment.text);
  if (!labelled || (page.runningText.isMost && isPartOfText(labelled))) return null;
  const { label, value } = labelled;
  if (value) {
    used.add(segment);
    const taken = collectWrappedLines(valuePart(segment, value), segment, page, used);
    return makeField(label, taken, 'colon');
  }
  const isInColumns = beside !== null && isOverText(segment, page) && isOverText(beside, page);
  if (beside && !isInColumns && page.runningText.mayBeValue(beside))
    return { ...pairField(segment, beside, 'colon', page, used), label };
  const below = page.inCell(segment);
  used.add(segment);
  const usable =
    below &&
    !used.has(below) &&
    !beginsWithLabel(below) &&
    !page.isCaption(below) &&
    !isProse(below) &&
    page.runningText.mayBeValue(below) &&
    !(page.runningText.isMost && labelStrength(label) < 2) &&
    !belongsToNextRow(segment, below, page);
  return usable
    ? { ...pairField(segment, below, 'above', page, used), label }
    : { label, value: null, score: scoreOfPair('above', []) };
}

/**
 * Among running text: a clause that goes on, and small letters, which are the end of a sentence or a setting (`port: 8080`)
 * unless they say how to reach somebody.
 */
function isPartOfText({ label, value }: Labelled): boolean {
  if (isClause(label) && labelStrength(label) < 3 && /^\p{Ll}/u.test(value)) return true;
  return /^\p{Ll}/u.test(label) && !/@|www\.|(\d[\s()/.-]*){7}/.test(value);
}

/**
 * Whether a text that is no label stands right below. Where it does below a label and below the text beside it, both are the
 * first lines of columns, and that text is no value.
 */
function isOverText(segment: Segment, page: SpatialIndex): boolean {
  const below = page.below(segment);
  const isNear = below !== null && below.y - segment.y <= REACH_OF_CAPTION * Math.max(below.size, segment.size);
  return isNear && !hasLabel(below.text) && labelStrength(below.text) < 2;
}

/** The value inside a labelled segment, with the words it consists of. */
function valuePart(segment: Segment, value: string): Segment {
  const part = partOf(segment, -value.split(/\s+/).length);
  return { ...part, text: value };
}

/** A date, an amount or the number of something: no size of a diagram. */
const LONG_NUMBER = /\d[\d.,/-]{3,}/;

/** A number, an amount or a date, with its unit or currency at most. */
const QUANTITY = /^\p{L}{0,4}\$?\s?[^\p{L}]*\d[^\p{L}]*(\s?\p{L}{1,4}[²³]?)?$/u;

/** A bold label with the value to its right, or a plain label with a number far to its right. */
function readBeside(
  label: Segment,
  value: Segment | null,
  { segments }: Line,
  page: SpatialIndex,
  used: UsedSegments,
): FieldReading | null {
  if (!value || !mayBeLabel(label, page) || !mayBePair(label, value, page)) return null;
  if (isPartOfSentence(label, value, page)) return null;
  if (label.bold && !value.bold && !isTitleBeside(label, value)) return pairField(label, value, 'boldLeft', page, used);
  const strength = labelStrength(label.text);
  const valueStrength = labelStrength(value.text);
  if (page.runningText.isMost && !LONG_NUMBER.test(value.text)) return null;
  if (value.bold && !label.bold && strength >= 2 && valueStrength < 2)
    return pairField(label, value, 'boldLeft', page, used);
  if (strength < 2 && isUnderCaption(label, page) && isUnderCaption(value, page)) return null;
  const alone =
    segments.length === 2 &&
    strength > 0 &&
    (strength > 1
      ? isValueLike(value.text) && !isSmaller(label, value)
      : QUANTITY.test(value.text) && isSameStyle(label, value));
  return alone || (strength === 3 && isValueLike(value.text)) ? pairField(label, value, 'apart', page, used) : null;
}

/** Whether a text may be a label without a colon. In a form whose known labels are plain, bold type is that of values. */
const mayBeLabel = (label: Segment, page: SpatialIndex) =>
  isLabelLike(label.text) && !isProse(label) && !(label.bold && page.hasPlainLabels && labelStrength(label.text) < 2);

/** The widest gap between a label and its value, in ems, if the value is no number. */
const WIDEST_GAP = 12;

const beginsBelow = (label: Segment, value: Segment) =>
  Math.abs(label.x - value.x) <= BEGINS_BELOW[value.recognised ? 'recognised' : 'written'] * value.size;

/** Two texts that begin and end below each other may as well be centred. */
const endsBelow = (label: Segment, value: Segment) => Math.abs(label.right - value.right) <= SAME_END * value.size;

/** Whether a text stands right below another one that may be its caption. */
const isUnderCaption = (value: Segment, page: SpatialIndex) =>
  page
    .startingAt(value)
    .some(
      (other) =>
        other.y < value.y &&
        value.y - other.y < REACH_OF_CAPTION * value.size &&
        beginsBelow(other, value) &&
        labelStrength(other.text) > 0,
    );

/** Text in larger type than the one beside it, or far from it, or beside a label, is a title. */
function isTitleBeside(label: Segment, value: Segment): boolean {
  const [strength, valueStrength] = [labelStrength(label.text), labelStrength(value.text)];
  if (valueStrength >= 2 && valueStrength > strength) return true;
  if (strength === 3 || isValueLike(value.text)) return false;
  return isSmaller(value, label) || value.x - label.right > WIDEST_GAP * label.size;
}

/** Where most text is prose, only known labels stand without a colon. */
const mayBePair = (label: Segment, value: Segment, page: SpatialIndex) =>
  page.runningText.mayBeValue(value) && !(page.runningText.isMost && labelStrength(label.text) < 2);

/** A word in bold type, no farther from the words beside it than words are. */
function isPartOfSentence(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const isNear = (left: Segment, right: Segment) => right.x - left.right < NEXT_WORD * right.size;
  if (page.leftOf(label).some((other) => isNear(other, label) && !hasLabel(other.text))) return true;
  return labelStrength(label.text) < 2 && isNear(label, value) && /^[\p{Ll}.,;)]/u.test(value.text);
}

/** A label in smaller or bolder type above its value. */
function readAbove(label: Segment, page: SpatialIndex, used: UsedSegments): FieldReading | null {
  if (!mayBeLabel(label, page)) return null;
  const value = page.inCell(label);
  if (
    !value ||
    used.has(value) ||
    beginsWithLabel(value) ||
    page.isCaption(value) ||
    isTitleBelow(label, value, page) ||
    (labelStrength(value.text) === 3 && labelStrength(label.text) < 2) ||
    !mayBePair(label, value, page) ||
    isSmaller(value, label) ||
    belongsToNextRow(label, value, page)
  )
    return null;
  if (hasDistinctStyle(label, value, page)) return pairField(label, value, 'above', page, used);
  return isKnownLabelOver(label, value, page) ? pairField(label, value, 'aboveAlike', page, used) : null;
}

/** Label words alone in their line, below a row of labels without values: the title of what follows. */
const isTitleBelow = (label: Segment, value: Segment, page: SpatialIndex) =>
  page.isAloneInLine(value) &&
  !page.isAloneInLine(label) &&
  (labelStrength(value.text) === 3 ||
    (page.isCaption(label) && labelStrength(value.text) === 2) ||
    (isLabelLike(value.text) && !isValueLike(value.text) && namesSection(value.text)));

function hasDistinctStyle(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (isSmaller(label, value) || (label.bold && !value.bold)) return true;
  const isKnown = labelStrength(label.text) >= 2 || isAmongLabels(label, page);
  return value.bold && !label.bold && isKnown && labelStrength(value.text) < 2;
}

/** In one style, only known labels count, and only above something that is no label. */
function isKnownLabelOver(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (page.runningText.isMost && (!beginsBelow(label, value) || endsBelow(label, value))) return false;
  if (label.text === value.text) return false;
  if (!isSameStyle(label, value) || value.y - label.y > 2 * label.size || isProse(value)) return false;
  if (hasNumbersBelow(label, page)) return true;
  if (labelStrength(value.text) === 3 || !isAmongLabels(label, page)) return false;
  return (
    isValueLike(value.text) ||
    isUpperCase(label.text) !== isUpperCase(value.text) ||
    isCloserThanNext(label, value, page) ||
    hasValuesBeside(label, value, page)
  );
}

/** Whether the segment and most of its line are labels. */
function isAmongLabels(label: Segment, page: SpatialIndex): boolean {
  const strengths = page.lineOf(label).map(({ text }) => labelStrength(text));
  const known = strengths.filter((strength) => strength >= 2).length;
  const own = labelStrength(label.text);
  if (own < (strengths.length > 1 ? 1 : 3) || strengths.some((strength) => strength === 0)) return false;
  // Some labels of a row may be recognised too badly to be known.
  if (own === 3 && label.recognised) return known >= strengths.length / 3;
  // One known label beside another text may as well be a label beside its value.
  return known >= Math.max(Math.min(2, strengths.length), strengths.length / 2);
}

/** Whether labels side by side, of which one is known, have nothing but numbers below them. */
function hasNumbersBelow(label: Segment, page: SpatialIndex): boolean {
  const labels = page.lineOf(label);
  const strengths = labels.map(({ text }) => labelStrength(text));
  if (labels.length < 2 || !strengths.some((strength) => strength >= 2) || strengths.includes(0)) return false;
  return labels.every((other) => isValueLike(page.inCell(other)?.text ?? ''));
}

/** Whether a label beside this one has its value, a number or recognised text, beside this value. */
function hasValuesBeside(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const values = page.beside(value);
  return page.beside(label).some((other) => {
    const cell = page.inCell(other);
    if (cell === null || cell === value || !values.includes(cell)) return false;
    return (
      isValueLike(cell.text) ||
      (cell.recognised &&
        labelStrength(other.text) === 3 &&
        labelStrength(label.text) === 3 &&
        labelStrength(cell.text) < 2)
    );
  });
}

function isCloserThanNext(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const next = page.below(value);
  return !next || next.y - value.y > 1.1 * (value.y - label.y);
}
