import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { degrade, DEGRADATIONS, type Degradation, type DegradedFile } from './degradations/degradations.ts';
import type { DocumentType, Truth } from './groundTruth.ts';
import type { Layout } from './layouts/layout.ts';
import { Paper } from './drawing/paper.ts';
import * as heldOut from './layouts/held-out/index.ts';
import * as known from './layouts/known/index.ts';
import { thirdParty } from './layouts/third-party/index.ts';
import { type Random, randomFrom } from './synthetic/random.ts';

/** Whose layouts: those that reading rules were written with, those nobody who writes rules opens, those of other people. */
export const GROUPS = ['known', 'held-out', 'third-party'] as const;
export type Group = (typeof GROUPS)[number];

/** Which documents to generate, all of them if nothing is said. */
export type Selection = {
  types?: DocumentType[] | null;
  degradations?: Degradation[] | null;
  groups?: readonly Group[];
  seeds?: number;
};

/** A document to be generated. */
export type Plan = ReturnType<typeof planDocuments>[number];

export type SyntheticDocument = Plan & DegradedFile & { truth: Truth; pdf: Buffer };

export function planDocuments({ types, degradations, groups = GROUPS, seeds = 1 }: Selection) {
  const layouts = groups.flatMap((group) => LAYOUTS[group].map((layout) => ({ layout, group })));
  const kept = layouts.filter(({ layout }) => types?.includes(layout.type) ?? true);
  return kept.flatMap(({ layout, group }) => {
    const isMeant = (one: Degradation) => [degradations, layout.degradations].every((of) => of?.includes(one) ?? true);
    return DEGRADATIONS.filter(isMeant).flatMap((degradation) =>
      Array.from({ length: seeds * (layout.copies?.[degradation] ?? 1) }, (_, index) => {
        return { layout, group, degradation, seed: index + 1, name: `${layout.id}-${degradation}-${index + 1}` };
      }),
    );
  });
}

export const LAYOUTS = {
  known: Object.values(known) as Layout[],
  'held-out': Object.values(heldOut) as Layout[],
  'third-party': thirdParty,
};

/**
 * Draws and degrades a document. Its data differs from degradation to degradation, so no value can be learnt by heart.
 */
export async function generateDocument(plan: Plan): Promise<SyntheticDocument> {
  const random = randomFrom(plan.name);
  const { pdf, truth } = 'print' in plan.layout ? await plan.layout.print(random) : await drawn(plan.layout, random);
  return { ...plan, truth, pdf, ...(await degrade(plan.degradation, pdf, plan.layout.size, plan.name)) };
}

async function drawn(layout: Layout, random: Random) {
  const paper = new Paper();
  const truth = await layout.draw(paper, random);
  return { pdf: await paper.finish(), truth };
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
