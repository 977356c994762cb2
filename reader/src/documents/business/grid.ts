import type { TextItem } from '../../reading.ts';
import { endsWithColon, type Label, type Run, type Vocabulary } from '../form/labels.ts';
import { asLine, SURE, type Line } from '../form/line.ts';
import { cellsOf, type Cell } from './cells.ts';
import { textsOf } from './rows.ts';

/** What stands in the box of a label. */
export type Box = { label: Label; lines: Line[] };

/** A page of boxes with labels in their corners, or of labels with values beside them. */
export class Grid {
  readonly #cells: Cell[];
  readonly #runs: Run[];

  constructor(items: TextItem[], vocabulary: Vocabulary) {
    const texts = textsOf(items, vocabulary);
    this.#runs = texts.runs;
    this.#cells = cellsOf(texts);
  }

  /** What stands beside and below the labels of that name, from top to bottom. */
  boxes(name: string): Box[] {
    return this.#named(name).flatMap((cell) => linesOf(cell).map((lines) => ({ label: cell.label, lines })));
  }

  labels(name: string): Label[] {
    return this.#named(name).map(({ label }) => label);
  }

  #named(name: string): Cell[] {
    return this.#cells
      .filter(({ label }) => label.name === name)
      .toSorted((a, b) => a.label.y - b.label.y || a.label.x - b.label.x);
  }

  /** The first label that says this, from a height on. */
  titled(words: RegExp, from = 0): Label | null {
    return (
      this.#cells
        .map(({ label }) => label)
        .filter((label) => label.y >= from && words.test(label.words.map((word) => word.plain).join('')))
        .toSorted((a, b) => a.y - b.y)[0] ?? null
    );
  }

  /** All that is no label. */
  texts(): Line[] {
    return this.#runs.map((run) => asLine(run, SURE.below));
  }
}

function linesOf({ label, beside, below }: Cell): Line[][] {
  const sure = endsWithColon(label) ? SURE.colon : SURE.right;
  return [beside.map((run) => asLine(run, sure)), below.map((run) => asLine(run, SURE.below))].filter(
    ({ length }) => length > 0,
  );
}
