import { directives } from './directives.ts';

/** What is to go wrong with one request. */
export type Fault = { request: Map<string, string>; callback: string | undefined };

export type ArmedFault = {
  id: number;
  path: string | null;
  fault: string | null;
  callback: string | null;
  times: number;
};

const MOST_KEYS = 10_000;

/** Faults asked for by a header of the request, or armed beforehand for the next requests to a path. */
export class Faults {
  #armed: ArmedFault[] = [];
  #nextId = 1;
  readonly #seen = new Map<string, number>();

  arm({ path, fault, callback, times }: Partial<Omit<ArmedFault, 'id'>>): ArmedFault {
    const armed = {
      id: this.#nextId++,
      path: path ?? null,
      fault: fault ?? null,
      callback: callback ?? null,
      times: times ?? 1,
    };
    this.#armed.push(armed);
    return armed;
  }

  list(): ArmedFault[] {
    return this.#armed;
  }

  disarm(): void {
    this.#armed = [];
    this.#seen.clear();
  }

  /** The fault of this request, counted. A header of its own comes before what was armed. */
  take(path: string, header: string | undefined, callbackHeader: string | undefined): Fault {
    const armed =
      header || callbackHeader
        ? undefined
        : this.#armed.find((candidate) => candidate.path === null || candidate.path === path);
    if (armed && --armed.times <= 0) this.#armed.splice(this.#armed.indexOf(armed), 1);
    const asked = directives(header ?? armed?.fault ?? undefined);
    const spent = header !== undefined && this.#isSpent(path, header, asked);
    return { request: spent ? new Map() : asked, callback: callbackHeader ?? armed?.callback ?? undefined };
  }

  /** `times=2` is for the first two requests that carry the same fault, told by `key` or by its text and path. */
  #isSpent(path: string, header: string, asked: Map<string, string>): boolean {
    const times = Number(asked.get('times') ?? Infinity);
    if (times === Infinity) return false;
    const key = asked.get('key') ?? `${path} ${header}`;
    const seen = (this.#seen.get(key) ?? 0) + 1;
    if (this.#seen.size > MOST_KEYS) this.#seen.clear();
    this.#seen.set(key, seen);
    return seen > times;
  }
}
