import type { Pixels } from '../../document.ts';
import { apply, homographyBetween, type Homography, type Quad } from '../geometry.ts';
import { warp } from '../warp.ts';
import type { Bars } from './bars.ts';
import { decode, type Decoded } from './decode.ts';

const DEGREE = Math.PI / 180;
/** How far the measured direction of the bars may be wrong. */
const TILTS = [0, 2, -2, 4, -4];
/** Bars thinner than two pixels are read in an enlarged copy. */
const ENLARGED = [2, 1, 3];
const MARGIN = 1.25;
const SHARPNESS = 0.8;
const MOST_PIXELS = 3_000_000;

/** Lays a region of bars level, enlarges and sharpens it until it can be read. */
export async function reread(pixels: Pixels, bars: Bars): Promise<Decoded | null> {
  for (const scale of ENLARGED)
    for (const tilt of TILTS)
      for (const sharpness of [0, SHARPNESS]) {
        const { cut, back } = level(pixels, { ...bars, angle: bars.angle + tilt * DEGREE }, scale);
        const [code] = await decode(sharpness > 0 ? sharpened(cut, sharpness) : cut, { formats: ['AllLinear', 'PDF417'], tryInvert: false, tryDownscale: false });
        if (code) return { ...code, corners: code.corners.map((corner) => apply(back, corner)) };
      }
  return null;
}

function level(pixels: Pixels, { x, y, length, height, angle }: Bars, wanted: number): { cut: Pixels; back: Homography } {
  const [halfLength, halfHeight] = [(length * MARGIN) / 2 + 12, height / 2];
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / (4 * halfLength * halfHeight)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([across = 0, down = 0]) => ({
    x: x + across * halfLength * cos - down * halfHeight * sin,
    y: y + across * halfLength * sin + down * halfHeight * cos,
  })) as Quad;
  const [width, tall] = [Math.max(8, Math.round(2 * halfLength * scale)), Math.max(8, Math.round(2 * halfHeight * scale))];
  const frame: Quad = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: tall }, { x: 0, y: tall }];
  const back = homographyBetween(frame, corners);
  return { cut: warp(pixels, back, width, tall), back };
}

/** Across the bars only: down them there is nothing but noise, which is averaged. */
function sharpened({ data, width, height }: Pixels, amount: number): Pixels {
  const out = new Uint8ClampedArray(data);
  const reach = 2 * 4;
  for (let y = 1; y < height - 1; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = (y * width + x) * 4 + 1;
      const around = ((data[at - reach] as number) + (data[at + reach] as number)) / 2;
      const column = ((data[at] as number) + (data[at - width * 4] as number) + (data[at + width * 4] as number)) / 3;
      out[at - 1] = out[at] = out[at + 1] = column + amount * (column - around);
    }
  return { data: out, width, height };
}
