import type { TextItem } from '../../reading.ts';
import type { Parse, Value } from '../values/value.ts';
import { filled, type Owned, pair, standUnder, turned, turnedBack, withUsualSizes } from './keyValuePairing.ts';
import { findLabels, type Labelled, type Vocabulary } from './labelMatching.ts';
import { astrayRuns } from './misplacedValues.ts';
import { endsWithColon, type Run, stripsOf } from './textRuns.ts';
import { asLine, type Line as TextLine, SURE } from './valueLine.ts';

/** One that is `astray` may be another label's. */
export type Line = TextLine & { astray: boolean };

/** A page of labels and values. */
export class Form {
  readonly #owned: Owned[];
  readonly #astray: Set<Run>;
  /** Everything that is no label. */
  readonly loose: Line[];
  /** Names of the labels that stand on the page. */
  readonly names: Set<string>;
  /** Whether all of it is in a text layer, where no letter was misread. */
  readonly isPrinted: boolean;

  constructor(items: TextItem[], vocabulary: Vocabulary) {
    this.isPrinted = items.every(({ confidence }) => confidence === undefined);
    const labelled = withUsualSizes(findLabels(stripsOf(items), vocabulary));
    this.#owned = ownersOn(labelled);
    this.#astray = astrayRuns(this.#owned);
    this.loose = labelled.runs.map((run) => this.#asLine(run, SURE.loose)).toSorted((a, b) => a.y - b.y);
    this.names = new Set(labelled.labels.map(({ name }) => name).filter((name) => name !== null));
  }

  /** What stands right of or below each label of that name, line by line. */
  values(name: string): Line[][] {
    const ofName = this.#owned.filter(({ label }) => label.name === name).toSorted((a, b) => a.label.y - b.label.y);
    return ofName.flatMap(({ label, right, below }) => {
      const beside = endsWithColon(label) ? SURE.colon : SURE.right;
      return [right.map((run) => this.#asLine(run, beside)), below.map((run) => this.#asLine(run, SURE.below))].filter(
        ({ length }) => length > 0,
      );
    });
  }

  #asLine(run: Run, pairing: number): Line {
    return { ...asLine(run, pairing), astray: this.#astray.has(run) };
  }
}

function ownersOn(labelled: Labelled): Owned[] {
  const [over, under] = [pair(labelled), standUnder(labelled) ? pair(turned(labelled)) : []];
  return under.length > 0 && filled(under) >= filled(over) ? turnedBack(under) : over;
}

/** A value and how sure it is. */
export type Found = { value: string; score: number };

/** What check digits leave of a doubt, and what is left of a value they do not agree with or no list has. */
const DOUBT_LEFT = 0.2;
const DISPROVED = 0.4;
const UNKNOWN = 0.8;

/** The first value a label of that name has. */
export function findValue(form: Form, label: string, parse: Parse): Found | null {
  return firstOf(form.values(label), (line) => readLine(line, parse));
}

/** The same for a text that nothing proves: a torn line would be another text. */
export function findText(form: Form, label: string, parse: Parse): Found | null {
  return firstOf(form.values(label), (line) => (line.torn ? null : readLine(line, parse)));
}

function firstOf(values: Line[][], read: (line: Line) => Found | null): Found | null {
  for (const [first] of values) {
    const found = first ? read(first) : null;
    if (found) return found;
  }
  return null;
}

/** A value anywhere on the page, for numbers that nothing else can look like. */
export function findLoose(form: Form, parse: Parse): Found | null {
  const found = form.loose.filter(({ text }) => parse(text)?.proof === 'right').map((line) => readLine(line, parse));
  const values = new Set(found.map((value) => value?.value));
  return values.size === 1 ? (found[0] ?? null) : null;
}

export function readLine(line: Line, parse: Parse): Found | null {
  const value = parse(line.text);
  return value && weigh(value, line);
}

/**
 * What was recognised and is not proven where it could be was misread; what is printed in a text layer is what the
 * document says.
 */
function weigh({ value, proof }: Value, { score, printed, astray }: Line): Found | null {
  if (astray && proof !== 'right') return null;
  if (proof === 'right') return { value, score: 1 - DOUBT_LEFT * (1 - score) };
  if (!proof) return { value, score };
  return printed ? { value, score: (proof === 'wrong' ? DISPROVED : UNKNOWN) * score } : null;
}
