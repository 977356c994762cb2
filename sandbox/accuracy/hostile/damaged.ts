import sharp from 'sharp';
import { cutOff, drawn, file, plain, type HostileFile } from './files.ts';

/** A card full of fine print, guilloches and rows of small squares, which look like text. */
const busyCard = (width: number, height: number) =>
  drawn(
    width,
    height,
    (context) => {
      for (let wave = 0; wave < 60; wave++) {
        context.strokeStyle = `hsl(${wave * 6} 40% 60%)`;
        context.beginPath();
        for (let x = 0; x < width; x += 4) context.lineTo(x, wave * (height / 60) + 14 * Math.sin(x / 23 + wave));
        context.stroke();
      }
      context.fillStyle = '#1b2a22';
      for (let line = 0; line < height / 14; line++) {
        context.font = `${6 + (line % 5) * 3}px sans-serif`;
        const text = `DRIVER LICENCE EXAMPLE ${line * 7919} ANA MARIA 01/02/1980 `.repeat(6);
        context.fillText(text, (line % 3) * 9, line * 14);
      }
      for (let x = 0; x < width; x += 5)
        for (let y = height / 2; y < height / 2 + 90; y += 9) context.fillRect(x, y, 3, 6);
    },
    '#cfe0d4',
  );

const card = (width = 1200, height = 800) => sharp(busyCard(width, height).toBuffer('image/png'));

/** One byte in `every` is another; the same ones in every run. */
function withWrongBytes(bytes: Buffer, every: number): Buffer {
  const damaged = Buffer.from(bytes);
  for (let at = every; at < damaged.length; at += every) damaged[at] = (damaged[at] as number) ^ (1 + (at % 255));
  return damaged;
}

/** Frames of an animation or pages of a TIFF, each in a shade of its own: equal frames would be made one. */
const frames = (count: number) =>
  sharp(Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(200 * 200 * 3, (at * 37) % 256))), {
    raw: { width: 200, height: 200 * count, channels: 3, pageHeight: 200 },
  });

/** Damaged, wrongly named and oddly shaped pictures. */
export const DAMAGED_PICTURES: HostileFile[] = [
  ...['jpg', 'png', 'tif', 'webp', 'gif'].flatMap((extension) => {
    const encoded = () => card().toFormat(extension as 'jpeg', { compression: 'lzw' });
    return [
      ...cutOff(extension, extension, [0.02, 0.1, 0.5, 0.95], () => encoded().toBuffer()),
      ...[17, 499, 20_011].map((every) =>
        file(`${extension} with a wrong byte in ${every}`, extension, async () =>
          withWrongBytes(await encoded().toBuffer(), every),
        ),
      ),
      file(`${extension} named pdf`, 'pdf', encoded),
      file(`${extension} named png`, 'png', encoded),
    ];
  }),
  ...[900, 1200, 1600].map((width) =>
    file(`card of fine print, ${width} pixels wide`, 'jpg', () =>
      card(width, Math.round(0.63 * width)).jpeg({ quality: 80 }),
    ),
  ),
  file('card of fine print, turned', 'jpg', () => card().rotate(83, { background: '#444' }).jpeg()),
  file('progressive JPEG of 98 megapixels', 'jpg', () => plain(9900, 9900).jpeg({ progressive: true })),
  file('JPEG of 60,000 by 1', 'jpg', () => plain(60_000, 1).jpeg()),
  file('JPEG of 1 by 60,000', 'jpg', () => plain(1, 60_000).jpeg()),
  file('PNG of 60,000 by 40', 'png', () => plain(60_000, 40).png()),
  file('PNG of one pixel', 'png', () => plain(1, 1).png()),
  file('animation of 300 frames', 'gif', () => frames(300).gif()),
  file('TIFF of 60 pages', 'tif', () => frames(60).tiff({ compression: 'deflate' })),
  file('a megabyte of zeros', 'jpg', () => Buffer.alloc(1_000_000)),
  file('text named jpg', 'jpg', () => Buffer.from('not a picture\n'.repeat(1000))),
];
