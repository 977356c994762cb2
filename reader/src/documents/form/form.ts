import type { TextItem } from '../../reading.ts';
import { astrayRuns } from './astray.ts';
import { endsWithColon, findLabels, type Labelled, type Run, type Vocabulary } from './labels.ts';
import { asLine, SURE, type Line as TextLine } from './line.ts';
import { filled, pair, type Owned } from './pairing.ts';
import { withUsualSizes } from './sizes.ts';
import { standUnder, turned, turnedBack } from './underLines.ts';
import { stripsOf } from './words.ts';

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
