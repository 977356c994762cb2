import type { Blob } from './blobs.ts';
import { distance, union } from './box.ts';

/** Everything in heights of the letters round about: a signature is larger than what is printed. */
const SMALLEST = { width: 4, height: 1.4 };
const LARGEST = { width: 60, height: 14 };
const TOGETHER = 2.2;
/** A speck has fewer points than this, in parts of a letter's square. */
const SPECK = 0.12;
/** A pen's stroke covers little of the place it takes; a stamp, a logo or a photo covers much. */
const COVERED = { least: 0.015, most: 0.35 };

/** Pieces of ink joined to what may be handwriting, among letters of this size. */
export function findHandwriting(ink: Blob[], letter: number): Blob[] {
  const pieces = ink.filter(({ points }) => points >= SPECK * letter * letter);
  return clusters(pieces, TOGETHER * letter).filter((cluster) => isHandwriting(cluster, letter));
}

/** Pieces of ink that lie close to each other. */
function clusters(blobs: Blob[], apart: number): Blob[] {
  const grown: Blob[] = [];
  for (const blob of blobs.toSorted((a, b) => b.points - a.points)) {
    let joined = blob;
    for (let near = neighbour(grown, joined, apart); near >= 0; near = neighbour(grown, joined, apart))
      joined = joinedWith(joined, grown.splice(near, 1)[0] as Blob);
    grown.push(joined);
  }
  return grown;
}

const neighbour = (blobs: Blob[], to: Blob, apart: number) => blobs.findIndex((blob) => distance(blob, to) <= apart);

const joinedWith = (a: Blob, b: Blob): Blob => ({ ...union(a, b), points: a.points + b.points });

function isHandwriting({ width, height, points }: Blob, letter: number): boolean {
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
