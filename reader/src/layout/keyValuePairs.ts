import { DISPUTED, type FieldReading } from '../reading.ts';
import { parseAmount } from '../text/amounts.ts';
import {
  belongsToNextRow,
  belongsToOtherColumn,
  collectValueLines,
  collectWrappedLines,
  type UsedSegments,
} from './fieldValues.ts';
import { hasLabel, isLabelLike, isProse, isUpperCase, isValueLike, labelStrength, splitLabelled } from './labels.ts';
import { scoreOfPair, type Pairing } from './scores.ts';
import { isSameStyle, isSmaller, partOf, type Line, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** Reads the fields whose labels stand in this line; a value may stand below it. */
export function findFields(line: Line, page: SpatialIndex, used: UsedSegments): FieldReading[] {
  const found: FieldReading[] = [];
  line.segments.forEach((segment, index) => {
    if (used.has(segment)) return;
    const next = line.segments[index + 1];
    const beside =
      next && !used.has(next) && !hasLabel(next.text) && !belongsToOtherColumn(segment, next, page) ? next : null;
    const field =
      readLabelled(segment, beside, page, used) ??
      readBeside(segment, beside, line, page, used) ??
      readAbove(segment, page, used);
    if (field) found.push(field);
  });
  return found;
}

/** A label with the value that stands where the shape says. */
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

/** A label with nothing that could be its own. */
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

/** What looks like an amount and is none has lost a digit or a sign. */
const isBrokenAmount = (text: string) =>
  /^(R\$|US\$)\s*-?(?!\d{1,3}(\.\d{3})*$)\d[\d.,\s]*$|^\d[\d.]*(\s[.,]|[.,]\s)\s?\d{1,3}$/.test(text) &&
  parseAmount(text) === null;

const withoutColon = (text: string) =>
  text.replace(/\s*[:.…]*$/u, (end) => (end.includes(':') || end.length > 1 ? '' : end));

/** `Label: value`, with the value in the same text, beside it or below it. */
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
  if (beside) return { ...pairField(segment, beside, 'colon', page, used), label };
  const below = page.inCell(segment);
  used.add(segment);
  const usable =
    below && !used.has(below) && !hasLabel(below.text) && !isProse(below) && !belongsToNextRow(segment, below, page);
  return usable
    ? { ...pairField(segment, below, 'above', page, used), label }
    : { label, value: null, score: scoreOfPair('above', []) };
}

/** The value of a labelled text, with the words it was read from. */
function valuePart(segment: Segment, value: string): Segment {
  const part = partOf(segment, -value.split(/\s+/).length);
  return { ...part, text: value };
}

/** Bold label left and value right, or a plain label with a number far to its right. */
function readBeside(
  label: Segment,
  value: Segment | null,
  { segments }: Line,
  page: SpatialIndex,
  used: UsedSegments,
): FieldReading | null {
  if (!value || !isLabelLike(label.text) || isProse(label)) return null;
  if (label.bold && !value.bold) return pairField(label, value, 'boldLeft', page, used);
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

/** A label in smaller or bolder print over its value. */
function readAbove(label: Segment, page: SpatialIndex, used: UsedSegments): FieldReading | null {
  if (!isLabelLike(label.text) || isProse(label)) return null;
  const value = page.inCell(label);
  if (
    !value ||
    used.has(value) ||
    hasLabel(value.text) ||
    isSmaller(value, label) ||
    belongsToNextRow(label, value, page)
  )
    return null;
  if (hasDistinctStyle(label, value)) return pairField(label, value, 'above', page, used);
  return isKnownLabelOver(label, value, page) ? pairField(label, value, 'aboveAlike', page, used) : null;
}

function hasDistinctStyle(label: Segment, value: Segment): boolean {
  if (isSmaller(label, value) || (label.bold && !value.bold)) return true;
  return value.bold && !label.bold && labelStrength(label.text) >= 2 && labelStrength(value.text) < 2;
}

/** In print that tells nothing, only known words are a label, and only over what is none. */
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

/** It and most of what stands beside it are words of labels. */
function isAmongLabels(label: Segment, page: SpatialIndex): boolean {
  const strengths = page.lineOf(label).map(({ text }) => labelStrength(text));
  const known = strengths.filter((strength) => strength >= 2).length;
  const own = labelStrength(label.text);
  if (own < (strengths.length > 1 ? 1 : 3) || strengths.some((strength) => strength === 0)) return false;
  // Of a row of labels some may be read too badly to be known.
  return known >= strengths.length / (own === 3 && label.recognised ? 3 : 2);
}

/** What stands beside it is a label too, and has its value, a number or recognised, beside this one. */
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
