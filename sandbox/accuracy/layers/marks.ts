import { textOutlines } from '../drawing/canvasFont.ts';
import { PAGE } from '../drawing/pdfPage.ts';
import { svgText } from '../drawing/pictures.ts';
import {
  ADVANCE,
  COURIER,
  FONT,
  LEADING,
  LEFT,
  pdfWith,
  pictureOf,
  SIZE,
  text,
  TOP,
  totalOf,
  valueOf,
  WHOLE_PAGE,
  withPicture,
  type Print,
} from './content.ts';

/** The old amount and the new one beside each other, with something drawn over the old one. */
const struck =
  (over: (edges: { from: number; to: number; y: number }) => string): Print =>
  (seen, unseen) => {
    const old = unseen.at(-1) as string;
    const from = LEFT + ADVANCE * old.indexOf(valueOf(old));
    const edges = { from, to: LEFT + ADVANCE * old.length, y: TOP - (seen.length - 1) * LEADING };
    const content = text([...seen.slice(0, -1), `${old}  ${totalOf(seen)}`]);
    return pdfWith(content + over(edges), { font: COURIER });
  };

type Draw = (left: number, bottom: number) => string;

/** The client is ticked of two, in boxes of ten points. */
const ticked =
  (box: Draw, mark: Draw): Print =>
  (seen, unseen, random) => {
    const [own, other] = [valueOf(seen[2]), valueOf(unseen[2])];
    const options = random.pick([
      [own, other],
      [other, own],
    ]);
    const [y, columns] = [TOP - 2 * LEADING, [140, 310]] as const;
    const placed = columns.map((x, at) => box(x, y - 1) + text([options[at] as string], { x: x + 15, y }));
    const content =
      text(seen.with(2, 'Cliente:')) + placed.join('') + mark(columns[options.indexOf(own)] as number, y - 1);
    return pdfWith(content, { font: `${FONT} /F2 << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>` });
  };
const square: Draw = (left, bottom) => `0.7 w ${left} ${bottom} 10 10 re S\n`;
const crossed: Draw = (x, y) =>
  `1 w ${x + 1} ${y + 1} m ${x + 9} ${y + 9} l ${x + 1} ${y + 9} m ${x + 9} ${y + 1} l S\n`;
const checked: Draw = (x, y) => `1.2 w ${x - 1} ${y + 6} m ${x + 3} ${y + 1} l ${x + 13} ${y + 14} l S\n`;
const circle =
  (radius: number, operator: string): Draw =>
  (left, bottom) => {
    const [x, y, by] = [left + 5, bottom + 5, 0.55 * radius];
    const quarters = [
      [radius, by, by, radius, 0, radius],
      [-by, radius, -radius, by, -radius, 0],
      [-radius, -by, -by, -radius, 0, -radius],
      [by, -radius, radius, -by, radius, 0],
    ].map((points) => `${points.map((point, at) => point + (at % 2 ? y : x)).join(' ')} c`);
    return `${x + radius} ${y} m ${quarters.join(' ')} ${operator}\n`;
  };
const sign =
  (letter: string, font = '/F2'): Draw =>
  (left, bottom) =>
    text([letter], { x: left + 1, y: bottom + 1, size: 10 }).replace('/F1', font);

/** From the lower left of a box. */
const CHECK: [number, number][] = [
  [-1, 6],
  [3, 1],
  [12, 14],
];

/** The same as a picture, with boxes before or behind the words. */
const tickedScan =
  (mark: [number, number][], { side = 10, before = true, turned = 0 } = {}): Print =>
  (seen, unseen, random) => {
    const options = random.pick([
      [seen, unseen],
      [unseen, seen],
    ]);
    const y = PAGE.height - TOP + 2 * LEADING;
    const boxes = options.map((lines, at) => {
      const [x, option] = [140 + 170 * at, valueOf(lines[2])];
      const left = before ? x : x + 5 + textOutlines(option, 'roboto', SIZE).width;
      const points = lines === seen ? mark.map(([across, down]) => `${left + across} ${y + 1 - down}`) : [];
      const box = `<rect x="${left}" y="${y - side + 1}" width="${side}" height="${side}"/>`;
      const drawn = `<g fill="none" stroke="#000">${box}<polyline points="${points.join(' ')}"/></g>`;
      return svgText(before ? x + side + 5 : x, y, SIZE, option) + drawn;
    });
    return withPicture(WHOLE_PAGE, pictureOf(seen.with(2, 'Cliente:'), { turned, more: boxes.join('') }));
  };

/** Lines that are struck out, and boxes that are ticked. */
export const MARKED: Record<string, Print> = {
  'struck out by a line': struck(({ from, to, y }) => `0.6 w ${from} ${y + 3.5} m ${to} ${y + 3.5} l S`),
  'struck out by a line that is turned': struck(({ from, to, y }) => `1 w ${from} ${y} m ${to} ${y + 8} l S`),
  'struck out by a rectangle': struck(({ from, to, y }) => `${from} ${y + 3} ${to - from} 0.7 re f`),
  'struck out letter by letter': struck(
    ({ from, to, y }) =>
      `0.6 w ${Array.from({ length: Math.round((to - from) / ADVANCE) }, (_, at) => from + at * ADVANCE)
        .map((x) => `${x} ${y + 3.4} m ${x + ADVANCE} ${y + 3.4} l S`)
        .join(' ')}`,
  ),
  'struck out by a wave': struck(({ from, to, y }) => {
    const crests = Array.from(
      { length: 8 },
      (_, at) => `${from + ((at + 1) * (to - from)) / 8} ${y + 3 + 2 * (at % 2)} l`,
    );
    return `0.6 w ${from} ${y + 5} m ${crests.join(' ')} S`;
  }),
  'struck out by dashes typed over it': struck(({ from, to, y }) =>
    text(['-'.repeat((to - from) / ADVANCE)], { x: from, y }),
  ),
  'struck out by letters typed over it': struck(({ from, to, y }) =>
    text(['x'.repeat((to - from) / ADVANCE)], { x: from, y }),
  ),
  'struck out word by word': struck(
    ({ from, to, y }) => `2 w ${from} ${y + 4} m ${from + 14} ${y + 4} l ${from + 21} ${y + 4} m ${to} ${y + 4} l S`,
  ),
  'a box with a cross of lines': ticked(square, crossed),
  'a box with a check that reaches out of it': ticked(square, checked),
  'a box with a check of a font': ticked(square, sign('4')),
  'a box with an x typed into it': ticked(square, sign('X', '/F1')),
  'a box that is filled': ticked(square, (left, bottom) => `${left} ${bottom} 10 10 re f\n`),
  'a box of a font with a cross': ticked(sign('o'), crossed),
  'a box of white on black with a check': ticked(
    (x, y) => `${x} ${y} 10 10 re f 1 g ${x + 1} ${y + 1} 8 8 re f 0 g\n`,
    checked,
  ),
  'a box of single lines with a cross': ticked(
    (x, y) =>
      `${x} ${y} m ${x + 10} ${y} l S ${x + 10} ${y} m ${x + 10} ${y + 10} l S ` +
      `${x + 10} ${y + 10} m ${x} ${y + 10} l S ${x} ${y + 10} m ${x} ${y} l S\n`,
    crossed,
  ),
  'a box on a ground that is nearly white with a cross': ticked(
    (x, y) => `0.7 w 0.93 0.93 1 rg ${x} ${y} 10 10 re B 0 g\n`,
    crossed,
  ),
  'a box on a pale ground with a cross': ticked((x, y) => `0.7 w 0.75 0.85 1 rg ${x} ${y} 10 10 re B 0 g\n`, crossed),
  'a box around a pale ground with a cross': ticked(
    (x, y) => `${square(x, y)}0.75 0.85 1 rg ${x + 1} ${y + 1} 8 8 re f 0 g\n`,
    crossed,
  ),
  'a circle with a dot': ticked(circle(5, 'S'), circle(3, 'f')),
  'brackets with a check of lines': ticked((left, bottom) => text(['(  )'], { x: left, y: bottom + 1 }), checked),
  'brackets with an x typed into them': ticked(
    (left, bottom) => text(['(    )'], { x: left - 8, y: bottom + 1 }),
    sign('x', '/F1'),
  ),
  'a scan of boxes with a cross': tickedScan([
    [1, 1],
    [9, 9],
    [5, 5],
    [1, 9],
    [9, 1],
  ]),
  'a scan of boxes with a check that reaches out': tickedScan(CHECK),
  'a scan of boxes behind their words': tickedScan(CHECK, { before: false }),
  'a slanted scan of small boxes': tickedScan(CHECK, { side: 8, turned: 0.6 }),
};
