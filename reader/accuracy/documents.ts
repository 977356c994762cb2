import { CONDITIONS, putThrough, type Condition, type MadeFile } from './degradations/conditions.ts';
import type { Kind, Layout, Truth } from './document.ts';
import { Paper } from './drawing/paper.ts';
import { known } from './layouts/known/index.ts';
import { unseen } from './layouts/held-out/index.ts';
import { randomFrom } from './synthetic/random.ts';

export type Wanted = {
  kinds: Kind[] | null;
  conditions: Condition[] | null;
  known: boolean;
  unseen: boolean;
  seeds: number;
};

/** A document still to be made. */
export type Plan = { layout: Layout; isKnown: boolean; condition: Condition; seed: number; name: string };

export type MadeDocument = Plan & MadeFile & { truth: Truth; pdf: Buffer };

export function planDocuments(wanted: Wanted): Plan[] {
  const layouts = [...(wanted.known ? known : []).map(asKnown), ...(wanted.unseen ? unseen : []).map(asUnseen)];
  const kept = layouts.filter(({ layout }) => wanted.kinds?.includes(layout.kind) ?? true);
  return kept.flatMap(({ layout, isKnown }) =>
    conditionsOf(layout, wanted).flatMap((condition) =>
      Array.from({ length: wanted.seeds * (layout.copies?.[condition] ?? 1) }, (_, index) => ({
        layout,
        isKnown,
        condition,
        seed: index + 1,
        name: `${layout.id}-${condition}-${index + 1}`,
      })),
    ),
  );
}

const asKnown = (layout: Layout) => ({ layout, isKnown: true });
const asUnseen = (layout: Layout) => ({ layout, isKnown: false });

const conditionsOf = (layout: Layout, wanted: Wanted): Condition[] =>
  CONDITIONS.filter(
    (condition) => (wanted.conditions?.includes(condition) ?? true) && (layout.conditions?.includes(condition) ?? true),
  );

/** The facts differ from condition to condition, so that a value seen once helps nobody. */
export async function makeDocument(plan: Plan): Promise<MadeDocument> {
  const paper = new Paper();
  const truth = await plan.layout.draw(paper, randomFrom(plan.name));
  const pdf = await paper.finish();
  return { ...plan, truth, pdf, ...(await putThrough(plan.condition, pdf, plan.layout, plan.name)) };
}
