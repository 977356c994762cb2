import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../errors.ts';
import type { SandboxDatabase } from '../store.ts';
import type { ProcessState, ProcessStore, Step } from './processStore.ts';

export type ProcessLogContext = {
  database: SandboxDatabase;
  store: ProcessStore;
  now(): number;
  log(error: unknown): void;
};

/** Writes down what has become of processes. */
export class ProcessLog {
  readonly #context: ProcessLogContext;
  readonly #closing: AbortSignal;

  constructor(context: ProcessLogContext, closing: AbortSignal) {
    this.#context = context;
    this.#closing = closing;
  }

  /** Writes what has happened already. */
  write(work: () => void): Promise<void> {
    return this.withRoom(() => this.#commit(work));
  }

  #commit(work: () => void): void {
    const { database } = this.#context;
    database.transaction(work);
    database.overwriteDeleted();
  }

  /** Does what needs room on the disk: where it is full, again each second until there is some. */
  async withRoom<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    for (let isTold = false; ; isTold = true) {
      try {
        return await work();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        if (!isTold) this.#context.log(error);
      }
      await sleep(1000, null, { signal: this.#closing });
    }
  }

  step(id: string, what: Step['what'], detail: string | null = null): void {
    this.#context.store.addStep(id, { at: this.#context.now(), what, detail });
  }

  async end(id: string, state: ProcessState): Promise<void> {
    const { store, now, log } = this.#context;
    await this.write(() => {
      if (state === 'held') this.step(id, 'held');
      store.end(id, state, now());
    });
    if (!store.isToPrune()) return;
    try {
      // To delete what is overwritten takes more room than the end of a process, which must be known before.
      this.#commit(() => store.prune());
    } catch (error) {
      // What comes after the end, such as to send it again, does not wait for older ones to go.
      log(error);
    }
  }
}
