import type { Canvas } from '@napi-rs/canvas';
import { builtIn, PAGE, pageWith, type Parts, pictured } from '../drawing/pdfPage.ts';
import { sheetOf, svgText } from '../drawing/pictures.ts';
import type { Random } from '../synthetic/random.ts';

/** Prints a page of which a person sees these lines, and those not. */
export type Print = (seen: string[], unseen: string[], random: Random) => Buffer;

export const [LEFT, TOP, LEADING, SIZE] = [72, 740, 24, 12];
export const FONT = builtIn('Helvetica /Encoding /WinAnsiEncoding');
export const COURIER = FONT.replace('Helvetica', 'Courier');
/** Of the letters of Courier, in points. */
export const ADVANCE = 7.2;
/** Where what nobody sees stands; and an area around it. */
export const HIDDEN = { x: LEFT, y: 400 };
export const AREA = '60 280 400 140 re';
export const WHOLE_PAGE = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /I0 Do Q\n`;

type Place = { x?: number; y?: number; size?: number; before?: string };

/** Lines below each other. */
export const text = (lines: string[], { x = LEFT, y = TOP, size = SIZE, before = '' }: Place = {}): string =>
  `BT ${before} /F1 ${size} Tf ${x} ${y} Td ${lines.map((line) => `(${line}) Tj 0 -${LEADING} Td `).join('')} ET\n`;

/** The last line where it stands, and those before it, with another one in its place. */
export const total = (seen: string[]) => text(seen.slice(-1), { y: TOP - 4 * LEADING });
export const othersThan = (seen: string[], ...instead: string[]) => text([...seen.slice(0, -1), ...instead]);

export const valueOf = (line = '') => line.split(': ').at(-1) ?? '';
export const totalOf = (lines: string[]) => valueOf(lines.at(-1));

export const pdfWith = (content: string | Buffer, parts: Parts = {}, packing = '') =>
  pageWith(content, { font: FONT, ...parts }, packing);

export const withPicture = (content: string, picture: Canvas) => pdfWith(content, pictured(picture));

export const pageForm = '/BBox [0 0 595 842]';
export const state = (entries: string): Parts => ({ resources: `/ExtGState << /G << ${entries} >> >>` });

/** `turned`: in degrees; `more`: what else is drawn, in SVG. */
type Look = { ink?: string; ground?: string; turned?: number; width?: number; more?: string };

/** Lines as a picture of the whole page. */
export function pictureOf(
  lines: string[],
  { ink = '#111', ground = '#fff', turned = 0, width = 1240, more = '' }: Look = {},
): Canvas {
  const texts = lines.map((line, at) => svgText(LEFT, PAGE.height - TOP + at * LEADING, SIZE, line));
  const content = `<g fill="${ink}" transform="rotate(${turned})">${texts.join('')}${more}</g>`;
  return sheetOf(PAGE.width, PAGE.height, ground, content, width / PAGE.width);
}

/** The kinds of a table, each printed in the same way. */
export const printsOf = <Kind>(kinds: Record<string, Kind>, print: (kind: Kind) => Print): Record<string, Print> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, print(kind)]));
