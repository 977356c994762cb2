import sharp from 'sharp';
import { A4 } from '../groundTruth.ts';
import type { Random } from '../synthetic/random.ts';
import { sensorNoise } from '../synthetic/random.ts';
import type { Picture } from './render.ts';

const MOST_SKEW = 1.5;

/** A page as a flatbed scanner delivers it: slightly skewed, noisy, soft. A card is somewhere on a white bed. */
export async function scan(page: Picture, dotsPerInch: number, random: Random): Promise<Picture> {
  const skew = random.between(-MOST_SKEW, MOST_SKEW);
  const lid = random.pick(['#ffffff', '#fbfbfa', '#f4f4f2', '#e9e9e8']);
  const turned = sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } }).rotate(skew, {
    background: lid,
  });
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  const laid = await layOnBed(
    { data, width: info.width, height: info.height },
    isCard(page, dotsPerInch),
    lid,
    dotsPerInch,
    random,
  );
  const soft = sharp(laid.data, { raw: { width: laid.width, height: laid.height, channels: 3 } }).blur(
    random.between(0.4, 0.7),
  );
  const out = await (random.chance(0.25) ? soft.grayscale().toColourspace('srgb') : soft)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return addNoise(
    { data: threeChannels(out.data, out.info.channels), width: out.info.width, height: out.info.height },
    random,
  );
}

const isCard = ({ width }: Picture, dotsPerInch: number): boolean => width / dotsPerInch < A4.width / 72 - 1;

async function layOnBed(
  page: Picture,
  small: boolean,
  lid: string,
  dotsPerInch: number,
  random: Random,
): Promise<Picture> {
  if (!small) return page;
  const whole = random.chance(0.4);
  const margin = () => Math.round(dotsPerInch * random.between(0.05, 0.5));
  const [left, top] = [margin(), margin()];
  const width = Math.max(page.width + left + margin(), whole ? Math.round((A4.width / 72) * dotsPerInch) : 0);
  const height = Math.max(page.height + top + margin(), whole ? Math.round((A4.height / 72) * dotsPerInch) : 0);
  const input = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } })
    .png()
    .toBuffer();
  const bed = sharp({ create: { width, height, channels: 3, background: lid } }).composite([{ input, left, top }]);
  const data = await bed.removeAlpha().raw().toBuffer();
  return { data, width, height };
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const wide = new Uint8Array((data.length / channels) * 3);
  for (let pixel = 0; pixel * channels < data.length; pixel++)
    wide.fill(data[pixel * channels] as number, pixel * 3, pixel * 3 + 3);
  return wide;
}

function addNoise({ width, height, data: read }: Picture, random: Random): Picture {
  const next = sensorNoise(random, random.between(4, 9));
  const data = new Uint8ClampedArray(read);
  for (let index = 0; index < data.length; index += 3) {
    const step = next();
    for (let channel = index; channel < index + 3; channel++) data[channel] = (data[channel] as number) + step;
  }
  return { data, width, height };
}
