import type { Degradation } from '../degradations/degradations.ts';
import type { Paper } from '../drawing/paper.ts';
import type { DocumentType, Size, Truth } from '../groundTruth.ts';
import type { Random } from '../synthetic/random.ts';

export type Design = {
  id: string;
  type: DocumentType;
  size: Size;
  /** All of them if left out. */
  degradations?: Degradation[];
  /** How many documents with a degradation, where the thresholds need a finer figure than one gives. */
  copies?: Partial<Record<Degradation, number>>;
};

/** A synthetic document design. The same seed draws the same document. */
export type Layout = Design & { draw(paper: Paper, random: Random): Promise<Truth> | Truth };

/** A document that a package of other people prints. */
export type PrintedLayout = Design & { print(random: Random): Promise<{ pdf: Buffer; truth: Truth }> };
