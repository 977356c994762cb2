import { distance, onPage, placed, within, withMargin } from './boxes.ts';
import { findHandwriting, findInk } from './handwriting.ts';
import { takePart, type Raster } from './raster.ts';
import type { Component } from '../preprocessing/components.ts';
import { loadOpenCv } from '../preprocessing/opencv.ts';
import type { Box, TextItem } from '../reading.ts';

/** Text recognised with less confidence may be the signature itself. */
const TEXT_CONFIDENCE = 0.6;
/** How far from its label a signature may be, in heights of the label's letters. */
const REACH = { aside: 26, above: 9, below: 9 };
const MARGIN = 0.25;

/** The holder's signature: handwriting near its label. Null without a label, because it may be anybody's. */
export async function findSignature(
  page: Raster,
  items: TextItem[],
  scale: number,
  pictures: Box[],
): Promise<Box | null> {
  const labels = signatureLabels(items, scale);
  const text = items
    .filter(({ confidence = 1 }) => confidence >= TEXT_CONFIDENCE)
    .map((item) => boxOfItem(item, scale));
  const found: Box[] = [];
  for (const label of labels.filter(({ isHolders }) => isHolders)) {
    const place = onPage(placeFor(label), page);
    const written = await handwritingIn(page, place, [...text, ...pictures, ...labels], label.size);
    const own = written.filter((writing) =>
      labels.every((other) => distance(writing, label) <= distance(writing, other)),
    );
    const best = own.toSorted((a, b) => scoreOf(b, label) - scoreOf(a, label))[0];
    if (best) found.push(withMargin(best, MARGIN * label.size));
  }
  return found.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

/** Ink that continues beyond the place was not written there. */
async function handwritingIn(page: Raster, place: Box, printed: Box[], letter: number): Promise<Component[]> {
  const { cv } = await loadOpenCv();
  const picture = await takePart(page, place, 1);
  const erased = printed.map((box) => within(place, box));
  const inside = findInk(cv, picture, erased, letter).filter(
    ({ left, top, width, height }) =>
      Math.min(left, top, picture.width - left - width, picture.height - top - height) > 0,
  );
  return findHandwriting(inside, letter).map((writing) => ({ ...writing, ...placed(writing, place, 1) }));
}

function placeFor({ left, top, width, height, size }: Label): Box {
  const [aside, above, below] = [REACH.aside * size, REACH.above * size, REACH.below * size];
  return { left: left - aside, top: top - above, width: width + 2 * aside, height: height + above + below };
}

/** Much ink close to the label scores high. */
function scoreOf(cluster: Component, label: Label): number {
  return cluster.points / (1 + distance(cluster, label) / label.size) ** 2;
}

type Line = Box & { size: number };

/** A label of a signature, and whether it is that of the document's holder. `size` is the height of its letters. */
type Label = Line & { isHolders: boolean };

/** As printed, and as small print is recognised. */
const SIGNATURE = /\bas{1,2}[il1t|]n[ae4]tur|\bsignature\b|\bfirma del? titular\b/i;
/** Signatures of the issuer, and words about signing. */
const NOT_THE_HOLDER = new RegExp(
  'emiss|emitente|diretor|autoridad|delegad|funcion[áa]rio|escrev|tabeli|oficial|presidente|' +
    'issuing|authority|digital|eletr[ôo]nica',
  'i',
);
const LONGEST = 60;
/** Words further apart than this, in letter heights, belong to different labels. */
const APART = 1.5;

/** Labels under, over or before a signature. */
function signatureLabels(items: TextItem[], scale: number): Label[] {
  return joined(items)
    .filter(({ text }) => SIGNATURE.test(text) && text.length <= LONGEST)
    .map((item) => ({ ...boxOfItem(item, scale), isHolders: !NOT_THE_HOLDER.test(item.text) }));
}

/** The box of a text item in the picture; letters reach a little below the baseline. */
function boxOfItem({ x, y, width, size }: TextItem, scale: number): Line {
  return {
    left: x * scale,
    top: (y - 0.85 * size) * scale,
    width: width * scale,
    height: 1.1 * size * scale,
    size: size * scale,
  };
}

/** Recognised text comes in words; a label may have several. */
function joined(items: TextItem[]): TextItem[] {
  const labels: TextItem[] = [];
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    const before = labels.findLast(
      (other) =>
        Math.abs(other.y - item.y) < 0.5 * item.size &&
        gap(other, item) < APART * item.size &&
        gap(other, item) > -item.size,
    );
    if (!before) labels.push({ ...item });
    else
      Object.assign(before, {
        text: `${before.text} ${item.text}`,
        width: item.x + item.width - before.x,
        size: Math.max(before.size, item.size),
      });
  }
  return labels;
}

const gap = (left: TextItem, right: TextItem) => right.x - left.x - left.width;
