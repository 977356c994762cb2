import { loadImage } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { photograph, type Shot } from '../degradations/photo.ts';
import { drawBarcode, type DrawnFormat } from '../drawing/barcodes.ts';
import { imageOf, many, pictureOn, sheetOf, svgText, type Picture } from '../drawing/pictures.ts';
import { randomFrom, sensorNoise, type Random } from '../synthetic/random.ts';
import { words } from '../templates.ts';

/** Kinds of codes, each with a maker of values. The last digit of an EAN or UPC is its check digit. */
const KINDS = {
  QRCode: (random: Random) => `https://example.com/${lettersOf(random, 20)}`,
  DataMatrix: (random: Random) => lettersOf(random, 24),
  Aztec: (random: Random) => lettersOf(random, 24),
  PDF417: (random: Random) => lettersOf(random, 40),
  Code39: (random: Random) => lettersOf(random, random.whole(4, 10)),
  Code128: (random: Random) => lettersOf(random, random.whole(6, 18)),
  EAN13: (random: Random) => withCheckDigit(random.digits(12)),
  EAN8: (random: Random) => withCheckDigit(random.digits(7)),
  UPCA: (random: Random) => withCheckDigit(random.digits(11)),
  ITF: (random: Random) => random.digits(2 * random.whole(2, 10)),
} satisfies Partial<Record<DrawnFormat, (random: Random) => string>>;
export type CodeKind = keyof typeof KINDS;
export const CODE_KINDS = Object.keys(KINDS) as CodeKind[];

const FRAME = { width: 1000, height: 750 };
const PAPERS = ['#fff', '#f4f1e8', '#e8eef4'];
/** Pixels of a module of a code in print. */
const MODULE = 3;

/**
 * A picture of a code with some writing around it and what the code says, or of things that are none and null. The same seed
 * makes the same picture.
 */
export async function codeScene(kind: string, condition: CodeCondition, seed: string) {
  const random = randomFrom(`${seed} ${kind} ${condition}`);
  const value = isCode(kind) ? KINDS[kind](random) : null;
  const label = isCode(kind) ? await labelOf(kind, value ?? '', condition, random) : null;
  const content = label ? writing(random, label.top + label.height) : (OTHER_THINGS[kind]?.(random) ?? '');
  const canvas = sheetOf(FRAME.width, FRAME.height, random.pick(PAPERS), content);
  if (label) canvas.getContext('2d').drawImage(label.image, label.left, label.top);
  const page = pictureOn(canvas);
  const image = TAKEN[condition]?.(page, random) ?? imageOf(page);
  return { value, bytes: await image.jpeg({ quality: random.whole(55, 90) }).toBuffer() };
}

const isCode = (kind: string): kind is CodeKind => kind in KINDS;

const lettersOf = (random: Random, count: number) => random.text('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', count);

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** The code with its quiet zone, as large as the condition wants it, somewhere; bars are cut to a usual height. */
async function labelOf(kind: CodeKind, value: string, condition: CodeCondition, random: Random) {
  const drawn = sharp(await drawBarcode(value, kind, { scale: MODULE, quietZone: true })).flatten({
    background: '#fff',
  });
  const { width: natural = 0 } = await drawn.metadata();
  const size = condition === 'small' ? random.between(0.4, 0.6) : random.between(0.8, 1.2);
  const scaled = drawn.resize({ width: Math.round(Math.min(0.9 * FRAME.width, natural * size)), kernel: 'lanczos3' });
  const pale = condition === 'pale' ? scaled.linear(random.between(0.25, 0.45), random.between(60, 130)) : scaled;
  const image = await loadImage(
    await (condition === 'inverted' ? pale.negate({ alpha: false }) : pale).png().toBuffer(),
  );
  const { width, height } = image;
  const left = random.whole(10, Math.max(10, FRAME.width - width - 10));
  const top = random.whole(10, Math.max(10, FRAME.height - height - 10));
  return { image, left, top, height };
}

/** Lines of words and numbers, most of them below a height. */
const writing = (random: Random, from: number): string =>
  many(6, (row) => {
    const [x, y] = [random.whole(10, 500), (from + 40 + 60 * row) % FRAME.height];
    const words = `${lettersOf(random, 6)} ${random.digits(5)} Example`;
    return svgText(x, y, random.whole(14, 34), words);
  });

/** How a code comes into a picture. */
export const CODE_CONDITIONS = words('clean small turned tilted blurred noisy pale inverted photo');
export type CodeCondition = (typeof CODE_CONDITIONS)[number];

/** What becomes of the whole page. */
const TAKEN: Partial<Record<CodeCondition, (page: Picture, random: Random) => Sharp>> = {
  turned: (page, random) =>
    imageOf(page).rotate(random.pick([90, 180, 270]) + random.between(-4, 4), { background: '#ddd' }),
  tilted: (page, random) => imageOf(page).rotate(random.between(-30, 30), { background: '#ccc' }),
  blurred: (page, random) => imageOf(page).blur(random.between(1.2, 2.2)),
  noisy: (page, random) => imageOf(withNoise(page, random)),
  photo: (page, random) => imageOf(photographed(page, random)).blur(random.between(0.4, 0.9)),
};

function withNoise({ data, width, height }: Picture, random: Random): Picture {
  const noise = sensorNoise(random, random.between(12, 26));
  return { data: Uint8ClampedArray.from(data, (value) => value + noise()), width, height };
}

/** From an angle, on a table. */
function photographed(page: Picture, random: Random): Picture {
  const corner = (x: number, y: number) => ({ x: x + random.between(-70, 70), y: y + random.between(-70, 70) });
  const corners: Shot['corners'] = [corner(200, 180), corner(1200, 180), corner(1200, 930), corner(200, 930)];
  return photograph(page, { width: 1400, height: 1100, corners, roundness: 0 }, random);
}

/** Things that are no code but have lines, bars or squares as codes have. */
const OTHER_THINGS: Record<string, (random: Random) => string> = {
  writing: (random) => writing(random, 0) + writing(random, 30),
  form: (random) =>
    many(18, (row) => {
      const y = 30 + 40 * row;
      const columns = Array.from({ length: 6 }, () => random.whole(20, 980));
      return `<path d="M20 ${y}H980${columns.map((x) => `M${x} ${y}v40`).join('')}" stroke="#000" fill="none"/>`;
    }) + writing(random, 15),
  stripes: (random) =>
    many(random.whole(20, 90), (at) => {
      const x = 100 + 9 * at + random.whole(0, 3);
      return `<rect x="${x}" y="150" width="${random.whole(2, 6)}" height="${random.whole(200, 420)}"/>`;
    }),
  squares: (random) =>
    many(900, (at) => {
      const [x, y] = [200 + 12 * (at % 30), 150 + 12 * Math.floor(at / 30)];
      return random.chance(0.5) ? `<rect x="${x}" y="${y}" width="12" height="12"/>` : '';
    }),
  columns: (random) =>
    many(40, (row) => {
      const numbers = Array.from({ length: 9 }, () => random.digits(6)).join(' 1l1 ');
      return svgText(20, 20 + 18 * row, 14, numbers, 'cousine');
    }),
};
export const OTHER_KINDS = Object.keys(OTHER_THINGS);
