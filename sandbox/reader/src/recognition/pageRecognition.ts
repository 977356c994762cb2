import { isPageBudgetSpent } from '../pageBudget.ts';
import type { TextItem } from '../reading.ts';
import { startCharacters } from './characterNetwork.ts';
import { readDigits, type IsEnough } from './digits.ts';
import { startDetection, type DetectedPage } from './lineDetection.ts';
import { offsetOf } from '../preprocessing/geometry.ts';
import { bendAt, type LineBox } from './lineCrop.ts';
import { lineFilling, readLines } from './lineRecognition.ts';
import { mrzLinesOf } from './mrz/textLines.ts';
import { readMrz, type MrzReading } from './mrz/mrzRecognition.ts';
import { reasonWithoutNetworks } from './onnx.ts';
import { startTesseract } from './tesseract.ts';
import { addTickBoxes, takeTickBoxes } from './tickBoxes.ts';
import { textItemsOf } from './textItems.ts';
import { readWholePage } from './wholePage.ts';

/** Further readings of a page that some document types need. Each is computed only when it is called. */
export type TargetedRecognition = {
  /** The machine-readable zone (2 × 44, 3 × 30 or 2 × 36 characters); null if there is none. */
  mrz(): Promise<MrzReading | null>;
  /**
   * Text read for its digits: numbers and dates of payment cards. The lines are read again at other widths until
   * `isEnough`.
   */
  digits(isEnough?: IsEnough): Promise<TextItem[]>;
};

/** A text layer holds the MRZ and the digits already. */
export const targetedInText = (items: TextItem[]): TargetedRecognition => ({
  mrz: () => {
    const lines = mrzLinesOf(items.map(({ text }) => text));
    return Promise.resolve(lines && { lines });
  },
  digits: () => Promise.resolve(items),
});

/** `scale`: pixels of the page image per unit of the text items. `mrz`: the machine-readable zone, if it was read before. */
export const targetedInImage = (page: DetectedPage, scale: number, mrz: MrzReading | null): TargetedRecognition => ({
  mrz: async () => mrz ?? (isPageBudgetSpent() ? null : readMrz(page)),
  digits: async (isEnough) => (isPageBudgetSpent() ? [] : readDigits(page, scale, isEnough)),
});

/**
 * The text of a page image, with the position (in its pixels) and the confidence of each item. The lines of a
 * machine-readable zone are not read again.
 */
export async function recogniseText(
  { picture, boxes }: DetectedPage,
  mrz: MrzReading | null,
  size: { enlarged: number },
): Promise<TextItem[]> {
  if (!boxes) return textItemsOf(await readWholePage(picture));
  const own = mrz?.boxes ?? [];
  const others = boxes.filter((box) => !own.some((line) => isWithin(line, box)));
  const lines = own.map((box, at) =>
    lineFilling(box, { text: mrz?.lines[at] ?? '', confidence: confidenceOf(mrz, at) }),
  );
  const ticks = takeTickBoxes(picture, others);
  return textItemsOf([...addTickBoxes(await readLines(picture, others, size), ticks), ...lines]);
}

/** Whether the middle of a box lies in a line. */
function isWithin(line: LineBox, box: LineBox): boolean {
  const { along, across } = offsetOf(line, box);
  return Math.abs(along) < line.length / 2 && Math.abs(across - bendAt(line, along)) < line.height / 2;
}

/** The part of a line's characters that are not doubtful. */
function confidenceOf(mrz: MrzReading | null, line: number): number {
  const doubts = mrz?.doubts?.[line] ?? [];
  return doubts.filter((isDoubtful) => !isDoubtful).length / Math.max(1, doubts.length);
}

/** Loads the engines. Returns null, or what is missing and what that means. */
export async function warmRecognition(): Promise<string | null> {
  await Promise.all([startDetection(), startCharacters(), startTesseract()]);
  const reason = await reasonWithoutNetworks();
  return (
    reason &&
    `onnxruntime-node cannot be used (${reason}): photographs, cards and machine-readable zones are read less well`
  );
}
