import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { DAMAGED_PICTURES } from './damaged.ts';
import { drawn, file, plain, type Draw, type HostileFile } from './files.ts';

/** A PNG of one bit a pixel, all black: thousands of pixels in each byte of the file. Its data may be of another height. */
function emptyPng(width: number, height: number, dataHeight = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * dataHeight), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A JPEG whose header claims another size than its data have. */
async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(64, 64, '#ccc').jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

const LINES = [
  'NAME ANA EXAMPLE DE SOUZA',
  'I<UTOEXAMPLE<<ANA<MARIA<<<<<<<<<<<<<<<<<<<<<',
  '1234567890UTO8001014F2501017<<<<<<<<<<<<<<06',
];

/** A licence seen from the side: its lines run nearly upwards, long and thin, over the whole picture. */
const steepCard =
  (turn: number, squeeze: number): Draw =>
  (context, width, height) => {
    context.translate(width / 2, height / 2);
    context.transform(1, Math.tan(turn / 3), 0, squeeze, 0, 0);
    context.rotate(turn);
    context.fillStyle = '#b9cbe0';
    context.fillRect(-0.6 * width, -0.35 * width, 1.2 * width, 0.7 * width);
    context.fillStyle = '#1c2430';
    for (let line = 0; line < 16; line++) {
      context.font = `${line % 3 === 0 ? 34 : 16}px monospace`;
      const y = line * 0.04 * width;
      context.fillText(`${LINES[line % 3]} ${LINES[2]}`, -0.55 * width, -0.3 * width + y);
      context.fillRect(-0.6 * width, -0.28 * width + y, 1.2 * width, 1);
    }
  };

const words: Draw = (context, width, height) => {
  context.font = '9px sans-serif';
  for (let y = 8; y < height; y += 10) for (let x = 2; x < width; x += 34) context.fillText(`w${(x * y) % 9973}`, x, y);
};

const fineLetters: Draw = (context, _, height) => {
  context.font = '5px monospace';
  for (let y = 4; y < height; y += 5) {
    context.save();
    context.transform(1, 0.2 * Math.sin(y / 90), 0, 1, 0, y);
    context.fillText('I<UTO7408122F<<8M1N0'.repeat(30), (y * 7) % 11, 0);
    context.restore();
  }
};

const turnedWords: Draw = (context, width, height) => {
  context.font = '20px sans-serif';
  for (let at = 0; at < 900; at++) {
    context.save();
    context.translate((at * 7919) % width, (at * 104_729) % height);
    context.rotate(at);
    context.fillText('any way up <<<<<<<<<<', 0, 0);
    context.restore();
  }
};

const bars: Draw = (context, width, height) => {
  for (let y = 0; y < height; y += 120)
    for (let x = 0; x < width; x += 3 + ((x * 31 + y) % 7)) context.fillRect(x, y, 2, 100);
};

const picture = (name: string, width: number, height: number, draw: Draw) =>
  file(name, 'jpg', () => drawn(width, height, draw).toBuffer('image/jpeg'));

export const HOSTILE_PICTURES: HostileFile[] = [
  file('PNG of 900 megapixels', 'png', () => emptyPng(30_000, 30_000)),
  file('PNG of 98 megapixels', 'png', () => emptyPng(9900, 9900)),
  file('PNG with 200 MB of rows that it does not have', 'png', () => emptyPng(800, 600, 2_000_000)),
  file('PNG one pixel high', 'png', () => emptyPng(90_000, 1)),
  file('PNG one pixel wide', 'png', () => emptyPng(1, 90_000)),
  file('JPEG that claims 4,290 megapixels', 'jpg', () => jpegClaiming(65_500, 65_500)),
  file('JPEG that claims 81 megapixels', 'jpg', () => jpegClaiming(9000, 9000)),
  file('noise of 40 megapixels', 'jpg', () => noise(8000, 5000).jpeg()),
  file('progressive JPEG of 64 megapixels', 'jpg', () => noise(8000, 8000).jpeg({ progressive: true })),
  file('noise of 12 megapixels', 'webp', () => noise(4000, 3000).webp()),
  file('TIFF of 98 megapixels', 'tif', () => plain(9900, 9900, '#fff').tiff({ compression: 'deflate', tile: true })),
  file('TIFF in strips of one row', 'tif', () =>
    noise(2000, 3000).tiff({ compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }),
  ),
  file('GIF that claims 4,290 megapixels', 'gif', () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    gif.writeUInt16LE(65_500, 6);
    gif.writeUInt16LE(65_500, 8);
    return gif;
  }),
  file('BMP that claims 1,000 megapixels', 'bmp', () => {
    const bitmap = Buffer.alloc(200);
    bitmap.write('BM');
    bitmap.writeUInt32LE(54, 10);
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(40_000, 18);
    bitmap.writeInt32LE(25_000, 22);
    bitmap.writeUInt16LE(1, 26);
    bitmap.writeUInt16LE(24, 28);
    return bitmap;
  }),
  ...[0.9, 1.2, 1.45, 1.54, 1.57, 1.6, 2.2].flatMap((turn) =>
    [0.35, 1].map((squeeze) =>
      picture(`licence turned by ${turn}, squeezed to ${squeeze}`, 1500, 1100, steepCard(turn, squeeze)),
    ),
  ),
  picture('thirty thousand words', 3000, 4000, words),
  picture('words any way up', 1600, 1200, turnedWords),
  picture('letters of four pixels in a photograph', 1600, 1200, fineLetters),
  picture('bars everywhere', 3000, 4000, bars),
  ...DAMAGED_PICTURES,
];
