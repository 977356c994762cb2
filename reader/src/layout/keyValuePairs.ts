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
} from './labels.ts';
import { scoreOfPair, type Pairing } from './scores.ts';
import { isSameStyle, isSmaller, partOf, type Line, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** Words of one text are no farther apart, in ems. */
const NEXT_WORD = 0.5;

/** The fields whose labels are in this line; the values may be below it. */
export function findFields(line: Line, page: SpatialIndex, used: UsedSegments): FieldReading[] {
  const found: FieldReading[] = [];
  line.segments.forEach((segment, index) => {
    if (used.has(segment)) return;
    if (page.runningText.has(segment)) {
      const field = readParagraph(segment, page, used);
      if (field) found.push(field);
      return;
    }
    const next = line.segments[index + 1];
    const isFree = next && !used.has(next) && !beginsWithLabel(next) && !page.isCaption(next);
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
  const value = labelled.value ? [valuePart(label, labelled.value), ...others] : others;
  [label, ...others].forEach((segment) => used.add(segment));
  return value.length > 0 ? makeField(labelled.label, value, 'colon') : null;
}

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
  if (!labelled) return null;
  const { label, value } = labelled;
  if (value) {
    used.add(segment);
    const taken = collectWrappedLines(valuePart(segment, value), segment, page, used);
    return makeField(label, taken, 'colon');
  }
  if (beside && page.runningText.mayBeValue(beside))
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

/** The value inside a labelled segment, with the words it consists of. */
function valuePart(segment: Segment, value: string): Segment {
  const part = partOf(segment, -value.split(/\s+/).length);
  return { ...part, text: value };
}

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
  if (value.bold && !label.bold && strength >= 2 && valueStrength < 2)
    return pairField(label, value, 'boldLeft', page, used);
  const alone =
    segments.length === 2 &&
    strength > 0 &&
    isValueLike(value.text) &&
    (strength > 1 ? !isSmaller(label, value) : isSameStyle(label, value));
  return alone || (strength === 3 && isValueLike(value.text)) ? pairField(label, value, 'apart', page, used) : null;
}

/** Whether a text may be a label without a colon. In a form whose known labels are plain, bold type is that of values. */
const mayBeLabel = (label: Segment, page: SpatialIndex) =>
  isLabelLike(label.text) && !isProse(label) && !(label.bold && page.hasPlainLabels && labelStrength(label.text) < 2);

/** The widest gap between a label and its value, in ems, if the value is no number. */
const WIDEST_GAP = 12;

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
    !mayBePair(label, value, page) ||
    isSmaller(value, label) ||
    belongsToNextRow(label, value, page)
  )
    return null;
  if (hasDistinctStyle(label, value)) return pairField(label, value, 'above', page, used);
  return isKnownLabelOver(label, value, page) ? pairField(label, value, 'aboveAlike', page, used) : null;
}

/** Label words alone in their line, below a row of labels without values: the title of what follows. */
const isTitleBelow = (label: Segment, value: Segment, page: SpatialIndex) =>
  page.isAloneInLine(value) &&
  !page.isAloneInLine(label) &&
  (labelStrength(value.text) === 3 ||
    (page.isCaption(label) && labelStrength(value.text) === 2) ||
    (isLabelLike(value.text) && !isValueLike(value.text) && namesSection(value.text)));

function hasDistinctStyle(label: Segment, value: Segment): boolean {
  if (isSmaller(label, value) || (label.bold && !value.bold)) return true;
  return value.bold && !label.bold && labelStrength(label.text) >= 2 && labelStrength(value.text) < 2;
}

/** In one style, only known labels count, and only above something that is no label. */
function isKnownLabelOver(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (!isSameStyle(label, value) || value.y - label.y > 2 * label.size || isProse(value)) return false;
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
  return known >= strengths.length / (own === 3 && label.recognised ? 3 : 2);
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
