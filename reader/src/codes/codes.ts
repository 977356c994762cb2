import type { Box, Pixels, PageImage } from '../reading.ts';
import { findBars, type Bars } from './bars.ts';
import { decode, type Decoded } from './decode.ts';
import { boxAround, isInside, isWithin, regionOf } from './place.ts';
import { reread } from './reread.ts';
import { isPossible, isSure, mayBePiece } from './trust.ts';
import type { Quad } from '../preprocessing/geometry.ts';

export { cropCodes } from './cropCodes.ts';

export type Code = { type: string; value: string; box: Box };

/**
 * Reads QR and bar codes. What looks like bars and was not read for certain is looked at again, by itself, if it is
 * `worth` that.
 */
export async function findCodes(pixels: Pixels, worth: (region: Bars) => boolean = () => true): Promise<Code[]> {
  const first = await decode(pixels);
  const sure = first.filter(isSure);
  const doubtful = first.filter((code) => isPossible(code) && !isSure(code));
  const bars = (await findBars(pixels)).filter((region) => !sure.some((code) => isWithin(region, code)));
  const missed = doubtful
    .filter((code) => !mayBePiece(code) && !bars.some((region) => isWithin(region, code)))
    .map(regionOf);
  return withoutRepeats([...sure, ...(await reread(pixels, [...bars, ...missed].filter(worth), doubtful))]);
}

/**
 * Reads the sheet and, if that has none, the whole picture: the page may have been cut too small. Codes outside of the
 * sheet have no place in it.
 */
export async function findAllCodes(
  { pixels, page }: PageImage,
  picture: () => Promise<Pixels>,
): Promise<{ codes: Code[]; outside: Code[] }> {
  const codes = await findCodes(pixels);
  if (!page || codes.length > 0) return { codes, outside: [] };
  // What looks like bars inside of the page has been looked at in the sheet.
  return { codes, outside: await findCodes(await picture(), (region) => !isInside(region, page.corners as Quad)) };
}

function withoutRepeats(found: Decoded[]): Code[] {
  const isFirst = ({ value }: Decoded, at: number) => found.findIndex((other) => other.value === value) === at;
  return found.filter(isFirst).map(({ type, value, corners }) => ({ type, value, box: boxAround(corners) }));
}
