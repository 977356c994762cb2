import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { sheetOf } from '../drawing/pictures.ts';

/** A file that is made to take as much time or memory as it can. */
export type HostileFile = { name: string; extension: string; make(): Buffer | Promise<Buffer> };

export const file = (name: string, extension: string, make: () => Buffer | Promise<Buffer> | Sharp): HostileFile => ({
  ...{ name, extension },
  make() {
    const made = make();
    return 'toBuffer' in made ? made.toBuffer() : made;
  },
});

/** Files that end too early, each after a share of these bytes. */
export const cutOff = (name: string, extension: string, shares: number[], make: HostileFile['make']): HostileFile[] =>
  shares.map((share) =>
    file(`${name} cut off after ${share}`, extension, async () => {
      const bytes = await make();
      return bytes.subarray(0, Math.ceil(share * bytes.length));
    }),
  );

export type Draw = (context: SKRSContext2D, width: number, height: number) => void;

export function drawn(width: number, height: number, draw: Draw, ground = '#e8e4da'): Canvas {
  const canvas = sheetOf(width, height, ground);
  const context = canvas.getContext('2d');
  context.fillStyle = context.strokeStyle = '#222222';
  draw(context, width, height);
  return canvas;
}

/** A picture of one colour. */
export const plain = (width: number, height: number, background = '#eee'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
