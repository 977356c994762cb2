import { A4, type Layout } from '../document.ts';
import { randomFrom, type Random } from '../synthetic/random.ts';
import { imageOf, writeFile, type FileForm } from './files.ts';
import { frameShot, longestSide, photograph } from './photo.ts';
import { renderPages, type Picture } from './render.ts';
import { scan } from './scan.ts';

export const CONDITIONS = ['pdf', 'scan300', 'scan150', 'photo', 'rotated', 'low'] as const;
export type Condition = (typeof CONDITIONS)[number];

export type MadeFile = { bytes: Buffer; extension: FileForm };

/** Does to a PDF what happens on the way to somebody's inbox. */
export async function putThrough(condition: Condition, pdf: Buffer, layout: Layout, seed: string): Promise<MadeFile> {
  const random = randomFrom(`${condition} ${seed}`);
  if (condition === 'pdf') return { bytes: pdf, extension: 'pdf' };
  if (condition === 'photo') return photo(pdf, layout, random);
  if (condition === 'rotated') return scanned(pdf, isSmall(layout) ? 300 : 200, random, random.pick([90, 180, 270]));
  return scanned(pdf, { scan300: 300, scan150: 150, low: 100 }[condition], random);
}

export const isSmall = ({ size }: Pick<Layout, 'size'>): boolean => size.width < A4.width - 100;

async function scanned(pdf: Buffer, dotsPerInch: number, random: Random, turn = 0): Promise<MadeFile> {
  const pages: Picture[] = [];
  for (const page of await renderPages(pdf, dotsPerInch))
    pages.push(await turned(await scan(page, dotsPerInch, random), turn));
  const extension = pages.length > 1 ? 'pdf' : random.pick(['jpg', 'jpg', 'jpg', 'pdf', 'png', 'tif'] as const);
  return { bytes: await writeFile(pages, extension, { quality: random.whole(68, 88), dotsPerInch }), extension };
}

async function turned(page: Picture, degrees: number): Promise<Picture> {
  if (degrees === 0) return page;
  const { data, info } = await imageOf(page).rotate(degrees).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Of a file of several pages the first is photographed. */
async function photo(pdf: Buffer, { size, ...layout }: Layout, random: Random): Promise<MadeFile> {
  const small = isSmall({ ...layout, size });
  const shot = frameShot(size, random, small);
  const dotsPerInch = (longestSide(shot) / Math.max(size.width, size.height)) * 72;
  const [page] = await renderPages(pdf, dotsPerInch);
  const taken = photograph(page as Picture, shot, random);
  const bytes = await imageOf(taken)
    .blur(random.between(0.5, 0.9))
    .jpeg({ quality: random.whole(78, 92) })
    .toBuffer();
  return { bytes, extension: 'jpg' };
}
