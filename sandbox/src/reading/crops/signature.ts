import type { Box, TextItem } from '../document.ts';
import { loadOpenCv } from '../sheet/opencv.ts';
import type { Blob } from './blobs.ts';
import { onPage, within } from './box.ts';
import { findInk } from './ink.ts';
import { takePart, type Raster } from './raster.ts';
import { boxOfItem, signatureLabels, type Label } from './signatureLabel.ts';

/** Recognised with less than this, a piece of text may be the signature itself. */
const SURELY_TEXT = 0.6;
/** Everything in heights of the label's letters: a signature is larger than what is printed about it. */
const REACH = { aside: 26, above: 9, below: 9 };
const SMALLEST = { width: 4, height: 1.4 };
const LARGEST = { width: 60, height: 14 };
const TOGETHER = 2.2;
/** A speck has fewer points than this, in parts of a letter's square. */
const SPECK = 0.12;
/** A pen's stroke covers little of the place it takes; a stamp, a logo or a photo covers much. */
const COVERED = { least: 0.015, most: 0.35 };
const MARGIN = 0.25;

/** The holder's signature: ink near a label that announces it. */
export async function findSignature(page: Raster, items: TextItem[], scale: number, others: Box[]): Promise<Box | null> {
  const labels = signatureLabels(items, scale);
  if (labels.length === 0) return null;
  const text = items.filter(({ confidence = 1 }) => confidence >= SURELY_TEXT).map((item) => boxOfItem(item, scale));
  const { cv } = await loadOpenCv();
  const found: Box[] = [];
  for (const label of labels) {
    const place = onPage(placeFor(label), page);
    const ink = findInk(cv, await takePart(page, place, 1), [...text, ...others, label].map((box) => within(place, box)), label.size);
    found.push(...signaturesIn(ink.map((blob) => ({ ...blob, left: blob.left + place.left, top: blob.top + place.top })), label, place));
  }
  return found.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

/** The one that is most likely the label's, if there is any. */
function signaturesIn(ink: Blob[], label: Label, place: Box): Box[] {
  const { size } = label;
  const near = ink.filter((blob) => blob.points >= SPECK * size * size && !touchesEdge(blob, place));
  const handwritten = clusters(near, TOGETHER * size).filter((cluster) => isHandwriting(cluster, size));
  const best = handwritten.toSorted((a, b) => merit(b, label) - merit(a, label))[0];
  return best ? [withMargin(best, MARGIN * size)] : [];
}

/** What goes on beyond the place is not written there. */
function touchesEdge(box: Box, place: Box): boolean {
  const right = place.left + place.width - box.left - box.width;
  const bottom = place.top + place.height - box.top - box.height;
  return Math.min(box.left - place.left, box.top - place.top, right, bottom) <= 0;
}

function placeFor({ left, top, width, height, size }: Label): Box {
  const [aside, above, below] = [REACH.aside * size, REACH.above * size, REACH.below * size];
  return { left: left - aside, top: top - above, width: width + 2 * aside, height: height + above + below };
}

/** Pieces of ink that lie close to each other. */
function clusters(blobs: Blob[], apart: number): Blob[] {
  const grown: Blob[] = [];
  for (const blob of blobs.toSorted((a, b) => b.points - a.points)) {
    let joined = blob;
    for (let near = neighbour(grown, joined, apart); near >= 0; near = neighbour(grown, joined, apart)) joined = union(joined, grown.splice(near, 1)[0] as Blob);
    grown.push(joined);
  }
  return grown;
}

const neighbour = (blobs: Blob[], to: Blob, apart: number) => blobs.findIndex((blob) => distance(blob, to) <= apart);

function distance(a: Box, b: Box): number {
  const across = Math.max(a.left, b.left) - Math.min(a.left + a.width, b.left + b.width);
  const down = Math.max(a.top, b.top) - Math.min(a.top + a.height, b.top + b.height);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
}

function union(a: Blob, b: Blob): Blob {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top, points: a.points + b.points };
}

function isHandwriting({ width, height, points }: Blob, size: number): boolean {
  const covered = points / (width * height);
  return (
    width >= SMALLEST.width * size && width <= LARGEST.width * size && height >= SMALLEST.height * size && height <= LARGEST.height * size &&
    width >= height && covered >= COVERED.least && covered <= COVERED.most
  );
}

/** Much ink close to its label. */
function merit(cluster: Blob, label: Label): number {
  return cluster.points / (1 + distance(cluster, label) / label.size) ** 2;
}

function withMargin({ left, top, width, height }: Box, margin: number): Box {
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}
