import { deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';
import { textOutlines } from '../drawing/canvasFont.ts';
import { object } from '../drawing/pdfObjects.ts';
import { form, imageOf, PAGE } from '../drawing/pdfPage.ts';
import { sheetOf, svgText } from '../drawing/pictures.ts';
import {
  FONT,
  HIDDEN,
  LEADING,
  othersThan,
  pageForm,
  pdfWith,
  pictureOf,
  SIZE,
  state,
  text,
  TOP,
  total,
  totalOf,
  WHOLE_PAGE,
  withPicture,
  type Print,
} from './content.ts';

/** The picture as strips of grey pixels within the content of the page. */
function inlineStrips(canvas: Canvas, count: number): Buffer {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const grey = Uint8Array.from({ length: width * height }, (_, at) => data[4 * at] as number);
  const strips = Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((end) => Math.round((end * height) / count)) as [number, number];
    const place = `${PAGE.width} 0 0 ${(PAGE.height * (to - from)) / height} 0 ${PAGE.height * (1 - to / height)} cm`;
    const begin = `q ${place} BI /W ${width} /H ${to - from} /CS /G /BPC 8 /F /Fl ID `;
    const pixels = deflateSync(grey.subarray(from * width, to * width));
    return Buffer.concat([Buffer.from(begin), pixels, Buffer.from('\nEI Q\n')]);
  });
  return Buffer.concat(strips);
}

/** A page under a stamp, which is text or a picture. */
export const stamped = (content: string, flags: number, look: string | Canvas) => {
  const isText = typeof look === 'string';
  const resources = isText ? `/Font << /F1 ${FONT} >>` : '/XObject << /I0 7 0 R >>';
  return pdfWith(content, {
    page: '/Annots [5 0 R]',
    more: [
      object(
        `<< /Type /Annot /Subtype /Stamp /Rect [0 0 ${PAGE.width} ${PAGE.height}] /F ${flags} /AP << /N 6 0 R >> >>`,
      ),
      form(isText ? look : WHOLE_PAGE.trim(), `${pageForm} /Resources << ${resources} >>`),
      ...(isText ? [] : [imageOf(look)]),
    ],
  });
};

/** Lines of black letters that fill the height of a white picture. */
export function letters(width: number, height: number, ...lines: string[]): Canvas {
  const leading = height / lines.length;
  const texts = lines.map((line, at) => svgText(0, (at + 0.75) * leading, 0.6 * leading, line));
  return sheetOf(width, height, '#fff', texts.join(''));
}

/** Letters as paths, as programs write them that keep no text: `from` is where their baseline begins. */
export function outlinesOf(letters: string, from: { x: number; y: number }, size = SIZE): string {
  const { path } = textOutlines(letters, 'roboto', size);
  const operators = path.replace(/([MLQZ])([^MLQZ]*)/g, (_, operator: string, points: string) => {
    const [x = '', y = '', ...end] = points.trim().split(/[ ,]/);
    if (operator === 'Q') return `${x} ${y} ${end.join(' ')} v `;
    return operator === 'Z' ? 'h ' : `${x} ${y} ${operator.toLowerCase()} `;
  });
  return `q 1 0 0 -1 ${from.x} ${from.y} cm ${operators} f Q\n`;
}

/** A value as a picture of this place, behind or below its label. */
const atPlace =
  (label: string, place: string): Print =>
  (seen) =>
    withPicture(`${othersThan(seen, label)}q 120 0 0 20 ${place} cm /I0 Do Q`, letters(480, 80, totalOf(seen)));

/** A value as outlines, behind its label. */
const outlined = (seen: string[]) => outlinesOf(totalOf(seen), { x: 150, y: TOP - 4 * LEADING });
/** White that is black where it lies over white. */
const difference = (seen: string, white: string) =>
  pdfWith(`1 g 0 0 595 842 re f 0 g ${seen}/G gs 1 g ${white}`, state('/BM /Difference'));

/** A scan with what its text layer says. */
const scan =
  (layer: (seen: string[], unseen: string[]) => string, look?: Parameters<typeof pictureOf>[1]): Print =>
  (seen, unseen) =>
    withPicture(WHOLE_PAGE + layer(seen, unseen), pictureOf(seen, look));

const NOTE = text(['Assinado eletronicamente por MARIA EXEMPLO DA SILVA em 10/03/2025'], { x: 40, y: 40, size: 8 });
const invisible = (lines: string[], place = {}) => text(lines, { ...place, before: '3 Tr' });

/** What is seen is a picture, or outlines, or on a stamp. */
export const PICTURED: Record<string, Print> = {
  'a picture where a value should be': atPlace('Valor total:', '140 638'),
  'a picture at the end of a row': atPlace('Valor total', '300 638'),
  'a picture below its label': atPlace('Valor total', '72 620'),
  'a picture far from any text': (seen) =>
    withPicture(`${othersThan(seen)}q 240 0 0 20 72 200 cm /I0 Do Q`, letters(960, 80, seen.at(-1) as string)),
  'a small picture of several lines': (seen) =>
    withPicture(`${text(seen.slice(0, 1))}q 213 0 0 64 330 100 cm /I0 Do Q`, letters(800, 240, ...seen.slice(1))),
  'a picture in a text': (seen) =>
    withPicture(`${text(seen.slice(0, 3))}q 420 0 0 594 60 20 cm /I0 Do Q`, pictureOf(seen.slice(3))),
  'a value of outlines': (seen) => pdfWith(othersThan(seen, 'Valor total:') + outlined(seen)),
  'white that is seen as a difference': (seen) => difference(othersThan(seen), total(seen)),
  'outlines that are seen as a difference': (seen) => difference(othersThan(seen, 'Valor total:'), outlined(seen)),
  'a stamp': (seen) => stamped(text(seen.slice(0, 3)), 4, text(seen.slice(3), { y: TOP - 3 * LEADING })),
  'a stamp that is a picture': (seen) => stamped('', 4, pictureOf(seen)),
  'a scan over its text': (seen) => withPicture(text(seen) + WHOLE_PAGE, pictureOf(seen)),
  'inline strips with a note': (seen) => pdfWith(Buffer.concat([inlineStrips(pictureOf(seen), 8), Buffer.from(NOTE)])),
  'a scan with a note': scan(() => NOTE),
  'a slanted scan with a note': scan(() => NOTE, { turned: 1.1 }),
  'light on a dark page': scan(() => '', { ink: '#eee', ground: '#123' }),
  'a scan with its recognised text': scan((seen) => invisible(seen)),
  'a scan with poor recognised text': scan((seen) =>
    invisible(seen.map((line) => line.replace(/[aeo]/g, '#').replace(/\d/g, '7'))),
  ),
  'a scan with recognised text that has a letter wrong here and there': scan((seen) =>
    invisible(seen.map((line) => line.replace(/(?<=\p{L}{2})[aeo](?=\p{L})/u, '0'))),
  ),
  'a scan with the text of another': scan((_, unseen) => invisible(unseen)),
  'a scan with text where it is empty': scan((seen, unseen) => invisible(seen) + invisible(unseen, HIDDEN)),
  'a scan with one number of its text wrong': scan((seen, unseen) =>
    invisible([...seen.slice(0, -1), unseen.at(-1) as string]),
  ),
};
