import { refuse, type Refusal } from '../reading.ts';
import type { Verdict } from './fieldReading.ts';
import { belongsToNextRow } from './fieldValues.ts';
import { namesSection } from './labelWords.ts';
import {
  areLabels,
  beginsWithLabel,
  hasLabel,
  isLabelLike,
  isProse,
  isUpperCase,
  isValueLike,
  labelStrength,
} from './labels.ts';
import { areTouching, isSameStyle, isSmaller, overlap, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** Captions and values in one type begin at one x, in ems; texts of a diagram are centred. */
const BEGINS_BELOW = { written: 0.02, recognised: 0.3 };
const SAME_END = 0.04;

/** Why a text is not free to be a value. */
export function whyNotFree(label: Segment, value: Segment, page: SpatialIndex): Refusal | null {
  if (label.cell && value.cell && !areTouching(label, value)) return refuse('another cell is between them');
  if (page.used.has(value)) return refuse('it belongs to another label');
  if (beginsWithLabel(value.text)) return refuse('it begins with a label of its own');
  if (isNumberOfNext(value, page)) return refuse('it is the number of the text behind it');
  return page.captions.has(value) ? refuse('it is a caption of the form') : null;
}

/** In ems: words of one text are no farther apart. */
const NEXT_WORD = 0.5;

/** `04 Weight`: the number of a box, in other type than the caption that it stands before. */
export function isNumberOfNext(value: Segment, page: SpatialIndex): boolean {
  const line = page.lineOf(value);
  const next = line[line.indexOf(value) + 1];
  const isNear = next !== undefined && next.x - value.right < NEXT_WORD * value.size;
  return isNear && /^\d{1,3}[.)]?$/.test(value.text) && labelStrength(next.text) > 0;
}

const COMPANY_FORMS =
  'GmbH|AG|KG|UG|OHG|B\\.?V\\.?|N\\.?V\\.?|Ltd\\.?|Ltda\\.?|LLC|LLP|Inc\\.?|S\\.?A\\.?|S\\.?L\\.?|SARL|SAS|S\\.?r\\.?l\\.?|PLC|EIRELI|EPP';
const COMPANY = new RegExp(`(?<!\\p{L})(?:${COMPANY_FORMS})$`, 'iu');

/**
 * Whether a text may be a label without a colon. The name of a company is none. In a form whose known labels are plain,
 * bold type is that of values.
 */
export const mayBeLabel = (label: Segment, page: SpatialIndex) =>
  isLabelLike(label.text) &&
  !isProse(label) &&
  !(COMPANY.test(label.text) && labelStrength(label.text) < 2) &&
  !(label.bold && page.hasPlainLabels && labelStrength(label.text) < 2);

/** Where most text is prose, only known labels stand without a colon. */
export const mayBePair = (label: Segment, value: Segment, page: SpatialIndex) =>
  page.runningText.mayBeValue(value) && !(page.runningText.isMost && labelStrength(label.text) < 2);

/** Whether a value begins right below its label. */
export const beginsBelow = (label: Segment, value: Segment) =>
  Math.abs(label.x - value.x) <= BEGINS_BELOW[value.recognised ? 'recognised' : 'written'] * value.size;

/** Two texts that begin and end below each other may as well be centred. */
const endsBelow = (label: Segment, value: Segment) => Math.abs(label.right - value.right) <= SAME_END * value.size;

/** A label in smaller or bolder type above its value. */
export function verdictAbove(label: Segment, value: Segment, page: SpatialIndex): Verdict {
  if (isTitleBelow(label, value, page)) return refuse('it is the title of what follows');
  if (isTitleOfRow(label, value, page)) return refuse('it is of the row under this title');
  if (isOfRows(label, value, page)) return refuse('it is of the first of several rows');
  if (isNameOverStreet(label, value)) return refuse('both are lines of an address');
  if (isUnderNearerLabel(label, value, page)) return refuse('the text above it is nearer to a label of its own');
  if (!mayBePair(label, value, page)) return refuse('among running text only known labels count');
  if (isSmaller(value, label)) return refuse('it is smaller than the text above it');
  if (belongsToNextRow(label, value, page)) return refuse('it belongs to the next row');
  if (hasDistinctStyle(label, value, page)) return 'above';
  return isKnownLabelOver(label, value, page)
    ? 'aboveAlike'
    : refuse('both are in one type, and no known label and its value');
}

/** Of three texts below each other, how much nearer the first two are than the others, if they are a label and its value. */
const NEARER = 0.9;

/** Whether a text in other type is itself the value of a label in the type of the text below it. */
const isUnderNearerLabel = (text: Segment, below: Segment, page: SpatialIndex) =>
  text.bold !== below.bold &&
  page
    .startingAt(text)
    .some(
      (other) =>
        other.y < text.y &&
        text.y - other.y < NEARER * (below.y - text.y) &&
        beginsBelow(other, text) &&
        isSameStyle(other, below) &&
        labelStrength(other.text) >= (labelStrength(text.text) >= 2 ? 2 : 1),
    );

/** Label words alone in their line, below a row of labels without values: the title of what follows. */
const isTitleBelow = (label: Segment, value: Segment, page: SpatialIndex) =>
  page.isAloneInLine(value) &&
  !page.isAloneInLine(label) &&
  (labelStrength(value.text) === 3 ||
    (page.captions.has(label) && labelStrength(value.text) === 2) ||
    (isLabelLike(value.text) && !isValueLike(value.text) && namesSection(value.text)));

/** A text over a row of labels, alone in its line, or over rows of cells: the title of a table. */
export const isTitleOfRow = (label: Segment, value: Segment, page: SpatialIndex) =>
  isOverCells(label, value, page) ||
  (labelStrength(value.text) === 3 &&
    page.isAloneInLine(label) &&
    !page.isAloneInLine(value) &&
    areLabels(page.lineOf(value)));

/** Whether a number stands beside the text below a label, of which it is not, and another one below that. */
function isOverCells(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const more = page.below(value);
  if (!more || page.lineOf(value).at(-1) === value || !isSameStyle(value, more)) return false;
  const end = page.endOfCell(label);
  const numbersBeside = (cell: Segment) =>
    page
      .lineOf(cell)
      .filter(
        ({ x, text }, at, line) =>
          x > cell.x &&
          x < end &&
          isValueLike(text) &&
          !hasLabel(text) &&
          (line[at - 1] === cell || labelStrength(line[at - 1]?.text ?? '') < 2),
      );
  const below = numbersBeside(more);
  return numbersBeside(value).some((cell) => below.some((other) => beginsBelow(cell, other) || endsBelow(cell, other)));
}

/** Whether the numbers below the labels of a row go on in the next row: cells of a table. */
function isOfRows(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const [labels, cells] = [page.lineOf(label), page.lineOf(value)];
  const inColumns = cells.filter((cell) => labels.some((other) => overlap(other, cell)) && page.numberBelow(cell));
  const isRow = Math.min(labels.length, cells.length) > 2;
  return isRow ? inColumns.length > 0 : labels.length === 2 && inColumns.length === 2;
}

/** Whether a number stands beside another one, so that a label before both is that of a row. */
export function isOfSeveral(value: Segment, page: SpatialIndex): boolean {
  const line = page.lineOf(value);
  const next = line[line.indexOf(value) + 1]?.text ?? '';
  return isValueLike(value.text) && isValueLike(next) && !hasLabel(next);
}

/** Words of streets, which stand before the number of the house or end the word before it. */
const STREET_WORDS =
  'street|road|avenue|lane|drive|rua|avenida|travessa|rue|boulevard|chemin|calle|plaza|via|piazza|' +
  '\\p{L}*(?:stra(?:ß|ss)e|str\\.|weg|platz|allee|gasse|straat|laan)';
const STREET = new RegExp(
  `(?<!\\p{L})(?:${STREET_WORDS})(?!\\p{L}).*\\d|^\\d+\\s(?:bis\\s)?(?:${STREET_WORDS})(?!\\p{L})`,
  'iu',
);

export const isStreet = (text: string) => STREET.test(text);

/** The first two lines of an address are no label and its value. */
const isNameOverStreet = (label: Segment, value: Segment) => labelStrength(label.text) < 2 && isStreet(value.text);

function hasDistinctStyle(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (isSmaller(label, value) || (label.bold && !value.bold)) return true;
  const isKnown = labelStrength(label.text) >= 2 || isAmongLabels(label, page);
  return value.bold && !label.bold && isKnown && (page.hasPlainLabels || labelStrength(value.text) < 2);
}

/** The same text again, or known words of the label: boxes of a diagram. */
const repeatsLabel = (label: Segment, value: Segment) =>
  label.text === value.text || (labelStrength(value.text) >= 2 && label.text.includes(value.text));

/** In one style, only known labels count, and only above something that is no label. */
function isKnownLabelOver(label: Segment, value: Segment, page: SpatialIndex): boolean {
  if (page.runningText.isMost && (!beginsBelow(label, value) || endsBelow(label, value))) return false;
  if (repeatsLabel(label, value)) return false;
  const isNear = value.y - label.y <= 2 * label.size || page.inRow(label) === value;
  if (!isSameStyle(label, value) || !isNear || isProse(value)) return false;
  if (hasNumbersBelow(label, page)) return true;
  if (!isAmongLabels(label, page)) return false;
  if (labelStrength(value.text) === 3) return isAmongValues(label, value, page);
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
  if (labels.length < 2 || !areLabels(labels)) return false;
  return labels.every((other) => isValueLike(page.inCell(other)?.text ?? ''));
}

/** The labels beside a label that have a text beside its value, with that text. */
function cellsBeside(label: Segment, value: Segment, page: SpatialIndex): { other: Segment; cell: Segment }[] {
  const values = page.beside(value);
  return page.beside(label).flatMap((other) => {
    const cell = page.inCell(other);
    return cell && values.includes(cell) ? [{ other, cell }] : [];
  });
}

/** Whether a label beside this one has its value, a number or recognised text, beside this value. */
const hasValuesBeside = (label: Segment, value: Segment, page: SpatialIndex) =>
  cellsBeside(label, value, page).some(
    ({ other, cell }) =>
      isValueLike(cell.text) ||
      (cell.recognised &&
        labelStrength(other.text) === 3 &&
        labelStrength(label.text) === 3 &&
        labelStrength(cell.text) < 2),
  );

/** Whether a label word is a value, as in `Tomador: Remetente`: a label beside it has another text beside the value. */
const isAmongValues = (label: Segment, value: Segment, page: SpatialIndex) =>
  labelStrength(label.text) === 3 &&
  isCloserThanNext(label, value, page) &&
  cellsBeside(label, value, page).some(
    ({ other, cell }) => labelStrength(other.text) >= 2 && labelStrength(cell.text) < 2 && !hasLabel(cell.text),
  );

function isCloserThanNext(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const next = page.below(value);
  return !next || next.y - value.y > 1.1 * (value.y - label.y);
}
