import { offsetOf, pointFrom } from '../../preprocessing/geometry.ts';
import type { Grey } from '../../preprocessing/images.ts';
import type { CharacterScores } from '../characterNetwork.ts';
import { type LineBox, slid } from '../lineCrop.ts';
import type { Grid } from './cells.ts';

/** A row as it was read, and where its characters stand if that could be told. */
export type Row = { box: LineBox; cut: Grey; scores: CharacterScores; grid: Grid | null };

/** The least length of an MRZ line of which detection found a part, and of the longest part in a zone, in heights. */
const LONG = 8;
const LONGEST_PART = 15;
const WIDEST_GAP = 4;
const STEEPEST = Math.PI / 4;
/** Lines of a zone: their distance in heights, and the part of the shorter one that is above or below the other. */
const DISTANCE = { least: 0.5, most: 2.6 };
const COMMON = 0.6;
const MOST_TURNED = 0.08;
/** In heights: how much of a row detection may have missed, at most most of the longest line. */
const MOST_MISSED = 40;
/** In heights: room for characters at the ends that detection missed. */
const MARGIN = 1;

/** Groups of two or more long lines above each other, top to bottom, each as long as the longest of them. */
export function zonesIn(boxes: LineBox[]): LineBox[][] {
  const rows = longRows(boxes);
  const zones: LineBox[][] = [];
  for (const row of rows) {
    const zone = zones.find((other) => isNext(other.at(-1) as LineBox, row));
    if (zone) zone.push(row);
    else zones.push([row]);
  }
  const isLong = ({ length, height }: LineBox) => length > LONGEST_PART * height;
  return zones
    .filter((zone) => zone.length > 1 && zone.some(isLong))
    .map((zone) => zone.map((row) => stretched(row, zone)));
}

/** Rows long enough for an MRZ line, top to bottom. Boxes of one row, divided at fillers, are joined. */
export function longRows(boxes: LineBox[]): LineBox[] {
  const rows: LineBox[] = [];
  // The ends of a steep box are nearly above each other: a row stretched along it would be endless.
  const level = boxes.filter(({ angle }) => Math.abs(angle) < STEEPEST);
  for (const box of level.toSorted((a, b) => a.x - b.x)) {
    const at = rows.findIndex((row) => continues(row, box));
    if (at < 0) rows.push(box);
    else rows[at] = joined(rows[at] as LineBox, box);
  }
  return rows.filter(({ length, height }) => length > LONG * height).toSorted((a, b) => a.y - b.y);
}

function continues(row: LineBox, box: LineBox): boolean {
  const [end, start] = [endOf(row, 1), endOf(box, -1)];
  const isLevel = Math.abs(start.y - end.y) < 0.4 * Math.min(row.height, box.height);
  return isLevel && start.x - end.x < WIDEST_GAP * row.height && start.x > endOf(row, -1).x;
}

function joined(row: LineBox, box: LineBox): LineBox {
  const [start, end] = [endOf(row, -1), endOf(box, 1)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2,
    length: Math.hypot(dx, dy),
    height: Math.max(row.height, box.height),
    angle: Math.atan2(dy, dx),
  };
}

const endOf = (box: LineBox, side: 1 | -1) => pointFrom(box, (side * box.length) / 2);

function isNext(row: LineBox, below: LineBox): boolean {
  const height = Math.max(row.height, below.height);
  const { along, across } = offsetOf(row, below);
  const common = (row.length + below.length) / 2 - Math.abs(along);
  return (
    across > DISTANCE.least * height &&
    across < DISTANCE.most * height &&
    common > COMMON * Math.min(row.length, below.length) &&
    Math.abs(row.angle - below.angle) < MOST_TURNED
  );
}

/** The row extended to the ends of the others: all are equally long, but fillers may not have been detected. */
export function stretched(row: LineBox, zone: LineBox[]): LineBox {
  const most = MOST_MISSED * row.height;
  const ends = zone.map((other) => {
    const { along } = offsetOf(row, other);
    return { left: along - other.length / 2, right: along + other.length / 2 };
  });
  const left = Math.max(-row.length / 2 - most, Math.min(...ends.map((end) => end.left))) - MARGIN * row.height;
  const right = Math.min(row.length / 2 + most, Math.max(...ends.map((end) => end.right))) + MARGIN * row.height;
  return { ...slid(row, (left + right) / 2), length: right - left };
}
