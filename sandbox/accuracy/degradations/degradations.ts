import { Paper } from '../drawing/paper.ts';
import { imageOf, pictureOf, type Picture } from '../drawing/pictures.ts';
import { A4, type Size } from '../groundTruth.ts';
import { randomFrom, type Random } from '../synthetic/random.ts';
import { frameShot, longestSide, photograph } from './photo.ts';
import { renderPages } from './render.ts';
import { scan } from './scan.ts';

export const DEGRADATIONS = ['pdf', 'scan300', 'scan150', 'photo', 'rotated', 'low'] as const;
export type Degradation = (typeof DEGRADATIONS)[number];

export type DegradedFile = { bytes: Buffer; extension: 'jpg' | 'png' | 'tif' | 'pdf' };

/** Turns a clean PDF into what a scanner or camera would make of it. */
export async function degrade(degradation: Degradation, pdf: Buffer, size: Size, seed: string): Promise<DegradedFile> {
  const random = randomFrom(`${degradation} ${seed}`);
  if (degradation === 'pdf') return { bytes: pdf, extension: 'pdf' };
  if (degradation === 'photo') return photo(pdf, size, random);
  if (degradation === 'rotated') return scanned(pdf, isSmall(size) ? 300 : 200, random, random.pick([90, 180, 270]));
  return scanned(pdf, { scan300: 300, scan150: 150, low: 100 }[degradation], random);
}

const isSmall = ({ width }: Size): boolean => width < A4.width - 100;

async function scanned(pdf: Buffer, dotsPerInch: number, random: Random, degrees = 0): Promise<DegradedFile> {
  const pages: Picture[] = [];
  for (const page of await renderPages(pdf, dotsPerInch))
    pages.push(await rotated(await scan(page, dotsPerInch, random), degrees));
  const extension = pages.length > 1 ? 'pdf' : random.pick(['jpg', 'jpg', 'jpg', 'pdf', 'png', 'tif'] as const);
  const quality = random.whole(68, 88);
  if (extension === 'pdf') return { bytes: await pdfOf(pages, quality, dotsPerInch), extension };
  const settings = { jpg: { quality }, png: { compressionLevel: 3 }, tif: { compression: 'deflate' } }[extension];
  const image = imageOf(pages[0] as Picture).withMetadata({ density: dotsPerInch });
  return { bytes: await image.toFormat(extension as 'jpeg', settings).toBuffer(), extension };
}

async function rotated(page: Picture, degrees: number): Promise<Picture> {
  return degrees === 0 ? page : pictureOf(imageOf(page).rotate(degrees));
}

/** A photograph of the first page. */
async function photo(pdf: Buffer, size: Size, random: Random): Promise<DegradedFile> {
  const shot = frameShot(size, random, isSmall(size));
  const dotsPerInch = (longestSide(shot) / Math.max(size.width, size.height)) * 72;
  const [page] = await renderPages(pdf, dotsPerInch);
  const taken = photograph(page as Picture, shot, random);
  const bytes = await imageOf(taken)
    .blur(random.between(0.5, 0.9))
    .jpeg({ quality: random.whole(78, 92) })
    .toBuffer();
  return { bytes, extension: 'jpg' };
}

async function pdfOf(pages: Picture[], quality: number, dotsPerInch: number): Promise<Buffer> {
  const paper = new Paper();
  for (const page of pages) {
    const size = { width: (page.width * 72) / dotsPerInch, height: (page.height * 72) / dotsPerInch };
    paper.addPage(size, '');
    paper.picture(await imageOf(page).jpeg({ quality }).toBuffer(), 0, 0, size.width, size.height);
  }
  return paper.finish();
}
