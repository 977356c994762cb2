import { imageOf, pictureOf, type Picture } from '../drawing/pictures.ts';
import { A4 } from '../groundTruth.ts';
import { sensorNoise, type Random } from '../synthetic/random.ts';

const MOST_SKEW = 1.5;

/** A page as a flatbed scanner delivers it: slightly skewed, noisy, soft. A card is somewhere on a white bed. */
export async function scan(page: Picture, dotsPerInch: number, random: Random): Promise<Picture> {
  const skew = random.between(-MOST_SKEW, MOST_SKEW);
  const lid = random.pick(['#ffffff', '#fbfbfa', '#f4f4f2', '#e9e9e8']);
  const turned = await pictureOf(imageOf(page).rotate(skew, { background: lid }));
  const isCard = page.width / dotsPerInch < A4.width / 72 - 1;
  const laid = isCard ? await layOnBed(turned, lid, dotsPerInch, random) : turned;
  const soft = imageOf(laid).blur(random.between(0.4, 0.7));
  const isGrey = random.chance(0.25);
  const seen = isGrey ? imageOf(await pictureOf(soft.grayscale()), 1).toColourspace('srgb') : soft;
  return addNoise(await pictureOf(seen), random);
}

async function layOnBed(page: Picture, lid: string, dotsPerInch: number, random: Random): Promise<Picture> {
  const whole = random.chance(0.4);
  const margin = () => Math.round(dotsPerInch * random.between(0.05, 0.5));
  const [left, top] = [margin(), margin()];
  const width = Math.max(page.width + left + margin(), whole ? Math.round((A4.width / 72) * dotsPerInch) : 0);
  const height = Math.max(page.height + top + margin(), whole ? Math.round((A4.height / 72) * dotsPerInch) : 0);
  const [right, bottom] = [width - left - page.width, height - top - page.height];
  return pictureOf(imageOf(page).extend({ left, top, right, bottom, background: lid }));
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
