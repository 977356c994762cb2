import type { PageImage, TextItem } from '../reading.ts';
import { readDigits, type Satisfied } from './digits.ts';
import { linesOf } from './zone/lines.ts';
import { readMrzLines } from './zone/mrz.ts';

/** A second, special look at the page, for kinds of document that need one. Nothing is done before it is asked for. */
export type CloserLook = {
  /** The lines of the machine-readable zone (2 × 44, 3 × 30 or 2 × 36 characters); null if there is none. */
  mrz(): Promise<string[] | null>;
  /**
   * Pieces of text read for the sake of their digits: numbers and dates of payment cards. Read in several ways until
   * `satisfied`.
   */
  digits(satisfied?: Satisfied): Promise<TextItem[]>;
};

/** What is written in a text layer needs no pixels. */
export const lookAtText = (items: TextItem[]): CloserLook => ({
  mrz: () => Promise.resolve(linesOf(items.map(({ text }) => [text]))),
  digits: () => Promise.resolve(items),
});

export const lookAtSheet = (sheet: PageImage): CloserLook => ({
  mrz: () => readMrzLines(sheet),
  digits: (satisfied) => readDigits(sheet, satisfied),
});
