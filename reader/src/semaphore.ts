/** Lets a few run at a time, in the order they came; the others wait. */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place passes on without becoming free in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
