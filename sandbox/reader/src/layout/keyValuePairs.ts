import { refuse, type FieldReading, unproven } from '../reading.ts';
import {
  emptyField,
  hasWideBlank,
  makeField,
  pairField,
  scoreOfBox,
  tellVerdict,
  type Verdict,
} from './fieldReading.ts';
import { belongsToNextRow, collectWrappedLines, mayWrap, othersBehind } from './fieldValues.ts';
import {
  hasLabel,
  isQuantity,
  isValueLike,
  labelStrength,
  splitLabelled,
  splitNumbered,
  textBeside,
  withoutBox,
  type Labelled,
} from './labels.ts';
import { CURRENCY_SIGN } from '../text/amounts.ts';
import { parseDate } from '../text/dates.ts';
import { parseTaxNumber } from '../text/taxNumbers.ts';
import { flowsOn } from './paragraphs.ts';
import { hasFormOf, worthOf } from './scores.ts';
import { isSameSize, isSameStyle, isSmaller, partOf, type Line, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';
import {
  beginsBelow,
  isOfSeveral,
  isTitleOfRow,
  mayBeLabel,
  mayBePair,
  verdictAbove,
  whyNotFree,
} from './valueBelow.ts';

/** How far below its caption a value in one type is, in ems. */
const REACH_OF_CAPTION = 1.6;
/** Words of one text, and two texts that belong together, are no farther apart, in ems. */
const [NEXT_WORD, NEXT_TEXT] = [0.5, 1];

/** The fields whose labels are in this line; the values may be below it. */
export const findFields = (line: Line, page: SpatialIndex): FieldReading[] =>
  line.segments.flatMap((segment, index) => {
    const above = page.captionsBelow.get(segment);
    if (above)
      return above.isSure ? readAbove(segment, above.value, page) : unproven(readAbove(segment, above.value, page));
    if (page.used.has(segment) || page.runningText.code.has(segment)) return [];
    if (page.runningText.segments.has(segment)) return readParagraph(segment, page) ?? [];
    const labelled = splitLabelled(segment.text);
    const named = labelled && page.runningText.isMost && isPartOfText(labelled) ? null : labelled;
    const next = textBeside(line.segments, index);
    return (
      readOwnValue(segment, named, page) ??
      readNeighbour(segment, named?.label ?? null, next, page) ??
      readTaxNumber(segment, page) ??
      []
    );
  });

/** The value above its caption. */
function readAbove(caption: Segment, value: Segment[], page: SpatialIndex): FieldReading {
  tellVerdict(page, caption, value[0] as Segment, 'above', 'under');
  return makeField(caption.text, value, worthOf('under', caption, value[0] as Segment, page));
}

/** The value in the text of its label: `Label: value`, `Placa 95727561`. */
function readOwnValue(segment: Segment, labelled: Labelled | null, page: SpatialIndex): FieldReading | null {
  const numbered = splitNumbered(segment.text);
  const own = numbered ?? labelled;
  if (!own?.value) return null;
  page.used.add(segment);
  const whole = valuePart(segment, own.value);
  const value = withoutRest(own.label, whole, page) ?? whole;
  const label = partOf(segment, 0, -whole.words.length);
  const isUnclear =
    isBehindLabel(segment, page) ||
    isBehindWord(segment, page, own.label) ||
    isEndOfLabel(segment, page) ||
    isCaptionOver(segment, whole, page) ||
    hasWideBlank(label);
  const worth = numbered ? 'proven' : isUnclear ? 'doubted' : worthOf('colon', label, value, page);
  tellVerdict(page, segment, value, 'beside', numbered ? 'apart' : 'colon');
  const isCut = value !== whole;
  const others = isCut ? [] : othersBehind(value, page, segment);
  const lines = isCut ? [value] : collectWrappedLines(value, segment, page);
  const read = makeField(own.label, lines, worth, others);
  const field = !isCut && mayWrap(lines, segment, page) ? unproven(read) : read;
  const isBoxed = withoutBox(segment.text) !== segment.text;
  return isBoxed ? { ...field, score: Math.min(field.score, scoreOfBox(segment.text)) } : field;
}

/** Between a value and another text behind it. */
const SEPARATOR = /(?:\s[-–—/]|[,;])\s+(?=\p{Lu}|\d+\s\p{Lu}|www\.)/u;
/** So many digits are the number of a telephone, a tax payer or a lawsuit: no code before its meaning. */
const LONG_CODE = /^\d{10,}$/;

/** A number, date or amount that its label names, without another text behind it: `11.222.333/0001-81 – Rua Um, 2`. */
function withoutRest(label: string, whole: Segment, page: SpatialIndex): Segment | null {
  const [own = '', rest] = whole.text.split(SEPARATOR);
  if (rest === undefined || !isOfOwnForm(label, own)) return null;
  const count = own.split(/\s+/).length;
  page.cut.add(partOf(whole, count));
  return { ...partOf(whole, 0, count), text: own };
}

const isOfOwnForm = (label: string, text: string) =>
  /^[^\s@]+@\S+$/.test(text) ||
  (hasFormOf(label, text) &&
    (HAS_CURRENCY.test(text) || parseDate(text) || LONG_CODE.test(text.replace(/[\s().+/-]/g, ''))));

/** `From: Name`, in small type over the name. */
const isCaptionOver = (segment: Segment, value: Segment, page: SpatialIndex) =>
  labelStrength(value.text) >= 2 && page.under(segment).some((below) => isSmaller(segment, below));

/** `Subject: RE: Invoice`: the value of the label before it, perhaps. */
const isBehindLabel = (segment: Segment, page: SpatialIndex) =>
  splitLabelled(page.leftOf(segment).at(-1)?.text ?? '')?.value === '';

/** In ems: lines of one label are no farther apart. */
const NEXT_LINE = 1.65;

/** Whether a label begins in the line above, which ends no sentence. */
function isEndOfLabel(segment: Segment, page: SpatialIndex): boolean {
  const above = page.above(segment);
  return (
    above !== undefined &&
    /^\p{Lu}/u.test(above.text) &&
    segment.y - above.y <= NEXT_LINE * segment.size &&
    isSameStyle(above, segment) &&
    flowsOn(above, segment)
  );
}

/** `CNPJ 11.222.333/0001-81 IE 1234`, which is the value of no other label. */
function readTaxNumber(segment: Segment, page: SpatialIndex): FieldReading | null {
  const [first, value = { text: '' }] = segment.words;
  if (!first || !/^(?:CNPJ|CPF)$/.test(first.text) || !parseTaxNumber(value.text)) return null;
  page.used.add(segment);
  return makeField(first.text, [partOf(segment, 1, 2)], 'proven');
}

/** The value beside a label or else below it. `name`: what stands before the colon that the label ends with. */
function readNeighbour(
  label: Segment,
  name: string | null,
  next: Segment | undefined,
  page: SpatialIndex,
): FieldReading | null {
  if (name === null && !mayBeLabel(label, page)) return null;
  for (const way of ['beside', 'below'] as const) {
    const value = way === 'beside' ? next : page.inCell(label);
    if (!value) continue;
    const verdict =
      whyNotFree(label, value, page) ?? VERDICTS[name === null ? 'plain' : 'colon'][way](label, value, page);
    tellVerdict(page, label, value, way, verdict);
    if (typeof verdict !== 'string') continue;
    const field = pairField(label, value, verdict, page, name ?? undefined);
    return isEndOfLabel(label, page) || (name !== null && isBehindWord(label, page)) ? unproven(field) : field;
  }
  if (name === null) return null;
  const empty = emptyField(label, page, name);
  // What stands right behind it may be its value, though it looks like a label.
  return next && isNear(label, next) ? unproven(empty) : empty;
}

/** Whether a known label has a value of its own, beside it or below it: it is none of the label before it. */
function hasOwnValue(label: Segment, before: Segment, page: SpatialIndex): boolean {
  const strength = labelStrength(label.text);
  if (strength < 2) return false;
  const line = page.lineOf(label);
  const beside = line[line.indexOf(label) + 1];
  if (strength === 3 && beside && labelStrength(beside.text) < 2 && !hasLabel(beside.text)) return true;
  const below = strength === 3 && isSameStyle(before, label) ? page.below(label) : null;
  return below !== null && !page.leftOf(below).some(({ text }) => hasLabel(text) || labelStrength(text) >= 2);
}

/** A label that begins a paragraph or sentence, with all the text behind it. Elsewhere no label stands before a colon. */
function readParagraph(label: Segment, page: SpatialIndex): FieldReading | null {
  const labelled = splitLabelled(label.text);
  const others = page.runningText.values.get(label);
  if (!labelled || !others || others.some((segment) => page.used.has(segment))) return null;
  const begin = labelled.value || (others[0]?.text ?? '');
  if (isPartOfText({ label: labelled.label, value: begin })) return null;
  const value = labelled.value ? [valuePart(label, labelled.value), ...others] : others;
  [label, ...others].forEach((segment) => page.used.add(segment));
  const [first] = value;
  if (first) tellVerdict(page, label, first, 'beside', 'colon');
  return value.length > 0 ? makeField(labelled.label, value, 'colon') : null;
}

/** More words before a colon than a term has: `The result is simple: the river is deep`. */
const isClause = (label: string) => label.split(/\s+/).length > 2;

function verdictBesideColon(label: Segment, value: Segment, page: SpatialIndex): Verdict {
  if (hasOwnValue(value, label, page)) return refuse(HAS_VALUE);
  if (areOverColumns(label, value, page)) return refuse('both head columns');
  return page.runningText.mayBeValue(value) ? 'colon' : refuse('it is running text');
}

function verdictBelowColon(label: Segment, value: Segment, page: SpatialIndex): Verdict {
  if (isTitleOfRow(label, value, page)) return refuse('it is of the row under this title');
  if (!page.runningText.mayBeValue(value)) return refuse('it is running text');
  if (page.runningText.isMost && labelStrength(splitLabelled(label.text)?.label ?? '') < 2)
    return refuse('among running text only known labels count');
  return belongsToNextRow(label, value, page) ? refuse('it belongs to the next row') : 'above';
}

/**
 * Among running text: a clause that goes on, and small letters, which are the end of a sentence or a setting (`port: 8080`)
 * unless they say how to reach somebody.
 */
function isPartOfText({ label, value }: Labelled): boolean {
  if (isClause(label) && labelStrength(label) < 3 && /^\p{Ll}/u.test(value)) return true;
  return /^\p{Ll}/u.test(label) && !/@|www\.|(\d[\s()/.-]*){7}/.test(value);
}

/** Whether two texts side by side are the first lines of columns, so that the second is no value of the first. */
const areOverColumns = (label: Segment, beside: Segment, page: SpatialIndex) =>
  isOverText(label, page) && isOverText(beside, page);

/** Whether a text that is no label stands right below. */
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

/** Beside an amount, a text with numbers is a label too: `Valor até 10/04/2025   R$ 469,95`. */
const HAS_CURRENCY = new RegExp(CURRENCY_SIGN);

/** A bold label with the value to its right, or a plain label with a number far to its right. */
function verdictBeside(label: Segment, value: Segment, page: SpatialIndex): Verdict {
  if (hasOwnValue(value, label, page)) return refuse(HAS_VALUE);
  if (!mayBePair(label, value, page)) return refuse('among running text only known labels count');
  if (isPartOfSentence(label, value, page)) return refuse('both are words of one sentence');
  const strength = labelStrength(label.text);
  const valueStrength = labelStrength(value.text);
  if ((valueStrength === 3 || isFarCaption(label, value, page)) && areOverColumns(label, value, page))
    return refuse('both head columns');
  if (isOfSeveral(value, page)) return refuse(SEVERAL);
  if (isSmaller(value, label) && isNear(label, value, NEXT_TEXT) && page.inCell(label))
    return refuse('it is a caption of the label, and a text stands below');
  if (label.bold && !value.bold && !isTitleBeside(label, value)) return 'boldLeft';
  if (page.runningText.isMost && !LONG_NUMBER.test(value.text))
    return refuse('among running text only long numbers stand beside plain labels');
  if (value.bold && !label.bold && strength >= 2 && valueStrength < 2) return 'boldLeft';
  if (strength < 2 && isUnderCaption(label, page) && isUnderCaption(value, page))
    return refuse('both stand under captions');
  const alone =
    page.lineOf(label).filter((other) => !page.used.has(other)).length === 2 &&
    (strength > 1
      ? isValueLike(value.text) && !isSmaller(label, value)
      : isQuantity(value.text) &&
        (HAS_CURRENCY.test(value.text) ? isSameSize(label, value) : strength > 0 && isSameStyle(label, value)));
  if (alone || (strength === 3 && isValueLike(value.text))) return 'apart';
  return refuse('in one type, only a number belongs to the label left of it');
}

const SEVERAL = 'it is one of several numbers in the row of the label';
const HAS_VALUE = 'it is a label with a value of its own';

/** Whether a value belongs to a label in plain text, or to one that ends with a colon. */
const VERDICTS = {
  plain: { beside: verdictBeside, below: verdictAbove },
  colon: { beside: verdictBesideColon, below: verdictBelowColon },
};

/** The widest gap between a label and its value, in ems, if the value is no number. */
const WIDEST_GAP = 12;

const isFar = (label: Segment, value: Segment) => value.x - label.right > WIDEST_GAP * label.size;

/** Whether a bold label has a plain text below it, and the one beside it is far away. */
const isFarCaption = (label: Segment, beside: Segment, page: SpatialIndex) =>
  label.bold && page.below(label)?.bold === false && isFar(label, beside) && !isValueLike(beside.text);

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
  return isSmaller(value, label) || isFar(label, value);
}

const isNear = (left: Segment, right: Segment, gap = NEXT_WORD) => right.x - left.right < gap * right.size;

/** Whether the label goes on from another text, or perhaps from the last word of another value. */
const isBehindWord = (label: Segment, page: SpatialIndex, name = label.text) =>
  page
    .leftOf(label)
    .some(
      (other) =>
        isNear(other, label) &&
        (!hasLabel(other.text) ||
          ((labelStrength(name) < 2 || OF_NUMBER.test(name)) && /\s\p{Lu}\p{L}+$/u.test(other.text))),
    );

/** Says that a number is meant, but not of what. */
const OF_NUMBER = /^n(?:[ºo°r]|um(?:ber|[eé]ro)|ummer)?\.?$/iu;

/** A word in bold type, no farther from the words beside it than words are, or before a dash: `DACTE - Documento Auxiliar`. */
function isPartOfSentence(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (/^[-–—]\s?\p{L}/u.test(value.text)) return true;
  if (isBehindWord(label, page)) return true;
  return labelStrength(label.text) < 2 && isNear(label, value) && /^[\p{Ll}.,;)]/u.test(value.text);
}
