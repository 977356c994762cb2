import type { Outcome } from './outcomes';

/** What of a batch was sent and answered, so that a run that stops midway says where it stands. */
export interface Progress {
  sent: Range;
  answered: Range;
}

interface Range {
  count: number;
  first: number | null;
  last: number | null;
}

/** The loop in which the node runs: a run of it has a batch of the items. */
interface Loop {
  /** Whether the operation can skip files that were read already. */
  canSkip: boolean;
}

/** `tried` are all outcomes, `last` those that count: the last of each item. */
export const progressOf = (tried: Outcome[], last: Outcome[]): Progress => ({
  sent: rangeOf(tried.filter(({ receipts }) => receipts.some(({ isSent }) => isSent))),
  // An answer that could not be used is billed as well.
  answered: rangeOf(last.filter(({ receipts }) => receipts.length > 0 && receipts.every((one) => one.isAnswered))),
});

function rangeOf(outcomes: Outcome[]): Range {
  const sorted = [...new Set(outcomes.map(({ item }) => item))].sort((one, other) => one - other);
  return { count: sorted.length, first: sorted[0] ?? null, last: sorted.at(-1) ?? null };
}

/** For the description of the error that stops a run with so many items that are billed; empty if it is not a batch. */
export function describeProgress({ sent, answered }: Progress, all: number, loop: Loop | undefined): string {
  if (all < 2) return '';
  if (sent.count === 0) {
    return loop
      ? `Nothing of this batch of the loop was sent. ${describeBefore(loop)}`
      : `Nothing was sent, so nothing is billed: ${all} items are left.`;
  }
  const counted =
    `Sent: ${textOf(sent)} of ${all}${loop ? ', of this batch of the loop' : ''}. ` +
    `Answered with a result, and so billed: ${textOf(answered)}.`;
  const keep =
    'The results of a run that stops are not output: to keep them, choose "Continue" in the settings of the node';
  if (loop) return `${counted} ${keep}. ${describeBefore(loop)}`;
  // Nothing is lost then, and the whole is to be sent again.
  return answered.count === 0 ? counted : `${counted} ${keep}, or process the items in batches.`;
}

const describeBefore = ({ canSkip }: Loop): string =>
  'Another execution sends the batches before this one again' +
  (canSkip ? ', except for files that were read with the option "Skip Files Already Read".' : '.');

const textOf = ({ count, first, last }: Range): string =>
  count === 0 ? 'no item' : count === 1 ? `1 item (${first})` : `${count} items (${first} to ${last})`;
