import { tooBusy } from './errors.ts';

type Kept = { bytes: number; forget(): void };

/**
 * One limit, in bytes, for all that is in memory of requests: for what those under way have sent, and for what is kept of
 * those before, of which the oldest makes room.
 */
export class Memory {
  readonly #limit: number;
  /** What requests hold goes before the rows that list them. */
  readonly #contents = new Set<Kept>();
  readonly #rows = new Set<Kept>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes room for a request under way, until it is freed. */
  take(bytes: number): void {
    this.#bytes += bytes;
    this.#makeRoom(this.#contents);
    if (this.#bytes <= this.#limit) return;
    this.#bytes -= bytes;
    throw tooBusy('The requests under way take all the memory that there is for them (SANDBOX_MEMORY_MB)');
  }

  free(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Counts what is kept until its room is needed; `forget` lets go of it then. Returns how to stop counting it. */
  keep(kind: 'contents' | 'rows', bytes: number, forget: () => void): () => void {
    const [kept, all] = [{ bytes, forget }, kind === 'rows' ? this.#rows : this.#contents];
    all.add(kept);
    this.#bytes += bytes;
    this.#makeRoom(this.#contents);
    if (kind === 'rows') this.#makeRoom(this.#rows);
    return () => {
      if (all.delete(kept)) this.#bytes -= bytes;
    };
  }

  #makeRoom(all: Set<Kept>): void {
    for (const kept of all) {
      if (this.#bytes <= this.#limit) return;
      all.delete(kept);
      this.#bytes -= kept.bytes;
      kept.forget();
    }
  }
}

/** A text in memory takes two bytes for each character if one of them is beyond Latin-1. */
export const bytesOf = (...texts: string[]): number => texts.reduce((sum, { length }) => sum + 2 * length, 0);
