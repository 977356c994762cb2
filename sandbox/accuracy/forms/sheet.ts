import { Paper, type Print } from '../drawing/paper.ts';
import { A4, type TrueField } from '../groundTruth.ts';
import { identifier } from '../../reader/src/text/naming.ts';
import type { Random } from '../synthetic/random.ts';

/** A value with the name of its label. `optional`: right if it is read so, but nobody must know that it is one. */
export type TruePair = TrueField & { value: string; optional?: boolean };

/** A printed document, the values on it, and the texts that are labels, which no value may be. */
export type PrintedForm = { pdf: Buffer; pairs: TruePair[]; captions: string[] };

/** A value as it is printed, and as the service returns it. */
export type Value = { printed: string; value: string };

export const asPrinted = (printed: string): Value => ({ printed, value: printed });

/** How labels and values of one document look. */
export type Style = { label: Type; value: Type; isFramed: boolean; isCapital: boolean };
export type Type = { font: string; size: number };

export type Cell = { label: string; value: Value | null; share?: number };

type Placed = readonly [x: number, y: number, Print];

/** A page that remembers what was printed on it. */
export class Sheet {
  readonly paper = new Paper();
  readonly pairs: TruePair[] = [];
  readonly captions: string[] = [];
  readonly size: { width: number; height: number };

  constructor(size = A4) {
    this.size = size;
    this.paper.addPage(size);
  }

  /** Notes a pair that is printed by other means. */
  note(label: string, { printed, value }: Value, { accepted = [] as string[], optional = false } = {}): void {
    this.captions.push(label);
    this.pairs.push({ name: identifier(label), value, accepted: [printed, ...accepted], optional });
  }

  /** Its check digits give it a name of its own, beside that of its label. */
  noteTaxNumber(label: string, number: Value): void {
    this.note(label, asPrinted(number.printed), { accepted: [number.value] });
    if (identifier(label) !== 'vat_number') this.note('vat_number', number);
  }

  /** A label and its value, each where it stands and in its print. */
  pair(label: string, value: Value, at: Placed, of: Placed, sign = ''): void {
    this.note(label, value);
    this.paper.text(at[0], at[1], label + sign, at[2]);
    this.paper.text(of[0], of[1], value.printed, of[2]);
  }

  /** A heading or label without a value. */
  caption(x: number, y: number, text: string, print: Print): void {
    this.captions.push(text);
    this.paper.text(x, y, text, print);
  }

  /** Cells with the label above the value, in as many rows as they need. Returns the y below them. */
  cells(x: number, y: number, width: number, cells: Cell[], style: Style): number {
    const captions = cells.map(({ label }) => (style.isCapital ? label.toUpperCase() : label));
    const needed = cells.map(({ value }, at) => {
      const own = this.paper.measure(captions[at] as string, style.label);
      return Math.max(own, this.paper.measure(value?.printed ?? '', style.value)) + 9;
    });
    const sum = needed.reduce((all, own) => all + own, 0);
    if (sum > width && cells.length > 1) {
      const half = Math.ceil(cells.length / 2);
      return this.cells(x, this.cells(x, y, width, cells.slice(0, half), style), width, cells.slice(half), style);
    }
    const shares = cells.reduce((all, { share = 1 }) => all + share, 0);
    const lower = style.label.size * 1.2;
    const height = lower + style.value.size * 1.2 + 4;
    let left = x;
    for (const [at, { value, share = 1 }] of cells.entries()) {
      const [caption, own] = [captions[at] as string, (needed[at] as number) + ((width - sum) * share) / shares];
      if (style.isFramed) this.paper.frame(left, y, own, height, { line: 0.5 });
      this.paper.text(left + 3, y + 2, caption, style.label);
      if (value) {
        this.note(caption, value);
        this.paper.text(left + 3, y + 2 + lower, value.printed, style.value);
      } else this.captions.push(caption);
      left += own;
    }
    return y + height;
  }

  /** A text in letters small enough for its place. */
  fitted(x: number, y: number, width: number, text: string, print: Type): void {
    const natural = this.paper.measure(text, print);
    this.paper.text(x, y, text, natural <= width ? print : { ...print, size: (print.size * width) / natural });
  }

  async finish(): Promise<PrintedForm> {
    return { pdf: await this.paper.finish(), pairs: this.pairs, captions: this.captions };
  }
}

/** Each is there in bold too. */
const FAMILIES = 'arial times roboto open-sans roboto-condensed barlow-condensed courier tinos'.split(' ');

/** A typeface in two weights. */
export function typeface(random: Random) {
  const plain = random.pick(FAMILIES);
  return { plain, bold: `${plain}-bold` };
}

/** Small labels, or bold ones, or labels and values in one size and weight. */
export function styleOf(random: Random, { least = 7 } = {}): Style {
  const { plain, bold } = typeface(random);
  const size = random.pick([least, least + 1, least + 1.5]);
  const kind = random.pick(['small', 'boldLabel', 'boldValue', 'alike', 'alike'] as const);
  return {
    label: { font: kind === 'boldLabel' ? bold : plain, size: kind === 'small' ? size - 2 : size },
    value: { font: kind === 'boldValue' ? bold : plain, size },
    isFramed: random.chance(0.7),
    isCapital: random.chance(0.6),
  };
}
