import {
  LEFT_OUT,
  type FieldReading,
  type SectionReading,
  type TableReading,
  type TextItem,
  type Trace,
  unproven,
} from '../reading.ts';
import { lifetimeDatesIn } from '../text/dates.ts';
import { fold, lettersOf } from '../text/normalise.ts';
import { verboseRegExp } from '../text/pattern.ts';
import { splitIntoBlocks, type Block } from './blocks.ts';
import { joinWrapped } from './cells.ts';
import { inColumns } from './columns.ts';
import { emptyField, pairField, tellVerdict } from './fieldReading.ts';
import { numberedHeading } from './headings.ts';
import { findFields } from './keyValuePairs.ts';
import { findLabelColumns, type LabelColumn } from './labelColumns.ts';
import { CHOICE, hasLabel, labelStrength } from './labels.ts';
import { namesSection } from './labelWords.ts';
import { buildLines } from './lines.ts';
import { isSameSize, isSameStyle, lineText, type Line, type Segment } from './segments.ts';
import { SpatialIndex } from './spatialIndex.ts';
import { findTable } from './tables.ts';
import { withTextMemory } from './textMemory.ts';
import { isStreet } from './valueBelow.ts';

/** Turns the text items of a page into sections with fields and tables, in reading order. */
export const readLayout = (
  items: TextItem[],
  page: number,
  trace?: Trace,
): { text: string; sections: SectionReading[]; leftOut: (said?: string[] | null) => string | null } =>
  withTextMemory(() => {
    const built = buildLines(items);
    const printed = inColumns(built);
    const lines = printed === built ? joinWrapped(built) : printed;
    const blocks = splitIntoBlocks(lines);
    const index = new SpatialIndex(
      blocks.flatMap((block) => block.lines),
      trace,
      lines,
    );
    const older = lines.findIndex(beginsOlderMessage);
    const upTo = older < 0 ? Infinity : (lines[older] as Line).y;
    const sections = blocks.map((block) => readBlock(block, page, index, upTo));
    /** `said`: values that were read of the page by other rules; null where those read all that counts, unless it is void. */
    const leftOut = (said: string[] | null = []) => {
      const stamp = lines
        .flatMap(({ segments }) => segments)
        .find((segment) => !index.used.has(segment) && STAMP.test(fold(segment.text)));
      const left = stamp?.text ?? (said && leftOutIn(blocks, index, lettersOf(said.join('\n'))));
      if (left) trace?.({ step: 'page', reason: `${LEFT_OUT}: "${left}"` });
      return left ? LEFT_OUT : sections.some(({ tables }) => tables.some(mayLackCells)) ? UNSEEN : null;
    };
    return { text: printed.map(lineText).join('\n'), sections, leftOut };
  });

const UNSEEN = 'a cell of a table has nothing, or what it has was not recognised';
/** The part of the cells of a table that may be empty by chance. A column that few rows fill has more. */
const FEW = 1 / 8;

/** Whether most cells of a recognised table were read: letters of an empty one may not have been seen. */
function mayLackCells({ recognised = false, rows }: TableReading): boolean {
  const cells = rows.flat();
  const empty = cells.filter((cell) => cell === null).length;
  return recognised && empty > 0 && empty <= FEW * cells.length;
}

/** A number behind words without a comma, an amount or a date: neither the street nor the city of an address. */
const NUMBERED = /^[^\d,]*\d[\d\s.,/-]*$|\d[.,/]\d/;
/** From so many on, letters of a sentence, sentences and loose texts are more than a greeting or the number of a page. */
const FEWEST = { letters: 36, sentences: 2, texts: 3 };
/** A label with its value. */
const LABELLED = /^\p{Lu}[^.:]*:\s\S/u;
/** A greeting, the version of a form, or the number of a page. */
const SAYS_NOTHING =
  /obrigad|volte sempre|thank|welcome|danke|merci|gracias|grazie|\sv\d\.\d$|^(?:p[áa]g|page|seite|folha)\S{0,4}\s\d+(?:\D{1,5}\d+)?$/i;

/** A stamp or a title that changes what all of a page means. */
const STAMP = verboseRegExp('')`
  ^(?:(?:documento|nota|fiscal|nfs?-?e|recibo|fatura|cupom|invoice|receipt)\s)*
  (?:cancelad[oa]|cancell?ed|anulad[oa]|annul(?:ee?|lat[oa])|nul[oa]|void|storniert|estornad[oa]|devolvid[oa]
  |sem\s(?:valor|efeito)(?:\sfiscal)?|sin\svalor|rejeitad[oa]|reprovad[oa]|pag(?:ad|at)?[oa]|quitad[oa]|paid|bezahlt|payee?|acquittee?)\W*$
`;

/** In sizes: how far a line is below the one that it goes on from, and a value below its label, in one style and in another. */
const [NEXT_OF_TEXT, NEXT_LINE, NEXT_ROW] = [1.65, 2.4, 5];
/** A letterhead has so many texts at most. */
const LETTERHEAD = 4;
/** So many lines are a name, a street and a town. */
const ADDRESS = 3;

/**
 * Text in no field and no table, unless it is little: a title, the letterhead above the first value, labels without values,
 * a greeting. A value is never little.
 */
function leftOutIn(blocks: Block[], page: SpatialIndex, said: string): string | undefined {
  // What is printed twice may be read once.
  const read = new Set([...page.used].map(({ text }) => text));
  const isFree = (segment: Segment) =>
    !page.used.has(segment) && !read.has(segment.text) && !said.includes(lettersOf(segment.text));
  const top = Math.min(...[...page.used].map(({ y }) => y));
  const free = blocks.flatMap(({ lines }) => lines.flatMap(({ segments }) => segments.filter(isFree)));
  const cut = [...page.cut].find(isFree);
  if (cut) return cut.text;
  const sentences = free.filter((text) => page.runningText.segments.has(text) || isSentence(text));
  const told = sentences.find(
    (sentence) =>
      sentences.length >= FEWEST.sentences ||
      (sentence.text.length >= FEWEST.letters && !SAYS_NOTHING.test(sentence.text)),
  );
  if (told) return told.text;
  const above = free.filter(({ y, size, cell }) => y < top - size / 2 && top < Infinity && !cell);
  const isLetterhead = (text: Segment) => above.length <= LETTERHEAD && above.includes(text) && !isOverRest(text, page);
  const [, ...parts] = blocks.filter(({ heading }) => heading);
  const ofPart = parts.map((part) => firstLost(part, isFree)).find(Boolean);
  if (ofPart) return ofPart.text;
  const inForm = [...free, ...page.filled].find(
    (text) => labelStrength(text.text) < 2 && (mayFill(text, page) || isBesideLabel(text, page)),
  );
  if (inForm) return inForm.text;
  const lost = free.find(
    (text) => page.rests.has(text) || (/\d/.test(text.text) && !isLetterhead(text) && !SAYS_NOTHING.test(text.text)),
  );
  if (lost) return lost.text;
  const value = [...free.map(({ text }) => text), ...blocks.map(({ heading }) => heading ?? '')].find(
    (text) =>
      (NUMBERED.test(text) && !isStreet(text) && !numberedHeading(text) && !SAYS_NOTHING.test(text)) ||
      lifetimeDatesIn(text).length > 0 ||
      CHOICE.test(text) ||
      LABELLED.test(text) ||
      (page.used.size === 0 && /\p{L}{2}/u.test(text) && !SAYS_NOTHING.test(text)),
  );
  if (value) return value;
  const texts = free.filter(
    (text) => labelStrength(text.text) < 3 && !isLetterhead(text) && !SAYS_NOTHING.test(text.text),
  );
  return (texts.find((text) => isAmongRead(text, page)) ?? (texts.length >= FEWEST.texts ? texts[0] : undefined))?.text;
}

/**
 * The first text below the heading of a part, if it was not read and is lost: that of a known label, of a name over a street and a
 * town with their numbers, or of cells side by side.
 */
function firstLost({ heading, lines }: Block, isFree: (text: Segment) => boolean): Segment | null {
  const texts = lines.slice(0, ADDRESS).flatMap(({ segments }) => segments);
  const [first] = texts;
  if (!first || !isFree(first)) return null;
  const isLabel = labelStrength(heading ?? '') === 3 && !namesSection(heading ?? '');
  const isAddress =
    texts.length === ADDRESS && texts.every(({ text }, at) => /\d/.test(text) === at > 0 && !hasLabel(text));
  const areCells = lines.every(({ segments }) => segments.length > 1);
  const isLost = isLabel ? lines[0]?.segments.length === 1 : (isAddress || areCells) && texts.every(isFree);
  return isLost ? first : null;
}

/** Whether a text stands above others that were read, or is the rest of the one above it. */
function isAmongRead(text: Segment, page: SpatialIndex): boolean {
  if (labelStrength(text.text) >= 2) return false;
  const above = page.above(text);
  const isNext = above && text.y - above.y <= NEXT_OF_TEXT * text.size;
  const isRest = isNext && page.lineOf(above).some((other) => page.used.has(other) && isSameStyle(other, text));
  return isRest || [...page.used].some(({ y, size }) => y > text.y - size / 2);
}

/** Whether a text may be the first line of a value, of which the next one was read. */
function isOverRest(text: Segment, page: SpatialIndex): boolean {
  const below = page.below(text);
  if (!below || !page.used.has(below) || !isSameStyle(text, below)) return false;
  return below.y - text.y <= NEXT_OF_TEXT * text.size && labelStrength(below.text) < 2 && !hasLabel(below.text);
}

/** Whether a text is below a label that has no value: also one that was taken for a label itself. */
function mayFill(text: Segment, page: SpatialIndex): boolean {
  const label = page.above(text);
  if (!label || text.y - label.y > (isSameStyle(label, text) ? NEXT_LINE : NEXT_ROW) * text.size) return false;
  const isKnown = labelStrength(label.text) === 3 || label.text.endsWith(':');
  return page.unfilled.has(label) || (isKnown && !page.used.has(label));
}

/** Whether a text is beside a known label that has no value, or in a row with a label and a value above or below. */
function isBesideLabel(text: Segment, page: SpatialIndex): boolean {
  const label = page.leftOf(text).at(-1);
  const isOver = (one: Segment, others: Set<Segment>) =>
    page.startingAt(one).some((other) => others.has(other) && isSameStyle(one, other));
  if (!label || page.used.has(label) || labelStrength(label.text) === 0 || !isSameSize(label, text)) return false;
  return (
    (labelStrength(label.text) === 3 && label.bold && !text.bold) ||
    (isOver(label, page.filled) && isOver(text, page.used))
  );
}

const FULL_STOP = /\p{Ll}{3}[.!?]$/u;

/** Many words, and most of those with letters small, or some that end with a full stop: what it says, it says in words. */
function isSentence({ text, words }: Segment): boolean {
  const small = words.filter((word) => /^\p{Ll}{2}/u.test(word.text));
  const spelled = words.filter((word) => /\p{L}/u.test(word.text));
  return (words.length > 6 && small.length > spelled.length / 2) || (words.length > 3 && FULL_STOP.test(text));
}

/** Above the message that a message answers, in the programs of six languages; or its lines are marked. */
const OLDER_MESSAGE = verboseRegExp('iu')`
  ^>\s|(?:wrote|escreveu|escribió|a\sécrit|ha\sscritto)\s?:$
  |^-{2,}\s?(?:original\smessage|mensagem\soriginal|mensaje\soriginal|ursprüngliche\snachricht|message\sd.origine)
`;
/** In German, names come behind it. */
const WROTE = /schrieb/iu;

function beginsOlderMessage(line: Line): boolean {
  const text = lineText(line);
  return OLDER_MESSAGE.test(text) || (text.endsWith(':') && WROTE.test(text));
}

/** `upTo`: where an older message begins. What that says is no sure fact of the page. */
function readBlock(
  { heading, titleLines = 0, lines }: Block,
  number: number,
  page: SpatialIndex,
  upTo: number,
): SectionReading {
  const section: SectionReading = { heading, titleLines, page: number, lines: [], fields: [], tables: [] };
  const columns = findLabelColumns(lines, page);
  const sure = columns.filter((column) => column.sure);
  const add = (line: Line, fields: FieldReading[]) =>
    section.fields.push(...(line.y < upTo ? fields : fields.map(unproven)));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    add(line, fieldsOfColumns(line, sure, page));
    const found = line.segments.some((segment) => page.used.has(segment)) ? null : findTable(lines, at, page);
    if (!found || (page.runningText.isMost && !found.isSure)) {
      section.lines.push(lineText(line));
      if (!isRunning(line)) add(line, [...fieldsOfColumns(line, columns, page), ...findFields(line, page)]);
      continue;
    }
    section.tables.push({ ...found.table, title: titleAbove(lines, at, page) ?? heading });
    lines.slice(at, at + found.lines).forEach(({ segments }) => segments.forEach((segment) => page.used.add(segment)));
    at += found.lines - 1;
  }
  return section;
}

/** In a column of running text, only what ends with a colon is a label. */
const isRunning = (line: Line): boolean => line.region < 0 && !lineText(line).includes(':');

/** The fields of this line that belong to a column of labels. */
function fieldsOfColumns({ segments }: Line, columns: LabelColumn[], page: SpatialIndex): FieldReading[] {
  const isFree = (segment: Segment) => !page.used.has(segment);
  return columns
    .flatMap((column) => column.pairs)
    .filter(({ label, value }) => segments.includes(label) && isFree(label) && (!value || isFree(value)))
    .map(({ label, value }) => {
      if (!value) return emptyField(label, page);
      const pairing = label.bold && !value.bold ? 'boldLeft' : 'column';
      tellVerdict(page, label, value, 'beside', pairing);
      return pairField(label, value, pairing, page);
    });
}

/** A single text right above a table is its title. */
function titleAbove(lines: Line[], at: number, { used }: SpatialIndex): string | null {
  const above = lines[at - 1];
  const [only] = above?.segments ?? [];
  if (
    !above ||
    !only ||
    above.segments.length > 1 ||
    used.has(only) ||
    only.text.length > 50 ||
    /[.;]$/.test(only.text)
  )
    return null;
  return (lines[at] as Line).y - above.y <= 2.5 * above.size ? only.text : null;
}
