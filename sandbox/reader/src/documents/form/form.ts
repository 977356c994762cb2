import { refuse, type Refusal, type TextItem, type Trace } from '../../reading.ts';
import { scoreWithCheck, type ScoredValue, type ValueParser } from '../values/value.ts';
import { type LabelValues, type Pairing, pairValues, withUsualTextSize } from './formPairing.ts';
import { labelsAndTextsOf } from './formTexts.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { labelsStandBelow, turnedBackUp, upsideDown } from './labelsBelow.ts';
import { misplacedRuns } from './misplacedValues.ts';
import { endsWithColon, type Run } from './textRuns.ts';
import { type FormLine, INCOMPLETE, PAIRING_SCORE, READ, toFormLine, UNFIT } from './formLine.ts';
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
  /** The names of the labels on the page. */
  readonly labelNames: Set<string>;
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
    this.labelNames = new Set(labelled.labels.map(({ name }) => name).filter((name) => name !== null));
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
  findLabel(words: RegExp, from = 0): Label | null {
    return (
      this.#labelValues
        .map(({ label }) => label)
        .filter((label) => label.y >= from && words.test(label.words.map((word) => word.key).join('')))
        .toSorted((a, b) => a.y - b.y)[0] ?? null
    );
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

function pairOnPage(labelled: LabelledText): Pairing {
  const over = pairValues(labelled);
  const under = labelsStandBelow(labelled) ? pairValues(upsideDown(labelled)) : null;
  return under && under.filled >= over.filled ? turnedBackUp(under) : over;
}

/** The first value of a label with that name. */
export function findValue(form: Form, label: string, parse: ValueParser): ScoredValue | null {
  return firstOf(form, label, (line) => judge(line, parse));
}

/** The same for a text without a check: an incomplete line would be another text. */
export function findText(form: Form, label: string, parse: ValueParser): ScoredValue | null {
  return firstOf(form, label, (line) => (line.incomplete ? refuse(INCOMPLETE) : judge(line, parse)));
}

function firstOf(form: Form, name: string, read: (line: FormLine) => ScoredValue | Refusal): ScoredValue | null {
  for (const { lines } of form.values(name)) {
    const [first] = lines;
    const found = first && read(first);
    if (!found) continue;
    if (form.trace) tellReading(form.trace, name, first, found);
    if (!('refused' in found)) return found;
  }
  return null;
}

function tellReading(trace: Trace, name: string, { text }: FormLine, found: ScoredValue | Refusal): void {
  const read = 'refused' in found ? { value: null, score: null, reason: found.refused } : { ...found, reason: READ };
  trace({ step: 'reading', name, text, ...read });
}

/** The values of all labels of that name, from their first lines. Incomplete lines are left out. */
export function readEach(form: Form, name: string, read: (text: string) => string | null): LineReading[] {
  return form.values(name).flatMap(({ lines: [first] }) => {
    if (!first) return [];
    const { text, score, fromTextLayer, incomplete } = first;
    const value = incomplete ? null : read(text.trim());
    const found = value ? { value, score } : refuse(incomplete ? INCOMPLETE : UNFIT);
    if (form.trace) tellReading(form.trace, name, first, found);
    return value ? [{ value, score, fromTextLayer }] : [];
  });
}

/** `fromTextLayer`: no letter can be misread. */
export type LineReading = ScoredValue & { fromTextLayer: boolean };

/** A value anywhere on the page, for numbers that nothing else can look like. */
export function findUnlabelledValue(form: Form, parse: ValueParser): ScoredValue | null {
  const found = form.unlabelled
    .filter(({ text }) => parse(text)?.check === 'passed')
    .map((line) => readLine(line, parse));
  const values = new Set(found.map((value) => value?.value));
  return values.size === 1 ? (found[0] ?? null) : null;
}

export function readLine(line: FormLine, parse: ValueParser): ScoredValue | null {
  const found = judge(line, parse);
  return 'refused' in found ? null : found;
}

function judge({ text, score, fromTextLayer, misplaced }: FormLine, parse: ValueParser): ScoredValue | Refusal {
  const value = parse(text);
  if (!value) return refuse(UNFIT);
  if (misplaced && value.check !== 'passed')
    return refuse('it stands where values of this page do not: it may be that of another label');
  const refused = value.check === 'failed' ? 'its check digits are wrong' : 'no list has it';
  return scoreWithCheck(value, score, !fromTextLayer) ?? refuse(refused);
}
