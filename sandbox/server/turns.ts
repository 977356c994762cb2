import pLimit from 'p-limit';

/** Does so much at once, and less of it with one other side: who is slow there keeps nobody else waiting. */
export class Turns {
  readonly #all: ReturnType<typeof pLimit>;
  readonly #atOnce: number;
  readonly #sides = new Map<string, ReturnType<typeof pLimit>>();

  constructor({ inAll, withOne }: { inAll: number; withOne: number }) {
    this.#all = pLimit(inAll);
    this.#atOnce = withOne;
  }

  /** Does the work when it is its turn among all that has to do with the host of an address. */
  async take<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const side = URL.canParse(address) ? new URL(address).host : address;
    const turns = this.#sides.get(side) ?? pLimit(this.#atOnce);
    this.#sides.set(side, turns);
    try {
      return await turns(() => this.#all(work));
    } finally {
      if (turns.activeCount + turns.pendingCount === 0) this.#sides.delete(side);
    }
  }
}
