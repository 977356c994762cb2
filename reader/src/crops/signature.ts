import type { Box, TextItem } from '../reading.ts';
import { loadOpenCv } from '../preprocessing/opencv.ts';
import type { Blob } from './blobs.ts';
import { distance, onPage, within } from './box.ts';
import { findHandwriting } from './handwriting.ts';
import { findInk } from './ink.ts';
import { takePart, type Raster } from './raster.ts';
import { boxOfItem, signatureLabels, type Label } from './signatureLabel.ts';

/** Recognised with less than this, a piece of text may be the signature itself. */
const SURELY_TEXT = 0.6;
/** How far from its label somebody signs, in heights of the label's letters. */
const REACH = { aside: 26, above: 9, below: 9 };
const MARGIN = 0.25;

/**
 * The holder's signature: handwriting near a label that announces it. Without a label it may be anybody's, so there is
 * none.
 */
export async function findSignature(
  page: Raster,
  items: TextItem[],
  scale: number,
  pictures: Box[],
): Promise<Box | null> {
  const labels = signatureLabels(items, scale);
  const text = items.filter(({ confidence = 1 }) => confidence >= SURELY_TEXT).map((item) => boxOfItem(item, scale));
  const found: Box[] = [];
  for (const label of labels.filter(({ isHolders }) => isHolders)) {
    const written = await handwritingIn(
      page,
      onPage(placeFor(label), page),
      [...text, ...pictures, ...labels],
      label.size,
    );
    const own = written.filter((writing) =>
      labels.every((other) => distance(writing, label) <= distance(writing, other)),
    );
    const best = own.toSorted((a, b) => merit(b, label) - merit(a, label))[0];
    if (best) found.push(withMargin(best, MARGIN * label.size));
  }
  return found.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

async function handwritingIn(page: Raster, place: Box, printed: Box[], letter: number): Promise<Blob[]> {
  const { cv } = await loadOpenCv();
  const ink = findInk(
    cv,
    await takePart(page, place, 1),
    printed.map((box) => within(place, box)),
    letter,
  );
  const placed = ink.map((blob) => ({ ...blob, left: blob.left + place.left, top: blob.top + place.top }));
  return findHandwriting(
    placed.filter((blob) => !touchesEdge(blob, place)),
    letter,
  );
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

/** Much ink close to its label. */
function merit(cluster: Blob, label: Label): number {
  return cluster.points / (1 + distance(cluster, label) / label.size) ** 2;
}

function withMargin({ left, top, width, height }: Box, margin: number): Box {
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}
