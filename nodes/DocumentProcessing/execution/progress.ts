/** What of a batch was sent and answered, so that a run that stops midway says where it stands. */
export class Progress {
  private readonly sent = new Set<number>();

  private readonly answered = new Set<number>();

  /** `all` is the number of items that are billed. */
  constructor(private readonly all: number) {}

  send(indexes: number[]): void {
    for (const index of indexes) this.sent.add(index);
  }

  answer(indexes: number[]): void {
    for (const index of indexes) this.answered.add(index);
  }

  get counts(): { sent: Range; answered: Range } {
    return { sent: rangeOf(this.sent), answered: rangeOf(this.answered) };
  }

  /** For the description of the error that stops the run; empty if it is not a batch. */
  describe(loop: Loop | undefined): string {
    if (this.all < 2) return '';
    if (this.sent.size === 0) {
      return loop
        ? `Nothing of this batch of the loop was sent. ${describeBefore(loop)}`
        : `Nothing was sent, so nothing is billed: ${this.all} items are left.`;
    }
    const { sent, answered } = this.counts;
    const counted =
      `Sent: ${textOf(sent)} of ${this.all}${loop ? ', of this batch of the loop' : ''}. ` +
      `Answered with a result, and so billed: ${textOf(answered)}.`;
    const keep =
      'The results of a run that stops are not output: to keep them, choose "Continue" in the settings of the node';
    if (loop) return `${counted} ${keep}. ${describeBefore(loop)}`;
    // Nothing is lost then, and the whole is to be sent again.
    return answered.count === 0 ? counted : `${counted} ${keep}, or process the items in batches.`;
  }
}

/** The loop in which the node runs: a run of it has a batch of the items. */
export interface Loop {
  /** Whether the operation can skip files that were read already. */
  canSkip: boolean;
}

const describeBefore = ({ canSkip }: Loop): string =>
  'Another execution sends the batches before this one again' +
  (canSkip ? ', except for files that were read with the option "Skip Files Already Read".' : '.');

interface Range {
  count: number;
  first: number | null;
  last: number | null;
}

function rangeOf(indexes: Set<number>): Range {
  const sorted = [...indexes].sort((one, other) => one - other);
  return { count: sorted.length, first: sorted[0] ?? null, last: sorted.at(-1) ?? null };
}

const textOf = ({ count, first, last }: Range): string =>
  count === 0 ? 'no item' : count === 1 ? `1 item (${first})` : `${count} items (${first} to ${last})`;
