import type { TextItem } from '../../reading.ts';
import { median } from '../../statistics.ts';
import { findLabels, type Label, type LabelledText } from './labelMatching.ts';
import { asRun, endsWithColon, isOnLineOf, isSized, type Run, textOf, wordGroupsOf, type Word } from './textRuns.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words of one text are no farther apart, in ems; between boxes there is more. */
const BLANK = 0.9;
/** A value begins where its label begins, as well as letters can be placed. */
const SAME_EDGE = 0.6;
/** Narrower, in ems, is no gap between boxes; where words of a text layer stand is only worked out. */
const GAP = { recognised: 0.45, printed: 0.75 };
/** Sizes of letters that differ by less are one print. */
const SAME_PRINT = 0.05;
/** A text farther below a label does not belong to it, in ems. */
const REACH = 3;

/**
 * The labels and other texts of a form. Words of labels in the middle of a text are no labels, and the texts of two boxes
 * are separated.
 */
export function labelsAndTextsOf(items: TextItem[], vocabulary: Vocabulary): LabelledText {
  const { labels, runs } = findLabels(wordGroupsOf(items), vocabulary);
  const inText: Label[] = [];
  for (const label of labels.toSorted((a, b) => a.x - b.x))
    if (isInText(label, [...runs, ...inText]) || beginsText(label, labels, runs)) inText.push(label);
  const kept = labels.filter((label) => !inText.includes(label));
  const joined = inText.reduce<Run[]>((all, label) => joinBeside(all, label), runs);
  return { labels: kept, runs: joined.flatMap((run) => splitAtBoxes(run, kept)) };
}

/** "até o vencimento", "Maria Exemplo - CPF: 111.444.777-35": a text stands right before it. */
function isInText(label: Label, texts: Run[]): boolean {
  const [first] = label.words as [Word];
  const before = texts.some(
    (run) =>
      isOnLineOf(run, label) &&
      Math.abs(label.x - run.right) < BLANK * label.size &&
      run.x < label.x &&
      /\p{L}\p{L}/u.test(run.words.map(({ text }) => text).join('')),
  );
  // With a capital further on, the first letter was misread.
  const isInSentence = /^\p{Ll}\P{Lu}*$/u.test(textOf(label));
  return isInSentence || (before && (!endsWithColon(label) || /^C[PN]/.test(first.key)));
}

/** Print this much larger than most labels of a page is none of them. */
const [LARGE, FEWEST_LABELS] = [1.3, 5];

/**
 * "Nome do Porto Ltda", "Número Um Autopeças" under a smaller label or in large print: the first word of a name is no
 * label of what follows.
 */
function beginsText(label: Label, labels: Label[], texts: Run[]): boolean {
  if (endsWithColon(label)) return false;
  const isAfter = (run: Run, other: Run) =>
    isOnLineOf(run, other) && Math.abs(run.x - other.right) < BLANK * other.size;
  // The rest of a name may be much like a label: "Nome do Remetente Ltda".
  const isRest = (run: Run) => isAfter(run, label) && /^d[aeo]s?\s/i.test(textOf(run));
  if (texts.some(isRest) || labels.some(isRest)) return true;
  const after = texts.find((run) => isAfter(run, label))?.words[0];
  const isSamePrint =
    after && /^\p{L}/u.test(after.text) && Math.abs(after.size - label.size) < SAME_PRINT * label.size;
  if (!isSamePrint) return false;
  const usual = labels.length < FEWEST_LABELS ? Infinity : (median(labels.map(({ size }) => size)) ?? Infinity);
  const isUnderCaption = labels.some(
    (above) =>
      above.size < (1 - SAME_PRINT) * label.size &&
      Math.abs(above.x - label.x) < label.size &&
      isWithinReach(label, above) &&
      !texts.some((run) => isAfter(run, above)),
  );
  return label.size > LARGE * usual || isUnderCaption;
}

/** A text with what stands right before it and right after it. */
function joinBeside(runs: Run[], text: Run): Run[] {
  const touches = (a: Run, b: Run) =>
    isOnLineOf(a, b) && b.x - a.right < 2 * BLANK * text.size && b.x - a.right > -BLANK * text.size;
  const parts = runs.filter((run) => touches(run, text) || touches(text, run));
  const words = [text, ...parts].flatMap((run) => run.words).toSorted((a, b) => a.x - b.x);
  return [...runs.filter((run) => !parts.includes(run)), asRun(words)];
}

/** Texts of boxes that stand close together, taken apart where labels of the row above begin. */
function splitAtBoxes(run: Run, labels: Label[]): Run[] {
  const own = labels
    .filter((label) => isWithinReach(run, label) && label.x < run.x + run.size)
    .toSorted((a, b) => b.y - a.y)[0];
  const next = labels.filter((label) => own && isNextOf(own, label) && label.x > run.x + run.size);
  const begins = (word: Word) => next.some(({ x }) => Math.abs(x - word.x) <= SAME_EDGE * run.size);
  const at = run.words.findIndex(
    (word, index) => index > 0 && isApart(run.words[index - 1] as Word, word, run.size) && begins(word),
  );
  return at < 0 ? [run] : [asRun(run.words.slice(0, at)), ...splitAtBoxes(asRun(run.words.slice(at)), labels)];
}

/** The same label in another language begins no box. */
const isNextOf = (own: Label, label: Label) =>
  isOnLineOf(label, own) && (label.name === null || label.name !== own.name);

const isApart = (before: Word, word: Word, size: number) =>
  word.x - before.right >= (word.confidence === null ? GAP.printed : GAP.recognised) * size;

function isWithinReach(run: Run, label: Label): boolean {
  const drop = run.y - label.y;
  return drop > 0.5 * label.size && drop <= REACH * Math.max(run.size, 1.2 * label.size) && isSized(run, label);
}
