import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { textList } from '../../reader/src/text/pattern.ts';
import type { Random } from '../synthetic/random.ts';

type Rgb = [number, number, number];
type Gradient = ReturnType<SKRSContext2D['createLinearGradient']>;

const coloursOf = (list: string): Rgb[] => textList(list).map((colour) => colour.split(' ').map(Number) as Rgb);
const SKINS = coloursOf('238 203 178 | 224 181 150 | 203 156 122 | 172 122 90 | 134 90 64 | 104 68 48');
const HAIRS = coloursOf('28 22 20 | 52 36 26 | 88 60 38 | 132 98 60 | 120 118 116');
const IRISES = coloursOf('62 40 24 | 84 58 34 | 70 84 60 | 60 80 104');

const css = ([red, green, blue]: Rgb, alpha = 1): string =>
  `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
const darker = (colour: Rgb, by: number): Rgb => colour.map((value) => value * by) as Rgb;

/** A face from the front: every feature is a soft shade over the last. */
export function drawFace(context: SKRSContext2D, { x, y }: { x: number; y: number }, random: Random): void {
  const look = lookOf(random);
  const brush = brushOn(context);
  context.save();
  context.translate(x, y);
  context.rotate(random.between(-0.03, 0.03));
  drawHairBehind(brush, look);
  drawNeck(brush, look);
  drawHead(brush, look);
  drawBrowsAndEyes(brush, look);
  drawNose(brush, look);
  drawMouth(brush, look, random.between(-3, 4));
  drawHairInFront(brush, look, random);
  if (look.glasses) drawGlasses(brush, look);
  context.restore();
}

type Look = ReturnType<typeof lookOf>;

function lookOf(random: Random) {
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

/** A gradient of these colours, from its beginning to its end. */
export function shaded(gradient: Gradient, ...stops: [at: number, colour: string][]): Gradient {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

type Brush = ReturnType<typeof brushOn>;

/** Draws shapes that are rows of numbers. Paths are those of SVG. */
function brushOn(context: SKRSContext2D) {
  return {
    context,
    ellipse(x: number, y: number, across: number, down: number, fill: string): void {
      context.fillStyle = fill;
      context.beginPath();
      context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
      context.fill();
    },
    /** A soft ellipse without an edge. */
    smudge(x: number, y: number, across: number, down: number, colour: Rgb, alpha: number): void {
      context.save();
      context.translate(x, y);
      context.scale(1, down / across);
      const fade = context.createRadialGradient(0, 0, 0, 0, 0, across);
      context.fillStyle = shaded(fade, [0, css(colour, alpha)], [0.5, css(colour, alpha * 0.55)], [1, css(colour, 0)]);
      context.fillRect(-across, -across, 2 * across, 2 * across);
      context.restore();
    },
    fill(path: string, fill: string | Gradient): void {
      context.fillStyle = fill;
      context.fill(new Path2D(path));
    },
    stroke(path: string, width: number, colour: string): void {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(new Path2D(path));
    },
  };
}

function drawHairBehind({ ellipse }: Brush, { hair, half, long, longHair }: Look): void {
  const down = longHair ? long * 1.5 : long * 0.75;
  ellipse(0, longHair ? 30 : -34, half * (longHair ? 1.34 : 1.12), down, css(darker(hair, 0.85)));
}

function drawNeck({ context, fill }: Brush, { skin, half: h, long: l }: Look): void {
  const shade = context.createLinearGradient(0, l * 0.6, 0, l * 1.5);
  const neck = `
    M ${-h * 0.52} ${l * 0.5}
    Q ${-h * 0.5} ${l * 1.2} ${-h * 0.75} ${l * 1.38}
    Q 0 ${l * 1.75} ${h * 0.75} ${l * 1.38}
    Q ${h * 0.5} ${l * 1.2} ${h * 0.52} ${l * 0.5}
  `;
  fill(neck, shaded(shade, [0, css(darker(skin, 0.62))], [1, css(darker(skin, 0.9))]));
}

function drawHead({ context, ellipse, smudge, fill }: Brush, { skin, half: h, long: l, beard, hair }: Look): void {
  for (const side of [-1, 1]) {
    ellipse(side * h * 0.99, 4, 13, 28, css(darker(skin, 0.86)));
    smudge(side * h * 0.99, 6, 8, 18, darker(skin, 0.5), 0.6);
  }
  const light = context.createRadialGradient(-h * 0.2, -l * 0.25, h * 0.2, 0, 0, l * 1.15);
  const lightest = css(skin.map((value) => Math.min(255, value * 1.07)) as Rgb);
  const head = `
    M ${-h} ${-l * 0.25}
    C ${-h * 1.02} ${l * 0.35} ${-h * 0.72} ${l * 0.78} ${-h * 0.3} ${l * 0.96}
    Q 0 ${l * 1.07} ${h * 0.3} ${l * 0.96}
    C ${h * 0.72} ${l * 0.78} ${h * 1.02} ${l * 0.35} ${h} ${-l * 0.25}
    C ${h * 0.95} ${-l * 1.12} ${-h * 0.95} ${-l * 1.12} ${-h} ${-l * 0.25}
  `;
  fill(head, shaded(light, [0, lightest], [0.6, css(skin)], [1, css(darker(skin, 0.62))]));
  for (const side of [-1, 1]) {
    smudge(side * h * 0.55, l * 0.22, 34, 26, [200, 90, 70], 0.16);
    smudge(side * h * 0.8, l * 0.4, 30, 60, darker(skin, 0.45), 0.22);
  }
  smudge(0, -l * 0.55, 60, 34, [255, 250, 240], 0.16);
  if (beard) smudge(0, l * 0.72, h * 0.8, l * 0.42, darker(hair, 0.8), 0.62);
}

function drawBrowsAndEyes({ context, ellipse, smudge, stroke }: Brush, { skin, hair, iris, eyes }: Look): void {
  context.lineCap = 'round';
  for (const side of [-1, 1]) {
    const x = side * eyes;
    smudge(x, -16, 34, 24, darker(skin, 0.4), 0.42);
    stroke(`M ${x - side * 20} -30 Q ${x + side * 4} -42 ${x + side * 25} -30`, 7, css(darker(hair, 0.9), 0.82));
    ellipse(x, -8, 18, 8.5, '#eee9e4');
    smudge(x, -14, 20, 7, [20, 12, 10], 0.5);
    ellipse(x, -9, 8.2, 8.2, css(iris));
    ellipse(x, -9, 4, 4, '#0b0807');
    ellipse(x - 2.4, -12, 2, 2, 'rgba(255,255,255,0.9)');
    stroke(`M ${x - 20} -6 Q ${x} -24 ${x + 20} -6`, 3.2, 'rgba(22,14,12,0.9)');
    stroke(`M ${x - 18} -5 Q ${x} 4 ${x + 18} -5`, 1.6, css(darker(skin, 0.5), 0.75));
    smudge(x, 8, 22, 8, darker(skin, 0.55), 0.3);
  }
}

function drawNose({ smudge }: Brush, { skin }: Look): void {
  smudge(-13, 18, 12, 40, darker(skin, 0.45), 0.32);
  smudge(14, 18, 12, 40, darker(skin, 0.45), 0.38);
  smudge(0, 22, 8, 34, [255, 248, 236], 0.3);
  smudge(0, 38, 15, 12, [255, 240, 226], 0.25);
  smudge(0, 50, 26, 8, darker(skin, 0.35), 0.6);
  for (const side of [-1, 1]) smudge(side * 10, 47, 7, 5, [35, 16, 12], 0.9);
}

function drawMouth({ smudge, fill, stroke }: Brush, { skin }: Look, smile: number): void {
  const lip: Rgb = [skin[0] * 0.78, skin[1] * 0.52, skin[2] * 0.5];
  const y = 78 - smile;
  smudge(0, 62, 14, 8, darker(skin, 0.6), 0.35);
  fill(`M -31 ${y} Q -12 66 0 71 Q 12 66 31 ${y} Q 0 99 -31 ${y}`, css(lip, 0.92));
  stroke(`M -31 ${y} Q 0 83 31 ${y}`, 2.4, 'rgba(60,20,18,0.8)');
  smudge(0, 98, 26, 9, darker(skin, 0.4), 0.45);
}

function drawHairInFront({ smudge, fill, stroke }: Brush, { hair, longHair, ...look }: Look, random: Random): void {
  const { half: h, long: l } = look;
  const parting = random.between(-0.5, 0.5) * h;
  const [crown, end] = longHair ? [1.56, 60] : [1.32, -6];
  const fringe = `
    M ${-h * 1.08} ${end}
    C ${-h * 1.3} ${-l * crown} ${h * 1.3} ${-l * crown} ${h * 1.08} ${end}
    C ${h * 0.94} ${-l * 0.4} ${parting + 30} ${-l * 0.62} ${parting} ${-l * 0.66}
    C ${parting - 30} ${-l * 0.62} ${-h * 0.94} ${-l * 0.4} ${-h * 1.08} ${end}
  `;
  fill(fringe, css(hair));
  for (let strand = 0; strand < 60; strand++) {
    const from = random.between(-1, 1) * h;
    const colour = css(random.chance(0.5) ? [255, 235, 210] : [0, 0, 0], 0.07);
    const path = `M ${parting} ${-l * 0.95} Q ${from} ${-l * 0.98} ${from * 1.05} ${-l * 0.6}`;
    stroke(path, random.between(1, 3), colour);
  }
  smudge(-h * 0.25, -l * 0.86, 50, 18, [255, 240, 220], 0.2);
}

function drawGlasses({ context }: Brush, { eyes, half }: Look): void {
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
