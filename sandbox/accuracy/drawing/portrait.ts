import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { sensorNoise, type Random } from '../synthetic/random.ts';
import { drawFace, shaded } from './face.ts';

export const PORTRAIT = { width: 360, height: 480 };

const BACKDROPS = ['#f4f4f2', '#e9edf2', '#dfe6ee', '#cfd9e6', '#ededed'];
const CLOTHES = ['#26303f', '#5b1f2a', '#20452f', '#6a6a6e', '#f0f0ee', '#1d1d22', '#7d5a3a', '#3b4d7a'];

/** A synthetic head and shoulders as JPEG, shaded enough for a face detector. */
export function drawPortrait(random: Random): Buffer {
  const { width, height } = PORTRAIT;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  paintBackdrop(context, random.pick(BACKDROPS));
  const centre = { x: width / 2 + random.between(-8, 8), y: height * 0.43 + random.between(-8, 8) };
  paintShoulders(context, centre.x, random.pick(CLOTHES));
  drawFace(context, centre, random);
  addNoise(context, random);
  // Not PNG: pdfkit processes transparency pixel by pixel.
  return canvas.toBuffer('image/jpeg', 94);
}

function paintBackdrop(context: SKRSContext2D, colour: string): void {
  const { width, height } = PORTRAIT;
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  const shade = context.createRadialGradient(width / 2, height * 0.4, 80, width / 2, height * 0.5, width);
  context.fillStyle = shaded(shade, [0, 'rgba(255,255,255,0.25)'], [1, 'rgba(40,50,70,0.22)']);
  context.fillRect(0, 0, width, height);
}

function paintShoulders(context: SKRSContext2D, x: number, colour: string): void {
  const { height } = PORTRAIT;
  context.fillStyle = colour;
  const shoulders = new Path2D(`
    M ${x - 190} ${height + 5}
    C ${x - 180} ${height - 80} ${x - 110} ${height - 95} ${x - 48} ${height - 122}
    Q ${x} ${height - 80} ${x + 48} ${height - 122}
    C ${x + 110} ${height - 95} ${x + 180} ${height - 80} ${x + 190} ${height + 5}
  `);
  context.fill(shoulders);
  const shade = context.createLinearGradient(x - 170, 0, x + 170, 0);
  context.fillStyle = shaded(shade, [0, 'rgba(0,0,0,0.35)'], [0.45, 'rgba(255,255,255,0.08)'], [1, 'rgba(0,0,0,0.45)']);
  context.fill(shoulders);
}

/** Sensor noise; without it a face looks like a drawing. */
function addNoise(context: SKRSContext2D, random: Random): void {
  const image = context.getImageData(0, 0, PORTRAIT.width, PORTRAIT.height);
  const { data } = image;
  const next = sensorNoise(random, 7);
  for (let index = 0; index < data.length; index += 4) {
    const step = next();
    for (let channel = 0; channel < 3; channel++) data[index + channel] = (data[index + channel] ?? 0) + step;
  }
  context.putImageData(image, 0, 0);
}
