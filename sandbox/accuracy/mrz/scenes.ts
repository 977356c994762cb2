import type { Canvas } from '@napi-rs/canvas';
import type { Sharp } from 'sharp';
import { photograph, turnedAbout, type Shot } from '../degradations/photo.ts';
import { imageOf, many, pictureOf, pictureOn, sheetOf, svgText, type Picture } from '../drawing/pictures.ts';
import { mrzLines, type Holder, type MrzKind } from '../synthetic/passports.ts';
import { dayBetween } from '../synthetic/dates.ts';
import { randomFrom, sensorNoise, type Random } from '../synthetic/random.ts';
import { words } from '../templates.ts';
import { drawDocument } from './drawing.ts';

/** How a document comes into a picture. */
export const MRZ_CONDITIONS = words('scan zone striped spread page photo turned curved worn two');
export type MrzCondition = (typeof MRZ_CONDITIONS)[number];

/** The least width of a character in pixels: below, people cannot read it either. */
const LEAST_WIDTH = 7.5;

/** A picture of a document, and who may be read from it: of two documents, either. The same seed makes the same picture. */
export async function mrzScene(kind: MrzKind, condition: MrzCondition, seed: string) {
  const random = randomFrom(`${seed} ${kind} ${condition}`);
  const holders = Array.from({ length: condition === 'two' ? 2 : 1 }, () => generateHolder(random, kind));
  const documents = holders.map((holder) => {
    const optional = random.chance(0.35) ? random.digits(7) : '';
    const lines = mrzLines(holder, kind, optional.slice(0, kind === 'td2' ? 6 : 7));
    return { ...drawDocument(holder, kind, lines, random), least: (lines[0] as string).length * LEAST_WIDTH };
  });
  const [{ canvas, zoneTop, least }] = documents as [(typeof documents)[number]];
  const drawn = pictureOn(canvas);
  const sized = (picture: Picture, most: number, from = least) =>
    imageOf(picture).resize({ width: Math.round(Math.exp(random.between(Math.log(from), Math.log(most)))) });
  const canvases = documents.map((document) => document.canvas);
  const makers: Record<MrzCondition, () => Promise<Sharp> | Sharp> = {
    scan: () => sized(drawn, 2600),
    zone: async () => {
      const top = Math.round(Math.max(0, zoneTop - random.between(0, 84)));
      const cut = imageOf(drawn).extract({ left: 0, top, width: drawn.width, height: drawn.height - top });
      return sized(await pictureOf(cut), 2000);
    },
    striped: () => sized(striped(canvas, zoneTop, random), 1000),
    spread: () => sized(spread(canvas, random), 2400, 2.2 * least),
    page: () => onPage([canvas], random.whole(Math.round(1.5 * least), 1000), random),
    photo: () => sized(shoot(drawn, random), 1900, 1.35 * least).blur(random.between(0.3, 1)),
    turned: () => {
      const degrees = random.pick([0, 90, 180, 270]) + random.between(-15, 15);
      return sized(drawn, 1800, 1.2 * least).rotate(degrees, { background: random.pick(['#777', '#fff', '#333']) });
    },
    curved: () => sized(curved(drawn, random), 1600),
    worn: async () => {
      const taken = random.chance(0.5) ? shoot(drawn, random) : drawn;
      const small = await pictureOf(sized(taken, 1500, 1.5 * least).blur(random.between(0.4, 0.9)));
      return imageOf(worn(small, random));
    },
    two: () => onPage(canvases, random.whole(Math.round(1.6 * least), 1150), random),
  };
  const image = await makers[condition]();
  const quality = condition === 'worn' ? random.whole(30, 60) : random.whole(50, 92);
  return { bytes: await image.jpeg({ quality }).toBuffer(), holders };
}

const SYLLABLES =
  'KA RO MIN TE LO SA VI DU BER GON HA PE NI CO WEX ZU QUI JOR FA MUE STRA OY ALB ETT RIX UND YEL'.split(' ');
const STATES = 'UTO PRT ESP FRA GBR USA CHE D ITA NLD POL JPN AUT SWE CAN MEX IND CHN ARG'.split(' ');
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A made-up person with a number in the shape of one of several states, and a name that no dictionary has. */
function generateHolder(random: Random, kind: MrzKind): Holder {
  const word = () => Array.from({ length: random.whole(2, 4) }, () => random.pick(SYLLABLES)).join('');
  const name = (chanceOfTwo: number) => (random.chance(chanceOfTwo) ? `${word()} ${word()}` : word());
  const mixed = () => (random.chance(0.45) ? random.pick(LETTERS) : random.digits(1));
  const isFrench = kind === 'french';
  const state = isFrench ? 'FRA' : random.pick(STATES);
  return {
    surname: name(0.25).slice(0, 18).trim(),
    given: name(0.4).slice(0, 9).trim(),
    number: isFrench
      ? random.digits(12)
      : random.pick([
          () => random.digits(9),
          () => random.pick(LETTERS) + random.pick(LETTERS) + random.digits(random.whole(6, 7)),
          () => Array.from({ length: 9 }, mixed).join(''),
        ])(),
    born: dayBetween(random, 1935, 2012),
    sex: random.pick(['F', 'M'] as const),
    expires: dayBetween(random, 2016, 2033),
    state,
    nationality: state,
  };
}

/** Documents of this width below each other on a page with text, or two on a table. */
function onPage(canvases: Canvas[], width: number, random: Random): Sharp {
  const left = random.whole(40, Math.max(40, 1200 - width));
  let top = random.whole(40, 400);
  const heights = canvases.map((canvas) => Math.round((width * canvas.height) / canvas.width));
  const height = Math.max(
    1754,
    heights.reduce((sum, one) => sum + one + 70, top),
  );
  const text = many(14, (row) => {
    const words = `Copy of the document for office use only, page ${row} of the file ${random.digits(4)}`;
    return svgText(90, 60 + 118 * row, 22, words);
  });
  const isTable = canvases.length > 1;
  const background = isTable ? random.pick(['#fbfbfa', '#555', '#cdb']) : '#fbfbfa';
  const page = sheetOf(1240, height, background, isTable ? '' : text);
  for (const [at, canvas] of canvases.entries()) {
    page.getContext('2d').drawImage(canvas, left, top, width, heights[at] as number);
    top += (heights[at] as number) + 70;
  }
  return imageOf(pictureOn(page));
}

/** The document with stripes of other colours behind its title and its zone, from border to border of the picture. */
function striped(canvas: Canvas, zoneTop: number, random: Random): Picture {
  const title = canvas.height * random.between(0.06, 0.12);
  const context = canvas.getContext('2d');
  context.globalCompositeOperation = 'multiply';
  context.resetTransform();
  for (const [from, to] of [
    [0, title],
    [zoneTop, canvas.height],
  ] as const) {
    context.fillStyle = random.pick(STRIPES);
    context.fillRect(0, from, canvas.width, to - from);
  }
  return pictureOn(canvas);
}

const STRIPES = ['#e3d3c4', '#cfe0d2', '#d6d2ea', '#f1d9d9', '#d5e6f0', '#b9c6d6'];

/** An open booklet: a page of text above the document, or beside it if the document lies a quarter turn to the text. */
function spread(canvas: Canvas, random: Random): Picture {
  const turn = random.pick([0, 90, 270]);
  const [width, height] = turn === 0 ? [canvas.width, canvas.height] : [canvas.height, canvas.width];
  const size = height / 40;
  const text = many(random.whole(14, 24), (row) => {
    const words = `Observations and notes of the authorities of the state, ${random.digits(4)}`;
    return svgText(width / 12, (row + 3) * 1.5 * size, size * 0.8, words);
  });
  const [left, top] = turn === 0 ? [0, height] : [width, 0];
  const sheet = sheetOf(width + left, height + top, '#eef1ea', text);
  const context = sheet.getContext('2d');
  context.translate(left + width / 2, top + height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return pictureOn(sheet);
}

/** A photograph of the document in a third to two thirds of the frame, turned and tilted. */
function shoot(drawn: Picture, random: Random): Picture {
  const [width, height] = [1900, 1425];
  const angle = (random.between(-15, 15) * Math.PI) / 180;
  const half = width * random.between(0.33, 0.43);
  const turned = turnedAbout(width / 2, height / 2, angle);
  const corner = (across: number, down: number) => {
    const x = across * half * random.between(0.94, 1.06);
    return turned(x, ((down * half * drawn.height) / drawn.width) * random.between(0.94, 1.06));
  };
  const corners: Shot['corners'] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return photograph(drawn, { width, height, corners, roundness: 0.03 }, random);
}

/** The page of an open booklet: each column is moved up or down. */
function curved({ data, width, height }: Picture, random: Random): Picture {
  const out = Buffer.alloc(data.length, 190);
  const rise = random.between(0.008, 0.03) * height * random.pick([-1, 1]);
  const [waves, start] = [random.between(0.7, 1.3), random.between(-0.3, 0.3)];
  for (let x = 0; x < width; x++) {
    const by = Math.round(rise * Math.sin(Math.PI * ((waves * x) / width + start)));
    for (let y = Math.max(0, -by); y < Math.min(height, height - by); y++)
      for (let channel = 0; channel < 3; channel++)
        out[(y * width + x) * 3 + channel] = data[((y + by) * width + x) * 3 + channel] as number;
  }
  return { data: out, width, height };
}

/** Little contrast, noise, a shadow's edge and sometimes the glare of a lamp. */
function worn({ data, width, height }: Picture, random: Random): Picture {
  const out = new Uint8ClampedArray(data.length);
  const noise = sensorNoise(random, random.between(2, 14));
  const contrast = random.between(0.45, 1);
  const lift = random.between(0, 1 - contrast) * 255;
  const shadow = { light: random.between(0.5, 1), x: random.between(0, width), slope: random.between(-0.5, 0.5) };
  const lamp = { x: random.between(0, width), y: random.between(0, height), size: random.between(0.1, 0.3) * width };
  const glare = random.chance(0.5) ? random.between(60, 130) : 0;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = x > shadow.x + shadow.slope * y ? shadow.light : 1;
      const shine = glare * Math.exp(-((Math.hypot(x - lamp.x, y - lamp.y) / lamp.size) ** 2));
      for (let channel = 0; channel < 3; channel++, at++)
        out[at] = ((data[at] as number) * contrast + lift) * light + shine + noise();
    }
  return { data: out, width, height };
}
