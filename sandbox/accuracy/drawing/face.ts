import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Random } from '../synthetic/random.ts';

export type Point = { x: number; y: number };
type Rgb = [number, number, number];
type Look = {
  skin: Rgb;
  hair: Rgb;
  iris: Rgb;
  half: number;
  long: number;
  eyes: number;
  longHair: boolean;
  beard: boolean;
  glasses: boolean;
};

const SKINS: Rgb[] = [
  [238, 203, 178],
  [224, 181, 150],
  [203, 156, 122],
  [172, 122, 90],
  [134, 90, 64],
  [104, 68, 48],
];
const HAIRS: Rgb[] = [
  [28, 22, 20],
  [52, 36, 26],
  [88, 60, 38],
  [132, 98, 60],
  [120, 118, 116],
];
const IRISES: Rgb[] = [
  [62, 40, 24],
  [84, 58, 34],
  [70, 84, 60],
  [60, 80, 104],
];

export const css = ([red, green, blue]: Rgb, alpha = 1): string =>
  `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
const darker = (colour: Rgb, by: number): Rgb => colour.map((value) => value * by) as Rgb;

/** A face from the front: every feature is a soft shade over the last. */
export function drawFace(context: SKRSContext2D, { x, y }: Point, random: Random): void {
  const look = lookOf(random);
  context.save();
  context.translate(x, y);
  context.rotate(random.between(-0.03, 0.03));
  drawHairBehind(context, look);
  drawNeck(context, look);
  drawHead(context, look);
  drawBrowsAndEyes(context, look);
  drawNose(context, look);
  drawMouth(context, look, random.between(-3, 4));
  drawHairInFront(context, look, random);
  if (look.glasses) drawGlasses(context, look);
  context.restore();
}

function lookOf(random: Random): Look {
  const longHair = random.chance(0.5);
  return {
    skin: random.pick(SKINS),
    hair: random.pick(HAIRS),
    iris: random.pick(IRISES),
    half: random.between(84, 96),
    long: random.between(116, 128),
    eyes: random.between(38, 43),
    longHair,
    beard: !longHair && random.chance(0.4),
    glasses: random.chance(0.15),
  };
}

function ellipse(
  context: SKRSContext2D,
  x: number,
  y: number,
  across: number,
  down: number,
  fill: SKRSContext2D['fillStyle'],
): void {
  context.fillStyle = fill;
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fill();
}

/** A soft ellipse without an edge. */
function smudge(
  context: SKRSContext2D,
  x: number,
  y: number,
  across: number,
  down: number,
  colour: Rgb,
  alpha: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(1, down / across);
  const fade = context.createRadialGradient(0, 0, 0, 0, 0, across);
  fade.addColorStop(0, css(colour, alpha));
  fade.addColorStop(0.5, css(colour, alpha * 0.55));
  fade.addColorStop(1, css(colour, 0));
  context.fillStyle = fade;
  context.fillRect(-across, -across, 2 * across, 2 * across);
  context.restore();
}

function drawHairBehind(context: SKRSContext2D, { hair, half, long, longHair }: Look): void {
  const down = longHair ? long * 1.5 : long * 0.75;
  ellipse(context, 0, longHair ? 30 : -34, half * (longHair ? 1.34 : 1.12), down, css(darker(hair, 0.85)));
}

function drawNeck(context: SKRSContext2D, { skin, half, long }: Look): void {
  const shade = context.createLinearGradient(0, long * 0.6, 0, long * 1.5);
  shade.addColorStop(0, css(darker(skin, 0.62)));
  shade.addColorStop(1, css(darker(skin, 0.9)));
  context.fillStyle = shade;
  context.beginPath();
  context.moveTo(-half * 0.52, long * 0.5);
  context.quadraticCurveTo(-half * 0.5, long * 1.2, -half * 0.75, long * 1.38);
  context.quadraticCurveTo(0, long * 1.75, half * 0.75, long * 1.38);
  context.quadraticCurveTo(half * 0.5, long * 1.2, half * 0.52, long * 0.5);
  context.fill();
}

function drawHead(context: SKRSContext2D, { skin, half, long, beard, hair }: Look): void {
  for (const side of [-1, 1]) {
    ellipse(context, side * half * 0.99, 4, 13, 28, css(darker(skin, 0.86)));
    smudge(context, side * half * 0.99, 6, 8, 18, darker(skin, 0.5), 0.6);
  }
  const light = context.createRadialGradient(-half * 0.2, -long * 0.25, half * 0.2, 0, 0, long * 1.15);
  light.addColorStop(0, css(skin.map((value) => Math.min(255, value * 1.07)) as Rgb));
  light.addColorStop(0.6, css(skin));
  light.addColorStop(1, css(darker(skin, 0.62)));
  context.fillStyle = light;
  context.beginPath();
  context.moveTo(-half, -long * 0.25);
  context.bezierCurveTo(-half * 1.02, long * 0.35, -half * 0.72, long * 0.78, -half * 0.3, long * 0.96);
  context.quadraticCurveTo(0, long * 1.07, half * 0.3, long * 0.96);
  context.bezierCurveTo(half * 0.72, long * 0.78, half * 1.02, long * 0.35, half, -long * 0.25);
  context.bezierCurveTo(half * 0.95, -long * 1.12, -half * 0.95, -long * 1.12, -half, -long * 0.25);
  context.fill();
  for (const side of [-1, 1]) {
    smudge(context, side * half * 0.55, long * 0.22, 34, 26, [200, 90, 70], 0.16);
    smudge(context, side * half * 0.8, long * 0.4, 30, 60, darker(skin, 0.45), 0.22);
  }
  smudge(context, 0, -long * 0.55, 60, 34, [255, 250, 240], 0.16);
  if (beard) smudge(context, 0, long * 0.72, half * 0.8, long * 0.42, darker(hair, 0.8), 0.62);
}

function drawBrowsAndEyes(context: SKRSContext2D, { skin, hair, iris, eyes }: Look): void {
  for (const side of [-1, 1]) {
    const x = side * eyes;
    smudge(context, x, -16, 34, 24, darker(skin, 0.4), 0.42);
    drawBrow(context, x, side, hair);
    ellipse(context, x, -8, 18, 8.5, '#eee9e4');
    smudge(context, x, -14, 20, 7, [20, 12, 10], 0.5);
    ellipse(context, x, -9, 8.2, 8.2, css(iris));
    ellipse(context, x, -9, 4, 4, '#0b0807');
    ellipse(context, x - 2.4, -12, 2, 2, 'rgba(255,255,255,0.9)');
    drawLids(context, x, skin);
  }
}

function drawBrow(context: SKRSContext2D, x: number, side: number, hair: Rgb): void {
  context.strokeStyle = css(darker(hair, 0.9), 0.82);
  context.lineWidth = 7;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x - side * 20, -30);
  context.quadraticCurveTo(x + side * 4, -42, x + side * 25, -30);
  context.stroke();
}

function drawLids(context: SKRSContext2D, x: number, skin: Rgb): void {
  context.strokeStyle = 'rgba(22,14,12,0.9)';
  context.lineWidth = 3.2;
  context.beginPath();
  context.moveTo(x - 20, -6);
  context.quadraticCurveTo(x, -24, x + 20, -6);
  context.stroke();
  context.strokeStyle = css(darker(skin, 0.5), 0.75);
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(x - 18, -5);
  context.quadraticCurveTo(x, 4, x + 18, -5);
  context.stroke();
  smudge(context, x, 8, 22, 8, darker(skin, 0.55), 0.3);
}

function drawNose(context: SKRSContext2D, { skin }: Look): void {
  smudge(context, -13, 18, 12, 40, darker(skin, 0.45), 0.32);
  smudge(context, 14, 18, 12, 40, darker(skin, 0.45), 0.38);
  smudge(context, 0, 22, 8, 34, [255, 248, 236], 0.3);
  smudge(context, 0, 38, 15, 12, [255, 240, 226], 0.25);
  smudge(context, 0, 50, 26, 8, darker(skin, 0.35), 0.6);
  for (const side of [-1, 1]) smudge(context, side * 10, 47, 7, 5, [35, 16, 12], 0.9);
}

function drawMouth(context: SKRSContext2D, { skin }: Look, smile: number): void {
  const lip: Rgb = [skin[0] * 0.78, skin[1] * 0.52, skin[2] * 0.5];
  smudge(context, 0, 62, 14, 8, darker(skin, 0.6), 0.35);
  context.fillStyle = css(lip, 0.92);
  context.beginPath();
  context.moveTo(-31, 78 - smile);
  context.quadraticCurveTo(-12, 66, 0, 71);
  context.quadraticCurveTo(12, 66, 31, 78 - smile);
  context.quadraticCurveTo(0, 99, -31, 78 - smile);
  context.fill();
  context.strokeStyle = 'rgba(60,20,18,0.8)';
  context.lineWidth = 2.4;
  context.beginPath();
  context.moveTo(-31, 78 - smile);
  context.quadraticCurveTo(0, 83, 31, 78 - smile);
  context.stroke();
  smudge(context, 0, 98, 26, 9, darker(skin, 0.4), 0.45);
}

function drawHairInFront(context: SKRSContext2D, { hair, half, long, longHair }: Look, random: Random): void {
  const parting = random.between(-0.5, 0.5) * half;
  const crown = longHair ? 1.56 : 1.32;
  context.fillStyle = css(hair);
  context.beginPath();
  context.moveTo(-half * 1.08, longHair ? 60 : -6);
  context.bezierCurveTo(-half * 1.3, -long * crown, half * 1.3, -long * crown, half * 1.08, longHair ? 60 : -6);
  context.bezierCurveTo(half * 0.94, -long * 0.4, parting + 30, -long * 0.62, parting, -long * 0.66);
  context.bezierCurveTo(parting - 30, -long * 0.62, -half * 0.94, -long * 0.4, -half * 1.08, longHair ? 60 : -6);
  context.fill();
  for (let strand = 0; strand < 60; strand++) {
    const from = random.between(-1, 1) * half;
    context.strokeStyle = css(random.chance(0.5) ? [255, 235, 210] : [0, 0, 0], 0.07);
    context.lineWidth = random.between(1, 3);
    context.beginPath();
    context.moveTo(parting, -long * 0.95);
    context.quadraticCurveTo(from, -long * 0.98, from * 1.05, -long * 0.6);
    context.stroke();
  }
  smudge(context, -half * 0.25, -long * 0.86, 50, 18, [255, 240, 220], 0.2);
}

function drawGlasses(context: SKRSContext2D, { eyes, half }: Look): void {
  context.strokeStyle = 'rgba(30,28,30,0.9)';
  context.lineWidth = 3;
  context.beginPath();
  for (const side of [-1, 1]) {
    context.roundRect(side * eyes - 27, -26, 54, 40, 14);
    context.moveTo(side * (eyes + 27), -10);
    context.lineTo(side * half, -12);
  }
  context.moveTo(-eyes + 27, -12);
  context.quadraticCurveTo(0, -18, eyes - 27, -12);
  context.stroke();
}
