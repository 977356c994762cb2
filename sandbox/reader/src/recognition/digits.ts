import { type Grey, resize } from '../preprocessing/images.ts';
import type { TextItem } from '../reading.ts';
import { readCharacters, NETWORK_HEIGHT, groupCharacters, type CharacterGroup } from './characterNetwork.ts';
import { cropLine, type LineBox } from './lineCrop.ts';
import type { DetectedPage } from './lineDetection.ts';
import { scaleItem } from './textItems.ts';

/** The baseline below the middle of a box, and the font size, in heights of the box. */
const BASELINE = 0.22;
const SIZE = 0.62;

/** Factors of the width at which the lines are read, one after the other. */
const WIDTHS = [1, 1.2, 0.85];

/** Whether the numbers in question have been read, by their check digits for example. */
export type IsEnough = (items: TextItem[]) => boolean;

/**
 * Text read for its digits, whether embossed, coloured or in an unusual typeface: each width of the lines in turn until
 * `isEnough`, else the first.
 */
export async function readDigits(
  { picture, boxes }: DetectedPage,
  scale: number,
  isEnough: IsEnough = () => true,
): Promise<TextItem[]> {
  // Without the networks Tesseract is the only engine, and it has read the page already.
  if (!boxes) return [];
  const readings: TextItem[][] = [];
  for (const width of WIDTHS) {
    const items = (await readLineCrops(picture, boxes, width)).map((item) => scaleItem(item, 1 / scale));
    readings.push(items);
    if (isEnough(items)) return items;
  }
  return readings[0] ?? [];
}

async function readLineCrops(picture: Grey, boxes: LineBox[], width: number): Promise<TextItem[]> {
  const items: TextItem[] = [];
  for (const box of boxes) {
    const cut = cropLine(picture, box, NETWORK_HEIGHT);
    const characters = (await readCharacters(await stretched(cut, width))) ?? [];
    items.push(...groupCharacters(characters, NETWORK_HEIGHT).map((piece) => asItem(piece, box, width)));
  }
  return items;
}

const stretched = (cut: Grey, by: number) =>
  by === 1 ? cut : resize(cut, { width: Math.round(cut.width * by), height: cut.height });

function asItem({ text, left, right, confidence }: CharacterGroup, box: LineBox, width: number): TextItem {
  const step = box.height / NETWORK_HEIGHT / width;
  const place = (x: number) => x * step - box.length / 2;
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  return {
    text,
    x: box.x + place(left) * cos,
    y: box.y + place((left + right) / 2) * sin + BASELINE * box.height,
    width: (right - left) * step * cos,
    size: SIZE * box.height,
    bold: false,
    confidence,
  };
}
