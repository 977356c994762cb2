import type { Grey } from '../preprocessing/grey.ts';
import { count, inkOf } from './ink.ts';
import { cutStrip, moveEdge, type Strip } from './strip.ts';

/** How far over a strip accents may reach, in its heights, and how many rows it is cut into to look. */
const REACH = 0.3;
const ROWS = 40;
const ABOVE = Math.round(REACH * ROWS);
const UP = -1;

/**
 * A strip up to where the accents of its capitals end, which the edge of a core often cuts. What comes down from a line
 * above is left out.
 */
export function withRoomAbove(picture: Grey, strip: Strip): Strip {
  const cut = cutStrip(picture, moveEdge(strip, UP, REACH * strip.height), ROWS + ABOVE);
  const isInk = inkOf(cut, { x0: 0, x1: cut.width, y0: ABOVE, y1: cut.height });
  const isBlank = Array.from({ length: ABOVE + 1 }, (_, y) => count(0, cut.width, (x) => isInk(x, y)) === 0);
  const lowest = isBlank.lastIndexOf(false);
  const end = isBlank.lastIndexOf(true, lowest);
  return lowest < 0 || end < 0 ? strip : moveEdge(strip, UP, ((ABOVE - end) / ROWS) * strip.height);
}
