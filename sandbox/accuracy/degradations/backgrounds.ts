import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { pictureOn, type Picture } from '../drawing/pictures.ts';
import type { Random } from '../synthetic/random.ts';

const SIZE = 480;

type Ground = (context: SKRSContext2D, random: Random) => void;

/** Surfaces that people put documents on; several have the colours of documents. */
const GROUNDS: Record<string, Ground> = {
  'dark wood': (context, random) => planks(context, random, ['#5a3a22', '#4c301c', '#674528']),
  'light wood': (context, random) => planks(context, random, ['#c9a271', '#bd9463', '#d4b082']),
  'white table': (context, random) => speckled(context, random, '#e8e7e3', 5),
  'grey table': (context, random) => speckled(context, random, '#9b9c9e', 9),
  'dark table': (context, random) => speckled(context, random, '#2b2d31', 8),
  'cream cloth': (context, random) => woven(context, random, '#dccfb4'),
  'blue cloth': (context, random) => woven(context, random, '#3d5778'),
  'pale green cloth': (context, random) => woven(context, random, '#cfdccb'),
  granite: (context, random) => speckled(context, random, '#6f6b68', 46),
};

/** A picture of a surface, to be stretched under a document. */
export function background(random: Random): Picture {
  const canvas = createCanvas(SIZE, SIZE);
  const context = canvas.getContext('2d');
  const name = random.pick(Object.keys(GROUNDS));
  GROUNDS[name]?.(context, random);
  return pictureOn(canvas);
}

function planks(context: SKRSContext2D, random: Random, colours: string[]): void {
  for (let plank = 0; plank < 5; plank++) {
    context.fillStyle = random.pick(colours);
    context.fillRect(0, plank * 96, SIZE, 96);
    context.fillStyle = 'rgba(0,0,0,0.35)';
    context.fillRect(0, plank * 96, SIZE, 2);
    for (let vein = 0; vein < 14; vein++) {
      const y = plank * 96 + random.between(3, 93);
      context.strokeStyle = `rgba(30,15,5,${random.between(0.05, 0.22)})`;
      context.lineWidth = random.between(0.5, 2);
      const [first, second, end] = [random.between(-8, 8), random.between(-8, 8), random.between(-5, 5)];
      context.stroke(new Path2D(`M 0 ${y} C 160 ${y + first} 320 ${y + second} ${SIZE} ${y + end}`));
    }
  }
}

function speckled(context: SKRSContext2D, random: Random, colour: string, strength: number): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, SIZE, SIZE);
  for (let speck = 0; speck < 2500; speck++) {
    const tone = random.chance(0.5) ? 255 : 0;
    context.fillStyle = `rgba(${tone},${tone},${tone},${(random.next() * strength) / 100})`;
    context.fillRect(random.between(0, SIZE), random.between(0, SIZE), random.between(1, 5), random.between(1, 5));
  }
}

function woven(context: SKRSContext2D, random: Random, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, SIZE, SIZE);
  for (let thread = 0; thread < SIZE; thread += 3) {
    context.fillStyle = `rgba(0,0,0,${random.between(0.02, 0.12)})`;
    context.fillRect(0, thread, SIZE, 1.4);
    context.fillStyle = `rgba(255,255,255,${random.between(0.02, 0.12)})`;
    context.fillRect(thread, 0, 1.4, SIZE);
  }
}
