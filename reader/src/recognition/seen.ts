import type { Pixels, PageImage } from '../reading.ts';
import { detectStrips } from './detect.ts';
import { toGrey, type Grey } from '../preprocessing/grey.ts';
import { evenLight } from '../preprocessing/light.ts';
import type { Strip } from './strip.ts';

/** A page as the engines see it: its picture and its lines, null if they cannot be found here. */
export type Seen = { picture: Grey; strips: Strip[] | null };

const known = new WeakMap<Pixels, Promise<Seen>>();

/** Every reader of a page begins with this; done once for all of them. */
export function see({ pixels }: PageImage): Promise<Seen> {
  const before = known.get(pixels);
  if (before) return before;
  const seen = lookAt(pixels);
  known.set(pixels, seen);
  return seen;
}

async function lookAt(pixels: Pixels): Promise<Seen> {
  const picture = evenLight(await toGrey(pixels));
  return { picture, strips: await detectStrips(picture) };
}
