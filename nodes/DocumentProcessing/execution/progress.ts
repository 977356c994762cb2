const MOST_NAMED = 10;

/** What of a batch was sent and answered, so that a run that stops midway says where it stands. */
export class Progress {
  private readonly sent = new Set<number>();

  private readonly answered = new Set<number>();

  /** Those that need no request: their files were read in an earlier run. */
  private readonly skipped = new Set<number>();

  /** `first` and `end` are the indexes of the first item to send and of the one after the last. */
  constructor(
    private readonly first: number,
    private readonly end: number,
  ) {}

  send(indexes: number[]): void {
    for (const index of indexes) this.sent.add(index);
  }

  answer(indexes: number[]): void {
    for (const index of indexes) this.answered.add(index);
  }

  skip(index: number): void {
    this.skipped.add(index);
  }

  get counts(): { sent: Range; answered: Range; continueFrom: number } {
    return { sent: rangeOf(this.sent), answered: rangeOf(this.answered), continueFrom: this.continueFrom };
  }

  /** For the description of the error that stops the run; empty if it is not a batch. */
  describe(loop: Loop | undefined): string {
    const all = this.end - this.first;
    if (all < 2) return '';
    if (this.sent.size === 0) {
      return loop
        ? `Nothing of this batch of the loop was sent. ${describeBefore(loop)}`
        : `Nothing was sent, so nothing is billed: ${all} items are left.`;
    }
    const { sent, answered } = this.counts;
    const counted =
      `Sent: ${textOf(sent)} of ${all}${loop ? ', of this batch of the loop' : ''}. ` +
      `Answered with a result, and so billed: ${textOf(answered)}.`;
    const keep =
      'The results of a run that stops are not output: to keep them, choose "Continue" in the settings of the node';
    // The option "Continue From" would skip items of every batch.
    if (loop) return `${counted} ${keep}. ${describeBefore(loop)}`;
    // Nothing is lost then, and the whole is to be sent again.
    if (answered.count === 0 && this.continueFrom === this.first) return counted;
    const kept = `${counted} ${keep}, or process the items in batches.`;
    // An answer that could not be used is one too: then nothing may be left.
    if (this.continueFrom >= this.end) return kept;
    return (
      `${kept} ` +
      `To send only the rest, set the option "Continue From" to ${this.continueFrom}${this.describeSentAgain()}.`
    );
  }

  /** The first item that has no result. With several requests at a time, later ones may have one. */
  private get continueFrom(): number {
    let index = this.first;
    while (this.answered.has(index) || this.skipped.has(index)) index++;
    return index;
  }

  private describeSentAgain(): string {
    const later = [...this.answered].filter((index) => index > this.continueFrom).sort((one, other) => one - other);
    if (later.length === 0) return '';
    return `, which sends ${later.length > MOST_NAMED ? textOf(rangeOf(new Set(later))) : later.join(', ')} again`;
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
