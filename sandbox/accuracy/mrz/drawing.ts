import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { canvasFont } from '../drawing/canvasFont.ts';
import type { Holder, MrzKind } from '../synthetic/passports.ts';
import type { Random } from '../synthetic/random.ts';

/** Pixels in a millimetre. */
const SCALE = 14;
/** In millimetres, as all measures here. */
const SIZES: Record<MrzKind, [width: number, height: number]> = {
  td1: [85.6, 54],
  td2: [105, 74],
  td3: [125, 88],
  mrva: [120, 80],
  mrvb: [105, 74],
  french: [105, 74],
};
/** ICAO 9303 has ten characters an inch. */
const PITCH = 2.54;

/** A document on tinted paper with guilloches, some printed fields, and its lines at the bottom, and where these begin. */
export function drawDocument(holder: Holder, kind: MrzKind, lines: string[], random: Random) {
  const [width, height] = SIZES[kind];
  const canvas = createCanvas(Math.round(width * SCALE), Math.round(height * SCALE));
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  context.fillStyle = random.pick(['#f3efe2', '#e6eef2', '#f2e6e8', '#e9f2e6', '#ffffff', '#d9e2ea', '#f0dfc8']);
  context.fillRect(0, 0, width, height);
  drawGuilloches(context, width, height, random);
  const isCard = kind === 'td1';
  if (!isCard) drawPortrait(context, random);
  drawFields(context, holder, isCard, random);
  const gap = random.between(5.6, 6.4) * (isCard ? 0.95 : 1);
  const bottom = height - (isCard ? 4.2 : random.between(5, 8));
  const left = (width - (lines[0] as string).length * PITCH) / 2 + random.between(-0.5, 0.5);
  context.fillStyle = random.pick(['#16161a', '#2a2a33', '#10203a', '#3a3a3a']);
  context.font = `${3.5 * random.between(0.95, 1.08)}px ${canvasFont('ocr-b')}`;
  lines.forEach((line, row) => drawLine(context, line, left, bottom - (lines.length - 1 - row) * gap));
  return { canvas, zoneTop: (bottom - (lines.length - 1) * gap - 5) * SCALE };
}

function drawLine(context: SKRSContext2D, line: string, left: number, y: number): void {
  const stretch = PITCH / context.measureText('0').width;
  [...line].forEach((character, at) => {
    context.save();
    context.translate(left + at * PITCH, y);
    context.scale(stretch, 1);
    context.fillText(character, 0, 0);
    context.restore();
  });
}

function drawGuilloches(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const count = random.whole(0, 60);
  const [wave, rise] = [random.between(6, 14), random.between(1, 5)];
  context.strokeStyle = `hsla(${random.whole(0, 359)}, 40%, 45%, ${random.between(0.1, 0.4)})`;
  context.lineWidth = random.between(0.15, 0.35);
  for (let at = 0; at < count; at++) {
    const shift = at * random.between(0.9, 1.1);
    context.beginPath();
    for (let x = 0; x <= width; x += 1.5) context.lineTo(x, (at * height) / count + rise * Math.sin(x / wave + shift));
    context.stroke();
  }
}

function drawPortrait(context: SKRSContext2D, random: Random): void {
  context.fillStyle = random.pick(['#bb9999', '#88aa88', '#8899aa']);
  context.fillRect(6, 14, 30, 38);
  context.fillStyle = '#e8c8ae';
  context.beginPath();
  context.ellipse(21, 30, 8, 11, 0, 0, 2 * Math.PI);
  context.fill();
}

/** Printed fields beside the portrait, sometimes without what the zone says; the back of a card has others. */
function drawFields(context: SKRSContext2D, holder: Holder, isCard: boolean, random: Random): void {
  const font = canvasFont(random.pick(['roboto', 'lato', 'pt-serif']));
  const day = (iso: string) => iso.split('-').reverse().join('.');
  const field = (label: string, value: string, x: number, y: number) => {
    context.font = `1.7px ${font}`;
    context.fillText(label, x, y);
    context.font = `2.7px ${font}`;
    context.fillText(value, x, y + 3.4);
  };
  context.fillStyle = '#222233';
  if (isCard) {
    field('Address', 'Example street 12', 5, 8);
    field('Height', '1.75 m', 45, 8);
    field('Authority', 'Example office', 5, 18);
    if (random.chance(0.4)) field('Remarks', `Employment permitted until ${day(holder.expires)}`, 30, 20);
  } else if (random.chance(0.7)) {
    field('Surname', holder.surname, 42, 16);
    field('Given names', holder.given, 42, 24);
    field('Date of birth', day(holder.born), 42, 32);
    field('Sex', holder.sex, 72, 32);
    field('Date of expiry', day(holder.expires), 42, 40);
  }
}
