import { cornersOf, type Point, type Quad } from '../preprocessing/geometry.ts';
import { resize, type Grey } from '../preprocessing/images.ts';
import type { Box, PageImage, TextItem } from '../reading.ts';
import {
  boxAround,
  findBarRegions,
  isInside,
  isInZone,
  isWrittenIn,
  regionOfCode,
  wasReadIn,
  type BarRegion,
} from './barRegions.ts';
import { decode, isEan, isPossible, isSure, mayBePartial, PARTIAL, type Decoded } from './decoding.ts';
import { looksLikeItsValue } from './eanBars.ts';
import { isUndisputed, reread } from './reread.ts';

export type Code = { type: string; value: string; box: Box };

/** Reads QR and bar codes. Regions that look like bars but were not read for sure are read again, each by itself. */
export async function findCodes(grey: Grey, isCandidate: (region: BarRegion) => boolean = () => true): Promise<Code[]> {
  const first = await decodeAtTwoSizes(grey);
  const isProven = (code: Decoded) =>
    isSure(code) || wasReadTwice(code, first) || (isUndisputed(code, first) && looksLikeItsValue(grey, code));
  const sure = first.filter(isProven);
  const doubtful = first.filter((code) => isPossible(code) && !sure.includes(code));
  const regions = await findBarRegions(grey);
  const bars = regions.filter((region) => !sure.some((code) => wasReadIn(region, code)));
  const missed = doubtful
    .filter((code) => !mayBePartial(code) && !bars.some((region) => wasReadIn(region, code)))
    .map(regionOfCode);
  const whole = sure.map((code) => withBars(code, regions));
  return withoutRepeats([...whole, ...(await reread(grey, [...bars, ...missed].filter(isCandidate), doubtful))]);
}

/** Whether a value was read in both sizes. A part of a code would be the same part, and the numbers on goods have a better proof. */
const wasReadTwice = (code: Decoded, all: Decoded[]) =>
  !mayBePartial(code) &&
  !isEan(code) &&
  all.filter(({ type, value }) => type === code.type && value === code.value).length > 1;

/** The decoder gives the lines it read along; the bars are higher. */
function withBars(code: Decoded, regions: BarRegion[]): Decoded {
  const own = code.lines > 0 ? regions.filter((region) => wasReadIn(region, code)) : [];
  return { ...code, corners: [...code.corners, ...own.flatMap(cornersOf)] };
}

/** Pixels of the longer side. In a smaller picture, modules are too few pixels wide. */
const SMALL = 1000;

async function decodeAtTwoSizes(picture: Grey): Promise<Decoded[]> {
  const first = await decode(picture);
  const { width, height } = picture;
  if (first.some(isSure) || Math.max(width, height) > SMALL) return first;
  const half = ({ x, y }: Point) => ({ x: x / 2, y: y / 2 });
  const doubled = await resize(picture, { width: 2 * width, height: 2 * height });
  const second = (await decode(doubled)).map((code) => ({ ...code, corners: code.corners.map(half) }));
  return [...first, ...second];
}

/** A page image in grey. */
type PageLuma = Pick<PageImage, 'page' | 'scale'> & { luma: Grey };

/**
 * Reads the codes of the page image and, if it has none, of the `original` picture: the page may have been cut too small, and
 * codes a pixel a module are lost when they are enlarged. Codes that only the original has have no position in the page.
 * Where text is known already, neither ruled lines nor a machine-readable zone (`mrz`: the boxes of its lines, in pixels) are
 * taken for bars.
 */
export async function findAllCodes(
  { luma, page, scale }: PageLuma,
  original: Grey | null,
  { text = [], mrz = [] }: { text?: TextItem[]; mrz?: BarRegion[] } = {},
): Promise<{ codes: Code[]; outside: Code[] }> {
  const isBars = (region: BarRegion) => !isWrittenIn(region, text, scale) && !isInZone(region, mrz);
  const found = await findCodes(luma, isBars);
  const codes = found.filter((code) => !page || !isCutOff(code, luma));
  if (!original || codes.length > 0) return { codes, outside: [] };
  // Other regions inside the page have been read in the page image.
  const isUnread = (region: BarRegion) =>
    page !== undefined && (found.length > 0 || !isInside(region, page.corners as Quad));
  return { codes, outside: await findCodes(original, isUnread) };
}

/** Bars that run up to the edge of a page that was cut out of a picture may be a part of a code. */
const isCutOff = ({ type, box: { left, width } }: Code, page: { width: number }) =>
  PARTIAL.test(type) && (left <= 0 || left + width >= page.width - 1);

function withoutRepeats(found: Decoded[]): Code[] {
  const isFirst = ({ value }: Decoded, at: number) => found.findIndex((other) => other.value === value) === at;
  return found.filter(isFirst).map(({ type, value, corners }) => ({ type, value, box: boxAround(corners) }));
}
