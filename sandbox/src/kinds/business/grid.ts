import { DISPUTED, type TextItem } from '../../reading/document.ts';
import { textOf, type Label, type Run, type Vocabulary } from '../form/labels.ts';
import { cellsOf, type Cell } from './cells.ts';
import { textsOf } from './rows.ts';

/** A line of a box. `printed`: from a text layer. `torn`: a part of it is missing or guessed. */
export type Line = { text: string; score: number; printed: boolean; torn: boolean; x: number; right: number; y: number; size: number };
/** What stands in the box of a label. */
export type Box = { label: Label; lines: Line[] };

/** How sure a text is its label's, by where it stands. */
const SURE = { colon: 0.99, beside: 0.95, below: 0.92 };
/** Words this far apart, in ems, had one between them that was not recognised. */
const LOST_WORD = 1.1;

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
    return this.labels(name).flatMap((label) => {
      const cell = this.#cells.find((other) => other.label === label) as Cell;
      return linesOf(cell).filter(({ length }) => length > 0).map((lines) => ({ label, lines }));
    });
  }

  labels(name: string): Label[] {
    return this.#cells.map(({ label }) => label).filter((label) => label.name === name).toSorted((a, b) => a.y - b.y || a.x - b.x);
  }

  /** The first label that says this, from a height on. */
  titled(words: RegExp, from = 0): Label | null {
    return this.#cells.map(({ label }) => label).filter((label) => label.y >= from && words.test(label.words.map((word) => word.plain).join(''))).toSorted((a, b) => a.y - b.y)[0] ?? null;
  }

  /** All that is no label. */
  texts(): Line[] {
    return this.#runs.map((run) => asLine(run, SURE.below));
  }
}

function linesOf({ label, beside, below }: Cell): Line[][] {
  const sure = label.words.at(-1)?.text.endsWith(':') ? SURE.colon : SURE.beside;
  return [beside.map((run) => asLine(run, sure)), below.map((run) => asLine(run, SURE.below))];
}

function asLine(run: Run, pairing: number): Line {
  const { words, x, right, y, size } = run;
  const printed = words.every(({ confidence }) => confidence === null);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const confidence = words.reduce((sum, word) => sum + (word.confidence ?? 1) * word.text.length, 0) / letters;
  return { text: textOf(run), score: pairing * confidence, printed, torn: !printed && (words.some(isGuess) || hasGap(run)), x, right, y, size };
}

const isGuess = ({ text, confidence }: Run['words'][number]) => confidence !== null && confidence <= DISPUTED && /[\p{L}\p{N}]/u.test(text);

const hasGap = ({ words, size }: Run) => words.some((word, index) => index > 0 && word.x - (words[index - 1] as Run['words'][number]).right > LOST_WORD * size);
