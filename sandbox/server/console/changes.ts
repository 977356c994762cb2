import type { LogEntry } from '../plugins/requestLog.ts';

/** What a console shows and that has just changed. `everything` follows a reset or an import. */
export type Change =
  | { what: 'request'; request: LogEntry }
  | { what: 'process'; id: string }
  | { what: 'faults' | 'usage' | 'everything' };

/** Tells the open consoles what has changed. */
export class Changes {
  readonly #listeners = new Set<(change: Change) => void>();

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Returns how to stop listening. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
