import { tooBusy } from './errors.ts';

type Kept = { bytes: number; forget(): void };

/** What requests have sent and were answered, the rows that list them, and what callbacks are awaited for. */
type Kind = 'contents' | 'rows' | 'awaited';

/**
 * One limit, in bytes, for all that is in memory of requests: for what those under way have sent, and for what is kept of
 * those before, of which the oldest makes room.
 */
export class Memory {
  readonly #limit: number;
  /** Contents make room for whatever comes. Rows have a quarter, and what is awaited a half, of which no other takes any. */
  readonly #kept = { contents: new Set<Kept>(), rows: new Set<Kept>(), awaited: new Set<Kept>() };
  readonly #bytes = { underWay: 0, contents: 0, rows: 0, awaited: 0 };

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes room for a request under way, until it is freed. */
  take(bytes: number): void {
    this.hold(bytes);
    if (!this.#isFull()) return;
    this.free(bytes);
    throw tooBusy('The requests under way take all the memory that there is for them (SANDBOX_MEMORY_MB)');
  }

  /** Counts what is there already, until it is freed. */
  hold(bytes: number): void {
    this.#bytes.underWay += bytes;
    this.#makeRoom();
  }

  free(bytes: number): void {
    this.#bytes.underWay -= bytes;
  }

  /** Counts what is kept until its room is needed; `forget` lets go of it then. Returns how to stop counting it. */
  keep(kind: Kind, bytes: number, forget: () => void): () => void {
    const kept = { bytes, forget };
    this.#kept[kind].add(kept);
    this.#bytes[kind] += bytes;
    this.#makeRoom();
    return () => {
      if (this.#kept[kind].delete(kept)) this.#bytes[kind] -= bytes;
    };
  }

  #isFull(): boolean {
    const { underWay, contents, rows, awaited } = this.#bytes;
    return underWay + contents + rows + awaited > this.#limit;
  }

  #makeRoom(): void {
    this.#forget('contents', () => this.#isFull());
    this.#forget('rows', () => this.#bytes.rows > this.#limit / 4);
    this.#forget('awaited', () => this.#bytes.awaited > this.#limit / 2);
  }

  #forget(kind: Kind, isTooMuch: () => boolean): void {
    for (const kept of this.#kept[kind]) {
      if (!isTooMuch()) return;
      this.#kept[kind].delete(kept);
      this.#bytes[kind] -= kept.bytes;
      kept.forget();
    }
  }
}

/** A text in memory takes two bytes for each character if one of them is beyond Latin-1. */
export const bytesOf = (...texts: string[]): number => texts.reduce((sum, { length }) => sum + 2 * length, 0);
