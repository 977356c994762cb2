import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { degrade, DEGRADATIONS, type Degradation, type DegradedFile } from './degradations/degradations.ts';
import type { DocumentType, Truth } from './groundTruth.ts';
import type { Layout } from './layouts/layout.ts';
import { Paper } from './drawing/paper.ts';
import { heldOut } from './layouts/held-out/index.ts';
import { known } from './layouts/known/index.ts';
import { randomFrom } from './synthetic/random.ts';

/** Which documents to generate; null stands for all. */
export type Selection = {
  types: DocumentType[] | null;
  degradations: Degradation[] | null;
  known: boolean;
  heldOut: boolean;
  seeds: number;
};

/** A document to be generated. */
export type Plan = { layout: Layout; isKnown: boolean; degradation: Degradation; seed: number; name: string };

export type SyntheticDocument = Plan & DegradedFile & { truth: Truth; pdf: Buffer };

export function planDocuments(selection: Selection): Plan[] {
  const layouts = [
    ...(selection.known ? known : []).map(asKnown),
    ...(selection.heldOut ? heldOut : []).map(asHeldOut),
  ];
  const kept = layouts.filter(({ layout }) => selection.types?.includes(layout.type) ?? true);
  return kept.flatMap(({ layout, isKnown }) =>
    degradationsOf(layout, selection).flatMap((degradation) =>
      Array.from({ length: selection.seeds * (layout.copies?.[degradation] ?? 1) }, (_, index) => ({
        layout,
        isKnown,
        degradation,
        seed: index + 1,
        name: `${layout.id}-${degradation}-${index + 1}`,
      })),
    ),
  );
}

const asKnown = (layout: Layout) => ({ layout, isKnown: true });
const asHeldOut = (layout: Layout) => ({ layout, isKnown: false });

const degradationsOf = (layout: Layout, selection: Selection): Degradation[] =>
  DEGRADATIONS.filter(
    (degradation) =>
      (selection.degradations?.includes(degradation) ?? true) && (layout.degradations?.includes(degradation) ?? true),
  );

/**
 * Draws and degrades a document. Its data differs from degradation to degradation, so no value can be learnt by heart.
 */
export async function generateDocument(plan: Plan): Promise<SyntheticDocument> {
  const paper = new Paper();
  const truth = await plan.layout.draw(paper, randomFrom(plan.name));
  const pdf = await paper.finish();
  return { ...plan, truth, pdf, ...(await degrade(plan.degradation, pdf, plan.layout.size, plan.name)) };
}

/** Writes documents, each with its ground truth beside it. */
export async function saveDocuments(plans: Plan[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const plan of plans) {
    const { bytes, extension, truth } = await generateDocument(plan);
    await writeFile(join(folder, `${plan.name}.${extension}`), bytes);
    await writeFile(join(folder, `${plan.name}.json`), `${JSON.stringify(truth, null, 2)}\n`);
    console.log(`${plan.name}.${extension}  ${Math.round(bytes.length / 1024)} kB`);
  }
}
