import { fingerprint, sign } from '../drawing/biometrics.ts';
import * as forms from '../drawing/forms.ts';
import type { BoxCell, GridCell, Labelling } from '../drawing/forms.ts';
import { printOf, type Paper, type Print as PrintStyle } from '../drawing/paper.ts';
import { chip, embossed } from '../drawing/plasticCard.ts';
import { drawPortrait } from '../drawing/portrait.ts';
import { gradient, rosette, waves } from '../drawing/securityPattern.ts';
import { fieldsIn, mm, type DocumentType, type Size, type TrueField, type Truth } from '../groundTruth.ts';
import { VOUCHED } from '../synthetic/passports.ts';
import type { Random } from '../synthetic/random.ts';
import { filled, rowsIn, valueOf, withPlaces } from '../templates.ts';
import type { Design, Layout } from './layout.ts';

/** Draws a label and its value where the numbers say: left, top, width. */
type Put = (numbers: number[], label: string, value: string) => void;

/** A text, a number, what a row wants as it is, or a function that makes a text when its row is printed. */
type Value = string | number | null | object;

/** Draws a text with a thing in each line. */
type Print = (parts: TemplateStringsArray, ...values: Value[]) => void;

type Scene = {
  paper: Paper;
  random: Random;
  style: Labelling;
  /** The chosen paint. */
  ground: string;
  ink: string;
  line: string;
  print: Print;
  /** Draws labels with values in a way of its own. */
  printBy(put: Put): Print;
};

/** A layout as a table of what it prints: its numbers are millimetres, or points where `unit` is 1. */
type Drawing<Content> = Omit<Design, 'id' | 'type' | 'size'> & {
  /** Of the paper. */
  colour?: string | ((content: Content) => string);
  /** Colours of the paper and of what is printed on it, of which one row is chosen by chance. */
  paints?: string[];
  /** How labels and values look, in the words of `labelling`. */
  style?: string;
  unit?: number;
  draw(scene: Scene & Content): Promise<void> | void;
};

export type MadeUp = Record<string, unknown> & { truth?: Truth };

/** Makes layouts of one type of document, which print what `make` makes up; its `truth` holds where they tell no other. */
export const family =
  <Content extends MadeUp>(
    type: DocumentType,
    make: (random: Random) => Content | Promise<Content>,
    usualUnit = mm(1),
  ) =>
  (
    id: string,
    size: Size,
    { colour, paints, style: words = '', unit = usualUnit, draw, ...rest }: Drawing<Content>,
  ): Layout => ({
    ...{ id, type, size, ...rest },
    async draw(paper, random) {
      const content = await make(random);
      const truth: Truth = { fields: [], ...content.truth };
      const [ground = '', ink = '', line = ''] = paints ? random.pick(paints).split(' ') : [];
      paper.addPage(size, ground || (typeof colour === 'function' ? colour(content) : colour));
      const style = forms.labelling(words);
      const page = { size, style, unit, truth, hasZone: false };
      const printBy = (put?: Put) => printer(paper, random, page, put);
      await draw({ ...content, ground, ink, line, paper, random, style, print: printBy(), printBy });
      const vouched = VOUCHED.filter((name) => truth.fields.some((field) => field.name === name));
      return page.hasZone ? { ...truth, vouched } : truth;
    },
  });

/**
 * What a line of a layout says: what it prints, where that stands from the corner of the page or of the last `side`, how it
 * looks, and after a colon its text: `text 14 1.6 7 arial-bold: TITLE`, `signature 5 44 19 6 #1d1d24`. A line without a word
 * in front is a row of labels with their values below, `27 31: CPF [${cpf}] 20 | UF [${state}]`, each with its width; a
 * third number is where the value stands beside the label. `down 27 31 6: …; …` has such rows one below the other, 6 apart.
 * `+9` is 9 below the last boxes, table or paragraph. `truth` says what there is to read besides the portrait and the
 * signature. A line that ends with a bar, a semicolon or a backslash goes on in the next one.
 */
function printer(
  paper: Paper,
  random: Random,
  page: { size: Size; style: Labelling; unit: number; truth: Truth; hasZone: boolean },
  put?: Put,
): Print {
  const { style, unit, truth } = page;
  let area = { x: 0, y: 0, ...page.size };
  let under = 0;
  return (parts, ...values) => {
    for (const part of rowsIn(withPlaces(parts))) {
      const [head = '', ...afterColon] = filled(part, values).split(': ');
      const text = afterColon.join(': ');
      const given = head.split(' ').filter((one) => one !== '');
      const kind = /^[a-z]/.test(head) ? (given.shift() ?? '') : '';
      const firstWord = given.findIndex((one) => Number.isNaN(Number(one)));
      const count = firstWord === -1 ? given.length : firstWord;
      const numbers = given.slice(0, count).map(Number);
      const words = given.slice(count).join(' ');
      const { x: left, y: top } = area;
      const down = (at: number, from = top) => (given[at]?.startsWith('+') ? under : from) + unit * (numbers[at] ?? 0);
      const [x, y] = [left + unit * (numbers[0] ?? 0), down(1)];
      const [third, fourth] = numbers.slice(2).map((number) => unit * number) as [number, number];
      const place = { x, y, width: third, height: fourth };
      const colours = words.split(' ');
      const colour = words ? { colour: words } : {};
      const printText = (print: PrintStyle = {}) =>
        paper.text(x, y, text, { ...print, ...printOf(`${numbers[2] ?? ''} ${words}`.trim()) });
      const printBoxes = (rows: BoxCell[][]) => (under = forms.boxRows(paper, { x, y, height: third }, style, rows));
      const printLines = () => paper.lines(x, y, third, text.split(/\n| \|\s+/), `${numbers[3]} ${words}`.trim());
      const printTable = () => {
        const columns = forms.columnsOf(text.slice(0, text.lastIndexOf(' = ')));
        const rows = alone<GridCell[][]>(part, values);
        under = forms.grid(paper, { x, y, height: third }, given.slice(3).join(' '), columns, rows);
        return forms.gridTruth(columns, rows);
      };
      const printRow = (row: string, from: number, more: number[]) => {
        const cells = forms.boxCells(row, put ? 1 : unit);
        const [{ label, value }] = cells as [BoxCell];
        const corner = { x, y: top + unit * from };
        if (put) putInRow(put, [numbers[0] ?? 0, from, ...more], cells);
        else if (more[0] === undefined) forms.openRow(forms.stacked, paper, corner, style, cells);
        else forms.beside(paper, x, corner.y, label, value, { ...style, column: left + unit * more[0] });
      };
      const drawings: Record<string, () => unknown> = {
        side: () => (area = { ...place, x: unit * Number(numbers[0]), y: down(1, 0) }),
        waves: () => waves(paper, area, colours, random, numbers[0] || undefined),
        gradient: () => gradient(paper, area, colours[0] as string, colours[1] as string, colours.includes('down')),
        rosette: () => rosette(paper, x, y, third, words),
        fill: () => paper.fill(x, y, third, fourth, words),
        frame: () => paper.frame(x, y, third, fourth, { ...colour, line: numbers[4], round: numbers[5] }),
        line: () => paper.line(x, y, left + third, down(3), { ...colour, line: numbers[4] }),
        dashed: () => paper.dashed(x, y, left + third, down(3), numbers[4]),
        picture: () => paper.picture(alone<Buffer>(part, values), x, y, third, fourth),
        portrait: () => (truth.portrait = paper.picture(drawPortrait(random), x, y, third, fourth)),
        signature: () => (truth.signature = sign(paper, random, place, words || undefined)),
        official: () => sign(paper, random, place, words || undefined),
        thumb: () => fingerprint(paper, random, x, y, third),
        chip: () => chip(paper, x, y),
        embossed: () => embossed(paper, x, y, text, printOf(`${numbers[2]} ${words}`)),
        text: () => printText(),
        zone: () => {
          page.hasZone = true;
          printLines();
        },
        lines: printLines,
        wrapped: () => {
          const print = printOf(`${numbers[4]} ${words}`);
          paper.lines(x, y, third, paper.linesOf(text, fourth, print), print);
        },
        paragraph: () => {
          const print = { ...printOf(`${numbers[4]} ${words}`.trim()), leading: numbers[3] ?? 1.3 };
          under = paper.paragraph(x, y, third, text, print);
        },
        label: () => printText(style.label),
        caption: () => printText({ ...style.label, align: 'centre' }),
        value: () => printText(style.value),
        boxes: () => printBoxes([forms.boxCells(text, unit)]),
        column: () => printBoxes(forms.boxCells(text, unit).map((cell) => [cell])),
        rows: () => printBoxes(alone<BoxCell[][]>(part, values)),
        table: printTable,
        records: () => (truth.tables ??= []).push(printTable()),
        facts: () => {
          const facts = alone<BoxCell[]>(part, values);
          facts.forEach(({ label, value }, at) => forms.beside(paper, x, y + third * at, `${label}:`, value, style));
          under = y + third * facts.length;
        },
        inline: () => forms.openRow(forms.beside, paper, { x, y }, style, forms.boxCells(text, unit)),
        truth: () => {
          const list = part.replace(/^truth: /, '');
          const said = valueOf(list, values);
          if (Array.isArray(said)) truth.fields.push(...(said as TrueField[]));
          else if (typeof said === 'string') truth.fields.push(...fieldsIn(list, values));
          else Object.assign(truth, said);
        },
        down: () => {
          const [, first = 0, step = 0, ...more] = numbers;
          text.split(/;\s+/).forEach((row, at) => printRow(row, Number((first + step * at).toFixed(2)), more));
        },
        '': () => printRow(text, numbers[1] ?? 0, numbers.slice(2)),
      };
      const draw = drawings[kind];
      if (!draw) throw new Error(`"${part}" draws nothing`);
      draw();
    }
  };
}

function putInRow(put: Put, [left = 0, top = 0, usual = 0, ...more]: number[], cells: BoxCell[]): void {
  let along = left;
  for (const { label, value, width } of cells) {
    put([along, top, width || usual, ...more], label, value);
    along += width;
  }
}

/** What stands for the text of a line and is none. */
const alone = <T>(part: string, values: Value[]): T => values[Number(/\0(\d+)\0$/.exec(part)?.[1])] as T;
