import { isProse, labelStrength, splitLabelled } from './labels.ts';
import { isStopWord } from './labelWords.ts';
import { isFixedPitch, isSameSize, type Line, type Segment } from './segments.ts';

/** Text without a wider gap in it: a line of a paragraph, of which some words may be bold. */
type Run = Segment & { segments: Segment[] };
type Paragraph = Run[];

/** Wider than a space between words, in ems. */
const COLUMN_GAP = 1;
const PITCH = { least: 0.6, most: 1.65 };
const SAME_EDGE = 0.6;
const LARGEST_INDENT = 3;
/** Lines of running text have so many words on average; two lines alone need more to be some. */
const WORDS = { usual: 4, ofTwoLines: 6 };
/** This share of the lines goes on from the line above in the middle of a sentence. */
const FLOWING = 0.3;
/** A line that ends so much earlier than the others, in ems, is the last one of its paragraph. */
const SHORT_LINE = 4;
/** More words before a colon are a clause. */
const MOST_WORDS_OF_UNKNOWN_LABEL = 4;
/** A page of which more text than this stands in paragraphs is no form. */
const MOSTLY = 0.5;

/** The paragraphs of a page. What looks like label and value within one is a part of a sentence. */
export class RunningText {
  readonly segments: Set<Segment>;
  readonly #firsts: Set<Segment>;
  /** All the text behind each label that begins a sentence. */
  readonly values: Map<Segment, Segment[]>;
  /** Whether most of the text of the page is running text. */
  readonly isMost: boolean;
  /** Code among running text. It has colons, but no labels. */
  readonly code: Set<Segment>;

  constructor(lines: Line[]) {
    const paragraphs = collectParagraphs(lines).filter(isRunningText);
    this.segments = new Set(paragraphs.flat().flatMap(({ segments }) => segments));
    this.#firsts = new Set(paragraphs.flatMap(([first]) => first?.segments[0] ?? []));
    this.values = new Map(paragraphs.flatMap(valuesByLabel));
    const letters = (segments: Segment[]) => segments.reduce((sum, { text }) => sum + text.length, 0);
    const all = letters(lines.flatMap(({ segments }) => segments));
    this.isMost = letters([...this.segments]) > MOSTLY * all;
    this.code = new Set(this.isMost ? codeAmong(lines, this.segments) : []);
  }

  /** Whether a text is the beginning of a paragraph, which may be a value, or in none; code is no value. */
  mayBeValue(segment: Segment): boolean {
    return !this.code.has(segment) && (!this.segments.has(segment) || this.#firsts.has(segment));
  }
}

/** Code ends lines with these signs, and has these operators, brackets of calls and quoted words. */
const CODE_SIGN = /[;{}]$|^[{}]|^"\w+":|\(\w*\):?$|\s(=>|=|===?|:=)\s|: ['"]\w+['"]/;

/**
 * Lines with the signs of code, and lines in letters of one width where running text is in others. One such line may be a
 * coincidence of widths, two below each other are none.
 */
function codeAmong(lines: Line[], prose: Set<Segment>): Segment[] {
  const isTyped = [...prose].filter(isFixedPitch).length > MOSTLY * prose.size;
  const others = lines.flatMap(({ segments }) => segments.filter((segment) => !prose.has(segment)));
  const fixed = isTyped ? [] : others.filter(isFixedPitch);
  const isBeside = (a: Segment, b: Segment) =>
    a !== b && Math.abs(a.y - b.y) <= PITCH.most * a.size && a.x < b.right && b.x < a.right;
  return others.filter(
    (segment) =>
      CODE_SIGN.test(segment.text) || (fixed.includes(segment) && fixed.some((other) => isBeside(segment, other))),
  );
}

function valuesByLabel(paragraph: Paragraph): [Segment, Segment[]][] {
  const right = paragraph.reduce((most, run) => Math.max(most, run.right), 0);
  const found: [Segment, Segment[]][] = [];
  paragraph.forEach((run, at) =>
    run.segments.forEach((segment, index) => {
      const isStart =
        index > 0
          ? beginsInLine(run.segments[index - 1] as Segment, segment)
          : beginsLine(paragraph[at - 1], segment, right);
      if (isStart) found.push([segment, []]);
      else found.at(-1)?.[1].push(segment);
    }),
  );
  return found;
}

/** Inside a line only a known label begins: `… at the office. VALUE: 10.00`. */
const beginsInLine = (before: Segment, segment: Segment) => SENTENCE_END.test(before.text) && hasKnownLabel(segment);

function beginsLine(above: Run | undefined, segment: Segment, right: number): boolean {
  const label = splitLabelled(segment.text)?.label;
  const isAfterEnd = !above || SENTENCE_END.test(above.text) || above.right < right - SHORT_LINE * above.size;
  if (!label || /^\p{Ll}/u.test(label)) return false;
  const isShort = label.split(/\s+/).length <= MOST_WORDS_OF_UNKNOWN_LABEL;
  return labelStrength(label) >= 2 || (isAfterEnd && isShort && /^[\p{Lu}\d]/u.test(label));
}

const SENTENCE_END = /[.!?;]["”’)\]]*$/u;

function collectParagraphs(lines: Line[]): Paragraph[] {
  const found: Paragraph[] = [];
  let open: Paragraph[] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    open = open.filter((paragraph) => line.y - (paragraph.at(-1) as Run).y <= PITCH.most * line.size);
    for (const run of runsOf(line)) {
      const near = open.filter((other) => isNextLine(other, run));
      const paragraph = near.find((other) => endsWithin(other.at(-1) as Run, run)) ?? near[0];
      if (paragraph) paragraph.push(run);
      else {
        open.push([run]);
        found.push(open.at(-1) as Paragraph);
      }
    }
  }
  return found;
}

function runsOf({ segments }: Line): Run[] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const last = groups.at(-1)?.at(-1);
    if (last && segment.x - last.right < COLUMN_GAP * segment.size) groups.at(-1)?.push(segment);
    else groups.push([segment]);
  }
  return groups.map((group) => ({
    ...(group[0] as Segment),
    segments: group,
    text: group.map(({ text }) => text).join(' '),
    words: group.flatMap(({ words }) => words),
    right: (group.at(-1) as Segment).right,
  }));
}

/** The first line of a paragraph may begin further right or left than the others. */
function isNextLine(paragraph: Paragraph, run: Run): boolean {
  const last = paragraph.at(-1) as Run;
  const pitch = (run.y - last.y) / run.size;
  const off = Math.abs(run.x - last.x) / run.size;
  return (
    pitch >= PITCH.least &&
    pitch <= PITCH.most &&
    (off <= (paragraph.length === 1 ? LARGEST_INDENT : SAME_EDGE) || endsWithin(last, run)) &&
    isSameSize(last, run)
  );
}

/** A line whose last word is divided goes on below, wherever it began. */
const endsWithin = (last: Run, run: Run) => isHyphenated(last) && run.x < last.x && run.right > last.x;

function isRunningText(paragraph: Paragraph): boolean {
  const count = paragraph.length;
  const words = paragraph.reduce((sum, run) => sum + run.words.length, 0) / count;
  const flowing = paragraph.filter((run, at) => at > 0 && flowsOn(paragraph[at - 1] as Run, run)).length;
  if (count === 2)
    return (
      flowing === 1 && (isHyphenated(paragraph[0] as Run) || (words >= WORDS.ofTwoLines && isProse(joined(paragraph))))
    );
  return words >= WORDS.usual && flowing >= 2 && flowing >= FLOWING * (count - 1);
}

const joined = (paragraph: Paragraph) => ({ text: paragraph.map(({ text }) => text).join(' ') });

const isHyphenated = ({ text }: Segment) => /\p{Ll}[-‐]$/u.test(text);

const hasKnownLabel = ({ text }: Segment) =>
  !/^\p{Ll}/u.test(text) && labelStrength(splitLabelled(text)?.label ?? '') >= 2;

/** Whether the sentence of the line above goes on. */
export function flowsOn(above: Segment, run: Segment): boolean {
  if (hasKnownLabel(run) || /[.!?:;]$/.test(above.text)) return false;
  return /^["“‘(]?\p{Ll}/u.test(run.text) || isHyphenated(above) || isStopWord(above.words.at(-1)?.text ?? '');
}
