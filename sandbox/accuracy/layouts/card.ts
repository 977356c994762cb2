import { fingerprint, sign } from '../drawing/biometrics.ts';
import { beside, stacked, type Labelling } from '../drawing/forms.ts';
import type { Paper } from '../drawing/paper.ts';
import { drawPortrait } from '../drawing/portrait.ts';
import { gradient, rosette, waves } from '../drawing/securityPattern.ts';
import { mm, type Size, type Truth } from '../groundTruth.ts';
import type { Random } from '../synthetic/random.ts';
import { filled, withPlaces } from '../templates.ts';

type Places = Pick<Truth, 'portrait' | 'signature'>;

/** Draws a label and its value where the numbers say. */
type Put = (numbers: number[], label: string, value: string) => void;

const FIELD = /^(.*?) \[(.*)\]$/s;

/**
 * Prints a side of a card, a thing in each line: what it is, where it stands in millimetres from the corner of the side,
 * how it looks, and after a colon its text: `text 14 1.6 7 arial-bold: TITLE`, `signature 5 44 19 6 #1d1d24`. A line without a
 * word in front is a label with its value, `27 31: CPF [${cpf}]`; a third number is where the value stands beside the label.
 * Returns where the portrait and the signature of the holder are.
 */
export const printSide =
  (paper: Paper, random: Random, side: Size & { x?: number; y?: number }, style: Labelling, put?: Put) =>
  (parts: TemplateStringsArray, ...values: (string | (() => string))[]): Places => {
    const { x: left = 0, y: top = 0 } = side;
    const area = { ...side, x: left, y: top };
    const places: Places = {};
    for (const part of withPlaces(parts).split(/\n\s*/)) {
      const [head = '', ...afterColon] = filled(part, values).split(': ');
      const text = afterColon.join(': ');
      const given = head.split(' ').filter((one) => one !== '');
      const kind = /^[a-z]/.test(head) ? (given.shift() ?? '') : '';
      const firstWord = given.findIndex((one) => Number.isNaN(Number(one)));
      const count = firstWord === -1 ? given.length : firstWord;
      const numbers = given.slice(0, count).map(Number);
      const words = given.slice(count).join(' ');
      const [x, y] = [left + mm(numbers[0] ?? 0), top + mm(numbers[1] ?? 0)];
      const [third, fourth] = numbers.slice(2).map(mm) as [number, number];
      const colours = words.split(' ');
      const colour = words ? { colour: words } : {};
      const size = numbers[2] ? { size: numbers[2] } : {};
      const drawings: Record<string, () => void> = {
        waves: () => waves(paper, area, colours, random, numbers[0] || undefined),
        gradient: () => gradient(paper, area, colours[0] as string, colours[1] as string, colours.includes('down')),
        rosette: () => rosette(paper, x, y, third, words),
        fill: () => paper.fill(x, y, third, fourth, words),
        frame: () => paper.frame(x, y, third, fourth, { ...colour, line: numbers[4] }),
        line: () => paper.line(x, y, left + third, top + fourth, { ...colour, line: numbers[4] }),
        portrait: () => (places.portrait = paper.picture(drawPortrait(random), x, y, third, fourth)),
        signature: () => (places.signature = sign(paper, random, x, y, third, fourth, words || undefined)),
        official: () => sign(paper, random, x, y, third, fourth, words),
        thumb: () => fingerprint(paper, random, x, y, third),
        text: () => paper.text(x, y, text, `${numbers[2]} ${words}`.trim()),
        lines: () => paper.lines(x, y, third, text.split('\n'), `${numbers[3]} ${words}`),
        label: () => paper.text(x, y, text, style.label),
        caption: () => paper.text(x, y, text, { ...style.label, align: 'centre' }),
        value: () => paper.text(x, y, text, { ...style.value, ...size }),
        '': () => {
          const [, label = '', value = ''] = FIELD.exec(text) ?? [];
          if (put) put(numbers, label, value);
          else if (numbers.length > 2) beside(paper, x, y, label, value, { ...style, column: left + third });
          else stacked(paper, x, y, label, value, style);
        },
      };
      const draw = drawings[kind];
      if (!draw) throw new Error(`"${part}" draws nothing`);
      draw();
    }
    return places;
  };
