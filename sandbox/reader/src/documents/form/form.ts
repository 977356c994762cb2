import type { TextItem, Trace } from '../../reading.ts';
import { onlyOne, proven, scoreWithCheck, type ScoredValue, type ValueParser } from '../values/value.ts';
import { type LabelValues, withUsualTextSize } from './formPairing.ts';
import { labelsAndTextsOf } from './formTexts.ts';
import type { Label } from './labelMatching.ts';
import { pairOnPage } from './labelsBelow.ts';
import { misplacedRuns } from './misplacedValues.ts';
import { endsWithColon, keyOf, type Run } from './textRuns.ts';
import { type FormLine, PAIRING_SCORE, READ, toFormLine, UNFIT } from './formLine.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A label with the lines that it may have as its value. */
export type LabelledLines = { label: Label; lines: FormLine[] };

/**
 * A page of labels and values, as identity documents and business forms print them: findValue, findText,
 * findUnlabelledValue and readEach read it.
 */
export class Form {
  readonly #labelValues: LabelValues[];
  readonly #misplaced: Set<Run>;
  /** All text that is no label. */
  readonly unlabelled: FormLine[];
  /** Whether all text comes from a text layer, where no letter can be misread. */
  readonly isFromTextLayer: boolean;
  readonly trace: Trace | undefined;

  constructor(items: TextItem[], vocabulary: Vocabulary, trace?: Trace) {
    this.trace = trace;
    this.isFromTextLayer = items.every(({ confidence }) => confidence === undefined);
    const labelled = withUsualTextSize(labelsAndTextsOf(items, vocabulary));
    const { pairs, steps } = pairOnPage(labelled);
    if (trace) steps.forEach(trace);
    this.#labelValues = pairs;
    this.#misplaced = misplacedRuns(pairs);
    this.unlabelled = labelled.runs
      .map((run) => this.#toFormLine(run, PAIRING_SCORE.unlabelled))
      .toSorted((a, b) => a.y - b.y);
  }

  /** The lines beside each label of that name, and those below it, from top to bottom. */
  values(name: string): LabelledLines[] {
    return this.#ofName(name).flatMap(({ label, beside, below }) => {
      const besideScore = endsWithColon(label) ? PAIRING_SCORE.colon : PAIRING_SCORE.right;
      return [
        { label, lines: beside.map((run) => this.#toFormLine(run, besideScore)) },
        { label, lines: below.map((run) => this.#toFormLine(run, PAIRING_SCORE.below)) },
      ].filter(({ lines }) => lines.length > 0);
    });
  }

  labels(name: string): Label[] {
    return this.#ofName(name).map(({ label }) => label);
  }

  /** The labels of that name that head what follows: those with a text behind their colon are its label. */
  headings(name: string): Label[] {
    return this.#ofName(name)
      .filter(({ label, beside }) => !(endsWithColon(label) && beside.length > 0))
      .map(({ label }) => label);
  }

  /** The topmost label that matches, from a height on. */
  findLabel(words: RegExp, from = 0): Label | undefined {
    const labels = this.#labelValues.map(({ label }) => label).toSorted((a, b) => a.y - b.y);
    return labels.find((label) => label.y >= from && words.test(keyOf(label.words)));
  }

  #ofName(name: string): LabelValues[] {
    return this.#labelValues
      .filter(({ label }) => label.name === name)
      .toSorted((a, b) => a.label.y - b.label.y || a.label.x - b.label.x);
  }

  #toFormLine(run: Run, pairing: number): FormLine {
    return toFormLine(run, pairing, this.#misplaced.has(run));
  }
}

/** The first value of a label with that name. */
export function findValue(form: Form, label: string, parse: ValueParser): ScoredValue | null {
  const [first = null] = readings(form, label, (line) => judge(line, parse));
  return first;
}

/** The same for a text without a check: an incomplete line would be another text. */
export function findText(form: Form, label: string, parse: ValueParser): ScoredValue | null {
  const [first = null] = readings(form, label, (line) => (line.incomplete ? NOT_WHOLE : judge(line, parse)));
  return first;
}

/** The values of all labels of that name. Incomplete lines are left out. */
export const readEach = (form: Form, label: string, read: (text: string) => string | null): LineReading[] => [
  ...readings(form, label, ({ text, score, incomplete }) => {
    const value = incomplete ? null : read(text);
    return value ? { value, score, reason: READ } : incomplete ? NOT_WHOLE : refused(UNFIT);
  }),
];

/** `fromTextLayer`: no letter can be misread. */
export type LineReading = ScoredValue & { fromTextLayer: boolean };

/** What became of a line, and why. */
type Verdict = { value: string; score: number; reason: string } | { value: null; score: null; reason: string };

const refused = (reason: string): Verdict => ({ value: null, score: null, reason });
const NOT_WHOLE = refused('a part of the line was not recognised');

/** What the first line of each label of that name says. */
function* readings(form: Form, name: string, read: (line: FormLine) => Verdict): Generator<LineReading> {
  for (const { lines } of form.values(name)) {
    const [line] = lines as [FormLine];
    const { value, score, reason } = read(line);
    form.trace?.({ step: 'reading', name, text: line.text, value, score, reason });
    if (value !== null) yield { value, score, fromTextLayer: line.fromTextLayer };
  }
}

/** A value anywhere on the page, for numbers that nothing else can look like. */
export const findUnlabelledValue = ({ unlabelled }: Form, parse: ValueParser): ScoredValue | null =>
  onlyReading(
    unlabelled.filter(({ text }) => proven(parse(text))),
    parse,
  );

/** The one value of these lines; null if they differ. */
export const onlyReading = (lines: FormLine[], parse: ValueParser): ScoredValue | null =>
  onlyOne(
    lines.flatMap((line) => readLine(line, parse) ?? []),
    ({ value }) => value,
  );

export function readLine(line: FormLine, parse: ValueParser): ScoredValue | null {
  const { value, score } = judge(line, parse);
  return value === null ? null : { value, score };
}

function judge({ text, score, fromTextLayer, misplaced }: FormLine, parse: ValueParser): Verdict {
  const parsed = parse(text);
  if (parsed && misplaced && parsed.check !== 'passed')
    return refused('it stands where values of this page do not: it may be that of another label');
  const scored = parsed && scoreWithCheck(parsed, score, !fromTextLayer);
  if (scored) return { ...scored, reason: READ };
  return refused(parsed?.check === 'failed' ? 'its check digits are wrong' : parsed ? 'no list has it' : UNFIT);
}
