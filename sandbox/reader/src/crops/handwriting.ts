import { distance, union } from './boxes.ts';
import { greyOf, type Raster } from './raster.ts';
import { connectedComponents, type Component } from '../preprocessing/components.ts';
import { freeing, type Keep, type Mat, type OpenCv } from '../preprocessing/opencv.ts';
import type { Box } from '../reading.ts';

/** In heights of the printed letters around: a signature is larger than print. */
const SMALLEST = { width: 4, height: 1.4 };
const LARGEST = { width: 60, height: 14 };
const TOGETHER = 2.2;
/** Less ink than this share of a letter's square is a speck. */
const SPECK = 0.12;
/** Strokes of a pen cover little of their box; a stamp, a logo or a photo covers much. */
const COVERED = { least: 0.015, most: 0.35 };

/** Joins connected components of ink to what may be handwriting, among letters of this height. */
export function findHandwriting(ink: Component[], letter: number): Component[] {
  const pieces = ink.filter(({ points }) => points >= SPECK * letter * letter);
  return clusters(pieces, TOGETHER * letter).filter((cluster) => isHandwriting(cluster, letter));
}

/** Components that are close to each other. */
function clusters(components: Component[], apart: number): Component[] {
  const grown: Component[] = [];
  for (const component of components.toSorted((a, b) => b.points - a.points)) {
    let joined = component;
    const isNear = (other: Component) => distance(other, joined) <= apart;
    for (let near = grown.findIndex(isNear); near >= 0; near = grown.findIndex(isNear)) {
      const [other] = grown.splice(near, 1) as [Component];
      joined = { ...union(joined, other), points: joined.points + other.points };
    }
    grown.push(joined);
  }
  return grown;
}

function isHandwriting({ width, height, points }: Component, letter: number): boolean {
  const covered = points / (width * height);
  return (
    width >= SMALLEST.width * letter &&
    width <= LARGEST.width * letter &&
    height >= SMALLEST.height * letter &&
    height <= LARGEST.height * letter &&
    width >= height &&
    covered >= COVERED.least &&
    covered <= COVERED.most
  );
}

/** In pixels: wider than any stroke of a pen at the size of the copy. */
const SURROUNDINGS = 41;
/** Ink is this much darker than its surroundings, */
const DARKER = 34;
/** and at least this share as dark as the darkest ink here: patterns of security paper are not. */
const AS_DARK = 0.45;
const DARKEST = 0.98;

/** Connected components of ink, without the `erased` boxes (text, photos, codes) and without ruled lines. */
export function findInk(cv: OpenCv, picture: Raster, erased: Box[], letter: number): Component[] {
  return freeing((keep) => {
    const [grey, darkness] = [greyOf(cv, keep, picture), keep(new cv.Mat())];
    cv.blur(grey, darkness, new cv.Size(SURROUNDINGS, SURROUNDINGS));
    cv.subtract(darkness, grey, darkness);
    for (const box of erased) erase(cv, darkness, box);
    const mask = keep(new cv.Mat());
    cv.threshold(darkness, mask, Math.max(DARKER, AS_DARK * darkest(darkness.data)), 255, cv.THRESH_BINARY);
    for (const isVertical of [false, true]) removeRuledLines(cv, keep, mask, letter, isVertical);
    return connectedComponents(cv, keep, mask);
  });
}

function erase(cv: OpenCv, image: Mat, { left, top, width, height }: Box): void {
  const [x, y] = [Math.round(left), Math.round(top)];
  const [right, bottom] = [Math.max(x, Math.round(left + width) - 1), Math.max(y, Math.round(top + height) - 1)];
  cv.rectangle(image, new cv.Point(x, y), new cv.Point(right, bottom), new cv.Scalar(0), cv.FILLED);
}

/** Nearly the darkest of all that is dark. */
function darkest(darkness: Uint8Array): number {
  const ink = darkness.filter((value) => value >= DARKER).toSorted();
  return ink[Math.floor(DARKEST * ink.length)] ?? 0;
}

/** In heights of a letter: a stroke this straight may be part of a ruled line. */
const STRAIGHT = 1.7;
/** A ruled line is this many letters long, hardly thicker than a wide stroke, and may lean on photographs. */
const LONG = 9;
const LEAN = 0.05;
const THICK = 0.5;
/** In pixels: the steps of a leaning line are this far apart. */
const STEP = 5;

/** Removes ruled lines from a binary image: lines to sign on, frames and tables. */
function removeRuledLines(cv: OpenCv, keep: Keep, mask: Mat, letter: number, isVertical: boolean): void {
  const sized = (length: number, thickness: number) =>
    isVertical ? new cv.Size(thickness, length) : new cv.Size(length, thickness);
  const length = Math.max(12, Math.round(STRAIGHT * letter));
  const lines = keep(new cv.Mat());
  cv.morphologyEx(mask, lines, cv.MORPH_OPEN, keep(cv.getStructuringElement(cv.MORPH_RECT, sized(length, 1))));
  cv.dilate(lines, lines, keep(cv.getStructuringElement(cv.MORPH_RECT, sized(STEP, 3))));
  for (const stroke of connectedComponents(cv, keep, lines)) {
    const [long, thick] = isVertical ? [stroke.height, stroke.width] : [stroke.width, stroke.height];
    const isRuledLine = long >= LONG * letter && thick <= LEAN * long + THICK * letter;
    // Other strokes stay in the ink.
    if (!isRuledLine) erase(cv, lines, stroke);
  }
  cv.subtract(mask, lines, mask);
}
