import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint } from '../common/output';

const TEXTS: Record<Hint, (count: number, all: number) => string> = {
  unidentified: (count, all) =>
    `${count} of ${all} documents ${count === 1 ? 'was' : 'were'} not identified. Their items have an empty "type".`,
  brokenFile: (count, all) =>
    `${count} of ${all} items have an image or a file that is not whole base64. It was left as text in the JSON.`,
  noConsumption: () => 'There was no consumption in this period.',
};

/** Tells the person who looks at the output what the items alone do not show; `hints` has one place for each item. */
export function giveHints(context: IExecuteFunctions, hints: Array<Hint | undefined>): void {
  for (const [hint, text] of Object.entries(TEXTS)) {
    const count = hints.filter((one) => one === hint).length;
    if (count > 0)
      context.addExecutionHints({ message: text(count, hints.length), location: 'outputPane', type: 'warning' });
  }
}
