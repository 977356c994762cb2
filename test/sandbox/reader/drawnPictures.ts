import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { canvasFont } from '../../../sandbox/accuracy/drawing/canvasFont.ts';
import type { Pixels } from '../../../sandbox/reader/src/reading.ts';
import { homographyBetween, type Quad } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import { warp } from '../../../sandbox/reader/src/preprocessing/images.ts';

/** Corners, as x and y of each: upper left, upper right, lower right, lower left. */
export const quadOf = (...corners: [number, number][]): Quad => corners.map(([x, y]) => ({ x, y })) as Quad;

const LINES = [
  'CONTRATO DE LOCAÇÃO',
  'CLÁUSULA 1ª As partes',
  'abaixo qualificadas ajustam entre si',
  'a locação do imóvel situado na Rua',
  'das Amostras, número 123, mediante',
  'o pagamento mensal de mil reais até',
  'o décimo dia útil de cada mês.',
  'Fica eleito o foro de Curitiba.',
];

/** A page of writing, upright, 840 × 1188. */
export function drawPage(paper = '#fdfdfb'): Canvas {
  const canvas = createCanvas(840, 1188);
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, 840, 1188);
  context.fillStyle = '#111';
  context.font = `32px ${canvasFont('roboto')}`;
  LINES.forEach((line, at) => context.fillText(line, 110, 200 + at * 60));
  return canvas;
}

export function pixelsOn(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  return { data: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height };
}

/** Where the upper left, upper right, lower right and lower left of a page come to lie on a table of one colour. */
export type Lying = { corners: Quad; table: [number, number, number] };

/** The page of writing with a printed photograph on it, as it is or lying on a table. */
export function drawn({
  photograph,
  lying,
}: {
  photograph?: [x: number, y: number, width: number, height: number];
  lying?: Lying;
}): Pixels {
  const canvas = drawPage();
  const context = canvas.getContext('2d');
  context.fillStyle = '#8a99a8';
  if (photograph) context.fillRect(...photograph);
  return lying ? laid(canvas, lying) : pixelsOn(canvas);
}

const SIDE = 1500;

function laid(page: Canvas, { corners, table }: Lying): Pixels {
  const { width: w, height: h } = page;
  const frame = quadOf([0, 0], [w, 0], [w, h], [0, h]);
  const picture = warp(pixelsOn(page), homographyBetween(corners, frame), SIDE, SIDE);
  for (let at = 0; at < picture.data.length; at += 4) {
    // Paper is never quite white; what lies outside of it is.
    const isTable = [0, 1, 2].every((channel) => picture.data[at + channel] === 255);
    for (let channel = 0; channel < 3; channel++) {
      // Some grain, the same in each run: no camera gives two equal pixels.
      const grain = ((at * 2654435761 + channel * 97) % 7) - 3;
      const value = isTable ? (table[channel] ?? 0) : (picture.data[at + channel] ?? 0);
      picture.data[at + channel] = value + grain;
    }
  }
  return picture;
}
