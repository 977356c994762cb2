import type { Orientation } from '../preprocessing/dewarp.ts';
import { pointFrom } from '../preprocessing/geometry.ts';
import { weightedMedian } from '../statistics.ts';
import type { Pixels } from '../reading.ts';
import { asInput, NETWORK_HEIGHT, scoreCharacters } from './characterNetwork.ts';
import { detectLines, type DetectedPage } from './lineDetection.ts';
import { toGrey, type Grey, resize } from '../preprocessing/images.ts';
import { evenIllumination } from '../preprocessing/illumination.ts';
import { longRows } from './mrz/rows.ts';
import { loadNetwork, networkFunction, type Network } from './onnx.ts';
import { cropLine, type LineBox, slid } from './lineCrop.ts';
import { SEGMENTATION, readWithTesseract } from './tesseract.ts';
import { profileOrientation } from '../preprocessing/projectionProfile.ts';

/** The size of the pieces of lines that the classification network was trained with. */
const PIECE = { width: 192, height: 48 };
/** The longer side of the image in which lines are detected. */
const DETECTION = 864;
const MOST_PIECES = 24;
const SHORTEST_LINE = 2.2;
/** A piece that the network is less certain about does not count. */
const SURE = 0.6;
const STEEPEST = 0.35;
const QUARTER = Math.PI / 2;

const UNKNOWN = 1;

/** The orientation of the text, how many lines tell it, and whether some end with fillers of a machine-readable zone. */
type TextOrientation = Orientation & { lines: number; hasFillers: boolean };

/** As `detectPage`, but the lines are those of a small copy. */
export async function findLines(pixels: Pixels): Promise<DetectedPage> {
  const picture = evenIllumination(await toGrey(pixels));
  return { picture, boxes: await detectInCopy(picture) };
}

/** The orientation of the text; an image without any counts as straight. */
export async function findOrientation({ picture, boxes }: DetectedPage): Promise<TextOrientation> {
  if (boxes) return orientationByLines(picture, boxes);
  return { ...(await orientationByReading(picture)), lines: UNKNOWN, hasFillers: false };
}

/** Detection runs in a small copy, which is faster; the boxes are those of the larger image. */
async function detectInCopy(grey: Grey): Promise<LineBox[] | null> {
  const shrink = Math.min(1, DETECTION / Math.max(grey.width, grey.height));
  const side = (length: number) => Math.max(1, Math.round(length * shrink));
  const size = { width: side(grey.width), height: side(grey.height) };
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

async function orientationByLines(grey: Grey, boxes: LineBox[]): Promise<TextOrientation> {
  const isLine = ({ length, height }: LineBox) => length > SHORTEST_LINE * height;
  const isVertical = ({ angle }: LineBox) => Math.abs(angle) > QUARTER / 2;
  const total = (some: LineBox[]) => some.filter(isLine).reduce((sum, { length }) => sum + length, 0);
  const longest = boxes.toSorted((a, b) => b.length - a.length);
  if (!longest.some(isLine)) return { quarters: 0, slope: 0, lines: 0, hasFillers: false };
  // Vertical lines all get the angle of lines that run downwards.
  const vertical = longest
    .filter(isVertical)
    .map((line) => (line.angle < 0 ? { ...line, angle: line.angle + Math.PI } : line));
  const horizontal = longest.filter((line) => !isVertical(line));
  const isMostlySideways = total(vertical) > total(longest) / 2;
  const [most, others] = isMostlySideways ? [vertical, horizontal] : [horizontal, vertical];
  const fillersInMost = await areFillersTurned(grey, most, isMostlySideways);
  // The zone tells how the document stands, whatever stands beside it: the page above it in a passport, say.
  const fillersInOthers = fillersInMost === null ? await areFillersTurned(grey, others, !isMostlySideways) : null;
  const sideways = fillersInOthers === null ? isMostlySideways : !isMostlySideways;
  const running = (sideways ? vertical : horizontal).filter(isLine);
  const turnedFillers = fillersInMost ?? fillersInOthers;
  const upsideDown = turnedFillers ?? (await isMostlyTurned(grey, running));
  const angles = running.map(({ angle, length }) => ({ value: sideways ? angle - QUARTER : angle, weight: length }));
  const slope = weightedMedian(angles) ?? 0;
  return {
    quarters: (sideways ? 1 : 0) + (upsideDown ? 2 : 0),
    slope: Math.abs(slope) < STEEPEST ? slope : 0,
    lines: longest.filter(isLine).length,
    hasFillers: turnedFillers !== null,
  };
}

/** The least length of the lines of a machine-readable zone, in their heights, and of the ends that are looked at. */
const LONG = 11;
const END = 8;
/** Of how many lines; the sum of the network's scores that fillers need, and how far one direction must be ahead. */
const ENDS_OF = 2;
const [SOME_FILLERS, CLEARLY] = [3, 3];

/**
 * Whether the fillers at the ends of the longest lines point to the right; null if there are none. The classification
 * network takes many lines of a machine-readable zone for turned.
 */
async function areFillersTurned(grey: Grey, lines: LineBox[], areSideways: boolean): Promise<boolean | null> {
  const rows = areSideways ? longRows(lines.map(turnedBack)).map(turnedForth) : longRows(lines);
  const long = rows.filter(({ length, height }) => length > LONG * height).toSorted((a, b) => b.length - a.length);
  let [upright, turned] = [0, 0];
  for (const line of long.slice(0, ENDS_OF))
    for (const side of [-1, 1]) {
      const length = END * line.height;
      const end = { ...slid(line, (side * (line.length - length)) / 2), length };
      const scores = await scoreCharacters(cropLine(grey, end, NETWORK_HEIGHT), '<>');
      for (let at = 0; scores && at < scores.values.length; at += 3) {
        upright += scores.values[at] as number;
        turned += scores.values[at + 1] as number;
      }
    }
  if (Math.max(upright, turned) < SOME_FILLERS || Math.max(upright, turned) < CLEARLY * Math.min(upright, turned))
    return null;
  return turned > upright;
}

/** Lines that run downwards as lines of a picture that is turned back by a quarter, and the other way round. */
const turnedBack = (line: LineBox): LineBox => ({ ...line, x: line.y, y: -line.x, angle: line.angle - QUARTER });
const turnedForth = (line: LineBox): LineBox => ({ ...line, x: -line.y, y: line.x, angle: line.angle + QUARTER });

let network: Promise<Network | null> | null = null;

/** How likely the text of a piece is upright, and turned; null if the networks cannot run. */
const classifyPiece = networkFunction('classifyPiece', async (piece: Grey): Promise<Float32Array | null> => {
  const classify = await (network ??= loadNetwork('ch_ppocr_mobile_v2.0_cls_infer.onnx'));
  return classify && (await classify(asInput(piece, PIECE.width), [1, 3, PIECE.height, PIECE.width])).values;
});

async function isMostlyTurned(grey: Grey, lines: LineBox[]): Promise<boolean> {
  const pieces = lines.flatMap(inPieces).toSorted((a, b) => b.height - a.height);
  const voting = pieces.slice(0, MOST_PIECES);
  let votes = 0;
  for (const [at, piece] of voting.entries()) {
    // The others could not outvote these.
    if (Math.abs(votes) > voting.length - at) break;
    const [unturned = 0, turned = 0] = (await classifyPiece(cropLine(grey, piece, PIECE.height))) ?? [];
    if (Math.max(unturned, turned) >= SURE) votes += turned - unturned;
  }
  return votes > 0;
}

/** Pieces of the line in the length that the network knows. */
function inPieces(line: LineBox): LineBox[] {
  const length = (line.height * PIECE.width) / PIECE.height;
  const count = Math.max(1, Math.floor(line.length / length));
  return Array.from({ length: count }, (_, at) => {
    const off = ((at + 0.5) / count - 0.5) * line.length;
    return { ...line, ...pointFrom(line, off), length: Math.min(length, line.length) };
  });
}

/** Without the networks: the profile gives the direction of the lines, and Tesseract reads them both ways up. */
async function orientationByReading(grey: Grey): Promise<Orientation> {
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
