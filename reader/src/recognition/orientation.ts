import type { Pixels } from '../reading.ts';
import { detectLines } from './lineDetection.ts';
import type { Orientation } from '../preprocessing/dewarp.ts';
import { resize, toGrey, type Grey } from '../preprocessing/images.ts';
import { evenIllumination } from '../preprocessing/illumination.ts';
import { loadNetwork, type Network } from './onnx.ts';
import { cropLine, type LineBox } from './lineCrop.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { profileOrientation } from '../preprocessing/projectionProfile.ts';
import { weightedMedian } from '../statistics.ts';

/** The network that tells upright from upside down was trained with pieces of lines in this size. */
const PIECE = { width: 192, height: 48 };
const DETECTION = 864;
const MOST_PIECES = 24;
const SHORTEST_LINE = 2.2;
/** One piece that is less sure than this has no vote. */
const SURE = 0.6;
const STEEPEST = 0.35;
const QUARTER = Math.PI / 2;

let network: Promise<Network | null> | null = null;

/** Which way up the writing stands; a picture without writing stands as it is. */
export async function findOrientation(picture: Pixels): Promise<Orientation> {
  const grey = evenIllumination(await toGrey(picture));
  const boxes = await detectInCopy(grey);
  return boxes ? fromLines(grey, boxes) : fromReading(grey);
}

/** Lines are found in a small copy, which is quick, and looked at in the larger one. */
async function detectInCopy(grey: Grey): Promise<LineBox[] | null> {
  const shrink = Math.min(1, DETECTION / Math.max(grey.width, grey.height));
  const size = { width: Math.round(grey.width * shrink), height: Math.round(grey.height * shrink) };
  const boxes = await detectLines(shrink < 1 ? await resize(grey, size) : grey);
  return (
    boxes &&
    boxes.map((box) => ({
      ...box,
      x: box.x / shrink,
      y: box.y / shrink,
      length: box.length / shrink,
      height: box.height / shrink,
    }))
  );
}

async function fromLines(grey: Grey, boxes: LineBox[]): Promise<Orientation> {
  const lines = boxes
    .filter(({ length, height }) => length > SHORTEST_LINE * height)
    .toSorted((a, b) => b.length - a.length);
  if (lines.length === 0) return { quarters: 0, slope: 0 };
  const isUpright = ({ angle }: LineBox) => Math.abs(angle) > QUARTER / 2;
  const total = (some: LineBox[]) => some.reduce((sum, { length }) => sum + length, 0);
  const standing = lines.filter(isUpright);
  const sideways = total(standing) > total(lines) / 2;
  // Lines that run down or up the picture: turned back by a quarter they run along it.
  const running = (sideways ? standing : lines.filter((line) => !isUpright(line))).map((line) =>
    sideways && line.angle < 0 ? { ...line, angle: line.angle + Math.PI } : line,
  );
  const upsideDown = await isUpsideDown(grey, running);
  const slope =
    weightedMedian(
      running.map(({ angle, length }) => ({ value: sideways ? angle - QUARTER : angle, weight: length })),
    ) ?? 0;
  return { quarters: (sideways ? 1 : 0) + (upsideDown ? 2 : 0), slope: Math.abs(slope) < STEEPEST ? slope : 0 };
}

async function isUpsideDown(grey: Grey, lines: LineBox[]): Promise<boolean> {
  const classify = await (network ??= loadNetwork('ch_ppocr_mobile_v2.0_cls_infer.onnx'));
  if (!classify) return false;
  const pieces = lines.flatMap(inPieces).toSorted((a, b) => b.height - a.height);
  let votes = 0;
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    const { values } = await classify(asInput(cropLine(grey, piece, PIECE.height)), [1, 3, PIECE.height, PIECE.width]);
    const [upright = 0, turned = 0] = values;
    if (Math.max(upright, turned) >= SURE) votes += turned - upright;
  }
  return votes > 0;
}

/** A line is cut into pieces as long as the network knows them. */
function inPieces(line: LineBox): LineBox[] {
  const length = (line.height * PIECE.width) / PIECE.height;
  const count = Math.max(1, Math.floor(line.length / length));
  return Array.from({ length: count }, (_, at) => {
    const off = ((at + 0.5) / count - 0.5) * line.length;
    return {
      ...line,
      x: line.x + off * Math.cos(line.angle),
      y: line.y + off * Math.sin(line.angle),
      length: Math.min(length, line.length),
    };
  });
}

function asInput({ data, width, height }: Grey): Float32Array {
  const input = new Float32Array(3 * PIECE.width * PIECE.height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < Math.min(width, PIECE.width); x++) {
      const value = (data[y * width + x] as number) / 127.5 - 1;
      for (let channel = 0; channel < 3; channel++) input[(channel * PIECE.height + y) * PIECE.width + x] = value;
    }
  return input;
}

/** Without the networks: the profile of the lines says how they run, and reading both ways which end is up. */
async function fromReading(grey: Grey): Promise<Orientation> {
  const { sideways, slope } = profileOrientation(grey);
  const along = sideways ? quarterBack(grey) : grey;
  const [as, turned] = [await lettersRead(along), await lettersRead(halfTurned(along))];
  return { quarters: (sideways ? 1 : 0) + (turned > as ? 2 : 0), slope };
}

async function lettersRead(grey: Grey): Promise<number> {
  const lines = await readWithTesseract(grey, { mode: SEGMENTATION.lines, dotsPerInch: 150 });
  return lines
    .flatMap(({ words }) => words)
    .reduce((sum, { text, confidence }) => sum + (confidence > 0.7 ? text.length : 0), 0);
}

const halfTurned = ({ data, ...size }: Grey): Grey => ({ data: data.toReversed(), ...size });

function quarterBack({ data, width, height }: Grey): Grey {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[(width - 1 - x) * height + y] = data[y * width + x] as number;
  return { data: out, width: height, height: width };
}
