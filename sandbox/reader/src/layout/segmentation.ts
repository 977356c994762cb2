import { hasLabel, isLabelLike, isProse, isUpperCase, labelStrength, LONGEST_LABEL, withoutBox } from './labels.ts';
import { isStopWord, vocabularyStrength } from './labelWords.ts';
import { lineFrom, splitBefore, type Line, type Segment, type Word } from './segments.ts';

/** The longest label, in words, that is looked for before a colon inside a text. */
const MOST_WORDS = 7;
/** Separators between one field and the next. */
const SEPARATOR = /^[-–—•·;/]$/;

/** Splits a segment that holds several labelled fields: `CPF: 1 RG: 2`. */
export function splitAtLabels(segment: Segment): Segment[] {
  const { words } = segment;
  const isNumbered = (index: number) =>
    /^\d{1,2}:$/.test(words[index]?.text ?? '') && /\p{L}$/u.test(words[index - 1]?.text ?? '');
  const colons = words.flatMap(({ text }, index) =>
    /\p{L}[.)]?:$|^[ºª°]:$|^:$/u.test(text) || WITH_VALUE.test(text) || isNumbered(index) ? [index] : [],
  );
  if (colons.length === 0) return [segment];
  const starts: number[] = [];
  colons.forEach((colon, at) => {
    const start = startOfLabel(words, colon, starts.at(-1) ?? -1, colons[at - 1] ?? -1);
    if (start !== null) starts.push(start);
  });
  return splitBefore(segment, starts).map(withoutSeparator);
}

/** `IE:9922334455`: a label in capitals, and a number right behind its colon. */
const WITH_VALUE = /^\p{Lu}[\p{Lu}/.]+:[\d(]\S*$/u;

/** The index where the label before this colon begins; null if no label ends at the colon. */
function startOfLabel(words: Word[], colon: number, before: number, previous: number): number | null {
  const least = Math.max(previous + 1, colon - MOST_WORDS + 1, before + 1);
  if (previous < 0 && colon < MOST_WORDS && isLabelLike(labelText(words, 0, colon)) && !hasBreak(words, 0, colon))
    return 0;
  const separator = lastSeparator(words, least, colon);
  if (/^CEP:?$/i.test(labelText(words, separator + 1, colon)) && isAfterDash(words, colon)) return null;
  if (separator >= 0) return separator + 1;
  for (const isLabel of [isWholeLabel, beginsLikeLabel])
    for (let start = least; start <= colon; start++)
      if (isLabel(words, start, colon)) return withWordsBefore(words, start, least);
  if (previous < 0) return null;
  // A value stands between two labels, unless the first one has none: `Discount: Base: 3.00`.
  const isNext = colon === previous + 1 && words[colon]?.text !== ':';
  const first = previous + (isNext || WITH_VALUE.test(words[previous]?.text ?? '') ? 1 : 2);
  const start = nearestCapital(words, Math.max(least, first), colon);
  return start === null ? null : withWordsBefore(words, start, Math.max(least, first));
}

/** `UFs do percurso:`, `Nº CIOT:`: words that belong to the ones behind them. */
function withWordsBefore(words: Word[], start: number, least: number): number {
  const text = (at: number) => (at >= least ? (words[at]?.text ?? '') : '');
  if (/^n[ºo°]\.?$/iu.test(text(start - 1))) return start - 1;
  if (text(start - 1) === '/' && /\s\/\s[^:]*:/.test(textOf(words, 0, least))) {
    const other = nearestCapital(words, least, start - 2);
    if (other !== null) return other;
  }
  const isJoined = /^d[aeo]s?$/i.test(text(start - 1)) && /^\p{Lu}\p{L}+$/u.test(text(start - 2));
  return isJoined ? start - 2 : start;
}

/** `Rua Um, 10 - Centro - CEP: 01310-100` is one address, not a field. */
const isAfterDash = (words: Word[], colon: number) => /[-–—,]$/.test(words[colon - 1]?.text ?? '');

/** The words up to the colon in the last one. */
const labelText = (words: Word[], from: number, to: number) =>
  withoutBox([...words.slice(from, to).map(({ text }) => text), words[to]?.text.split(':')[0]].join(' ').trimEnd());

const hasBreak = (words: Word[], from: number, to: number) =>
  words.slice(from, to).some(({ text }) => SEPARATOR.test(text) && text !== '/');

/** Of a sentence or a value. */
const ENDS = /\p{Ll}{5}\.$|\S;$/u;

function lastSeparator(words: Word[], from: number, to: number): number {
  return words.findLastIndex(
    ({ text }, index) =>
      index >= from &&
      index < to &&
      (SEPARATOR.test(text) || ENDS.test(text)) &&
      text !== '/' &&
      isLabelLike(labelText(words, index + 1, to)),
  );
}

function isWholeLabel(words: Word[], start: number, colon: number): boolean {
  const text = labelText(words, start, colon);
  return /^\p{Lu}/u.test(text) && !/[,;\d]/.test(text) && vocabularyStrength(text) === 3;
}

/** Known words in capitals, then others: `TOTAL DE NOTAS FISCAIS`. */
function beginsLikeLabel(words: Word[], start: number, colon: number): boolean {
  const text = labelText(words, start, colon);
  return isUpperCase(text) && /^[\p{L} ]+$/u.test(text) && vocabularyStrength(text) === 2;
}

/** Without a known label: the last capitalised word and the lower-case words after it. */
function nearestCapital(words: Word[], least: number, colon: number): number | null {
  for (let start = words[colon]?.text === ':' ? colon - 1 : colon; start >= least; start--) {
    const text = words[start]?.text ?? '';
    if (/^\p{Lu}/u.test(text)) return isLabelLike(labelText(words, start, colon)) ? start : null;
    if (!/^\p{Ll}+$/u.test(text.replace(/:$/, ''))) return null;
  }
  return null;
}

function withoutSeparator(segment: Segment, index: number, all: Segment[]): Segment {
  const last = segment.words.at(-1)?.text ?? '';
  return index < all.length - 1 && (SEPARATOR.test(last) || last === 'e') && segment.words.length > 1
    ? (splitBefore(segment, [segment.words.length - 1])[0] as Segment)
    : segment;
}

/** How many lines above and below are searched for segments that start at the same x. */
const NEARBY_LINES = 8;
const FEWEST_ALIGNED = 3;
const ALIGNED = 0.25;
/** The place of a word inside a text item is only an estimate, better in a text layer than in a recognised line. */
const ROUGHLY_ALIGNED = { written: 0.6, recognised: 1.2 };
const EXACTLY_ALIGNED = 0.1;
/** The edge of a column is the same in all its lines, even where the place of a word is only estimated. */
const SAME_START = 0.3;
/** The blank between a column of labels and a column of values: its edges agree this closely from line to line. */
const GUTTER = { edge: 0.3, least: 0.55 };
/** A gap outside these limits does not separate words of one text. */
const SPACE = { least: 0.12, most: 0.4 };

/** Splits segments that span two columns: where nearby lines have segments that start at the same x. */
export function splitAtColumnEdges(lines: Line[]): Line[] {
  return lines.map((line, at) => {
    const around = lines.slice(Math.max(0, at - NEARBY_LINES), at + NEARBY_LINES + 1).filter((other) => other !== line);
    const segments = line.segments.flatMap((segment) => splitBefore(segment, splitPlaces(segment, around)));
    return segments.length === line.segments.length ? line : lineFrom(segments, line.region);
  });
}

function splitPlaces(segment: Segment, around: Line[]): number[] {
  if (isProse(segment)) return [];
  const { words, size } = segment;
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    if (!before || isFixedBlank(before, word)) return [];
    if (isGutter(segment, index, around) || isBetweenLabels(segment, index)) return [index];
    const near = isSeparateItem(before, word, size)
      ? ALIGNED
      : endsLabel(words, index)
        ? ROUGHLY_ALIGNED[segment.recognised ? 'recognised' : 'written']
        : beginsLabel(words, index)
          ? EXACTLY_ALIGNED
          : 0;
    return near > 0 && startsAt(around, word.x, near * size) >= FEWEST_ALIGNED ? [index] : [];
  });
}

/** Whether a word starts a text item, at a distance that words of one text do not have. */
function isSeparateItem(before: Word, word: Word, size: number): boolean {
  const gap = (word.x - before.right) / size;
  return word.begins && (gap <= SPACE.least || gap >= SPACE.most);
}

/** Letters of one width have a blank of that width too: this much more or less is no blank, this much off is another width. */
const FIXED = { most: 1.3, least: 0.9, off: 0.02 };

/** Whether two words are as far apart as words in a typeface of fixed width, where the blank is as wide as a letter. */
function isFixedBlank(before: Word, word: Word): boolean {
  const [pitch, other] = [before, word].map(({ text, x, right }) => (right - x) / text.length) as [number, number];
  const gap = word.x - before.right;
  return Math.abs(pitch - other) <= FIXED.off * pitch && gap <= FIXED.most * pitch && gap >= FIXED.least * pitch;
}

/** Whether nearby lines have the same gap: labels end at one edge and values begin at the next. */
function isGutter({ words, size }: Segment, index: number, around: Line[]): boolean {
  const [end, start] = [words[index - 1]?.right ?? 0, words[index]?.x ?? 0];
  const label = textOf(words, 0, index);
  if (
    start - end < GUTTER.least * size ||
    !isLabelLike(label) ||
    hasLabel(label) ||
    /^\p{Ll}/u.test(words[index]?.text ?? '')
  )
    return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= GUTTER.edge * size;
  const alike = (other: Word, before: Word | undefined) =>
    before !== undefined &&
    near(other.x, start) &&
    near(before.right, end) &&
    other.x - before.right >= GUTTER.least * size;
  return (
    around.filter(({ segments }) =>
      segments.flatMap((other) => other.words).some((word, at, all) => alike(word, all[at - 1])),
    ).length >= FEWEST_ALIGNED
  );
}

/** The text of words that may be a label: more of them than a label has are left out. */
const textOf = (words: Word[], from = 0, to = words.length) =>
  words
    .slice(from, Math.min(to, from + LONGEST_LABEL))
    .map(({ text }) => text)
    .join(' ');

/** Whether a text item starts here that is a known label, unless all the words together are one. */
const beginsLabel = (words: Word[], index: number): boolean =>
  Boolean(words[index]?.begins) && labelStrength(textOf(words, index)) === 3 && labelStrength(textOf(words)) < 3;

/** Whether a text item starts here that is a known label, apart from another one, and both together are none. */
function isBetweenLabels({ words, size }: Segment, index: number): boolean {
  const [before, word] = [words[index - 1] as Word, words[index] as Word];
  return (
    isSeparateItem(before, word, size) &&
    beginsLabel(words, index) &&
    labelStrength(textOf(words, 0, index)) >= 2 &&
    !isStopWord(before.text)
  );
}

/** Whether the words before are a known label and the words from here on are not. */
function endsLabel(words: Word[], index: number): boolean {
  const label = textOf(words, 0, index);
  if (labelStrength(label) !== 3) return false;
  const goesOn =
    isStopWord(words[index]?.text ?? '') ||
    vocabularyStrength(`${label} ${words[index]?.text}`) === 3 ||
    vocabularyStrength(textOf(words)) === 3;
  return !goesOn && !/^\p{Ll}/u.test(words[index]?.text ?? '');
}

/** How many lines have a text that starts near a place, and all of them at the same one. */
function startsAt(lines: Line[], place: number, near: number): number {
  const starts = lines.flatMap(({ segments }) => segments.find(({ x }) => Math.abs(x - place) <= near) ?? []);
  return Math.max(
    0,
    ...starts.map((one) => starts.filter(({ x, size }) => Math.abs(x - one.x) <= SAME_START * size).length),
  );
}
