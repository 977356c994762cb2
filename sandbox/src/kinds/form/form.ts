import { DISPUTED, type TextItem } from '../../reading/document.ts';
import { astrayRuns } from './astray.ts';
import { endsWithColon, findLabels, textOf, type Labelled, type Run, type Vocabulary } from './labels.ts';
import { filled, pair, type Owned } from './pairing.ts';
import { withUsualSizes } from './sizes.ts';
import { isTorn } from './torn.ts';
import { standUnder, turned, turnedBack } from './underLines.ts';
import { stripsOf } from './words.ts';

/** A line of text found for a label. `score` says how sure pair and letters are; what is in a text layer is surely so `printed`; of a `torn` line a part is missing, or no more than a guess; an `astray` one may be another label's. */
export type Line = { text: string; score: number; printed: boolean; torn: boolean; astray: boolean; x: number; right: number; y: number; size: number };

/** How sure a value is its label's, by where it stands. */
const SURE = { colon: 0.99, right: 0.95, below: 0.92, loose: 0.85 };

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
      return [right.map((run) => this.#asLine(run, beside)), below.map((run) => this.#asLine(run, SURE.below))].filter(({ length }) => length > 0);
    });
  }

  #asLine(run: Run, pairing: number): Line {
    const { x, right, y, size } = run;
    const confidence = confidenceOf(run);
    return { text: textOf(run), score: pairing * (confidence ?? 1), printed: confidence === null, torn: isTorn(run) || run.words.some(isGuess), astray: this.#astray.has(run), x, right, y, size };
  }
}

function ownersOn(labelled: Labelled): Owned[] {
  const [over, under] = [pair(labelled), standUnder(labelled) ? pair(turned(labelled)) : []];
  return under.length > 0 && filled(under) >= filled(over) ? turnedBack(under) : over;
}

const isGuess = ({ text, confidence }: Run['words'][number]) => confidence !== null && confidence <= DISPUTED && /[\p{L}\p{N}]/u.test(text);

/** Long words weigh more; null if all of it comes from a text layer. */
function confidenceOf({ words }: Run): number | null {
  if (words.every(({ confidence }) => confidence === null)) return null;
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + (confidence ?? 1) * text.length, 0) / letters;
}
