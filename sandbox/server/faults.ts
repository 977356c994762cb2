import { parseDirectives } from './directives.ts';
import { isObject } from './json.ts';

/**
 * What goes wrong on purpose: for a request (`x-sandbox-fault`) and for a callback (`x-sandbox-callback`). The README's
 * "Making things go wrong" lists the directives.
 */

/** The faults of one request: its own directives, and the text for the callback of its process. */
export type Fault = { request: Map<string, string>; text: string | undefined; callback: string | undefined };

export type ArmedFault = {
  id: number;
  path: string | null;
  fault: string | null;
  callback: string | null;
  times: number;
};

const MAXIMUM_KEYS = 10_000;

/** Faults come from a header of the request, or are armed beforehand for the next requests to a path. */
export class Faults {
  #armed: ArmedFault[] = [];
  #nextId = 1;
  readonly #uses = new Map<string, number>();
  readonly #changed: () => void;

  constructor(changed: () => void = () => {}) {
    this.#changed = changed;
  }

  arm({ path, fault, callback, times }: Partial<Omit<ArmedFault, 'id'>>): ArmedFault {
    const armed = {
      id: this.#nextId++,
      path: path ?? null,
      fault: fault ?? null,
      callback: callback ?? null,
      times: times ?? 1,
    };
    this.#armed.push(armed);
    this.#changed();
    return armed;
  }

  list(): ArmedFault[] {
    return this.#armed;
  }

  disarm(): void {
    this.#armed = [];
    this.#uses.clear();
    this.#changed();
  }

  /** Whether there was a fault with this number. */
  end(id: number): boolean {
    const at = this.#armed.findIndex((armed) => armed.id === id);
    if (at < 0) return false;
    this.#armed.splice(at, 1);
    this.#changed();
    return true;
  }

  /** Returns the fault of a request and counts it. A header takes precedence over an armed fault. */
  take(path: string, header: string | undefined, callbackHeader: string | undefined): Fault {
    const armed =
      header || callbackHeader
        ? undefined
        : this.#armed.find((candidate) => candidate.path === null || candidate.path === path);
    if (armed && --armed.times <= 0) this.#armed.splice(this.#armed.indexOf(armed), 1);
    if (armed) this.#changed();
    const text = header ?? armed?.fault ?? undefined;
    const directives = parseDirectives(text);
    const callback = callbackHeader ?? armed?.callback ?? undefined;
    const usedUp = header !== undefined && this.#isUsedUp(path, header, directives);
    return usedUp ? { request: new Map(), text: undefined, callback } : { request: directives, text, callback };
  }

  /** `times=2` means the first two requests with the same `key`, or without one, the same text and path. */
  #isUsedUp(path: string, header: string, directives: Map<string, string>): boolean {
    const times = Number(directives.get('times') ?? Infinity);
    if (times === Infinity) return false;
    const key = directives.get('key') ?? `${path} ${header}`;
    const uses = (this.#uses.get(key) ?? 0) + 1;
    if (this.#uses.size > MAXIMUM_KEYS) this.#uses.clear();
    this.#uses.set(key, uses);
    return uses > times;
  }
}

/** The faults of a callback. */
export type CallbackFault = {
  /** As it was written; empty if nothing goes wrong. */
  text: string;
  /** Keeps the callback until it is released. */
  hold: boolean;
  /** Milliseconds between answer and callback. The document is read before the answer, so that they are exact. */
  delay: number | null;
  /** The callback is sent, and its answer awaited, before the request is answered. */
  before: boolean;
  times: number;
  together: boolean;
  body: 'whole' | 'malformed' | 'empty' | 'html';
  wrongSecret: boolean;
  noSecret: boolean;
  oversizedBytes: number;
  processId: string | null;
  never: boolean;
};

/** Parses `delay=20; times=2; malformed`. */
export function parseCallbackFault(text: string | undefined): CallbackFault {
  const directives = parseDirectives(text);
  const has = (name: string) => directives.has(name);
  return {
    text: text?.trim() ?? '',
    hold: has('hold'),
    delay: has('delay') ? Number(directives.get('delay')) || 0 : null,
    before: has('before'),
    times: Math.min(100, Number(directives.get('times') || 1) || 1),
    together: has('together'),
    body: has('malformed') ? 'malformed' : has('empty') ? 'empty' : has('html') ? 'html' : 'whole',
    wrongSecret: has('wrong-secret'),
    noSecret: has('no-secret'),
    oversizedBytes: Math.min(200, has('oversized') ? Number(directives.get('oversized')) || 20 : 0) * 1024 * 1024,
    processId: directives.get('process-id') || null,
    never: has('never'),
  };
}

/** Changes the last character of a header's or query string's value. */
export function corruptSecret(value: string, fault: CallbackFault): string {
  if (!fault.wrongSecret) return value;
  return value.endsWith('x') ? `${value.slice(0, -1)}y` : `${value.slice(0, -1)}x`;
}

/** The text of a callback, with what the fault does to it. */
export function callbackBody(text: string, fault: CallbackFault): string {
  if (fault.body === 'empty') return '';
  if (fault.body === 'html') return '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
  const changed = fault.processId || fault.oversizedBytes > 0 ? changePayload(text, fault) : text;
  return fault.body === 'malformed' ? changed.slice(0, Math.ceil(changed.length / 2)) : changed;
}

function changePayload(text: string, { processId, oversizedBytes }: CallbackFault): string {
  const payload = parsed(text);
  // What an account has called back may be no JSON: it has no ID, and is only made longer.
  if (!isObject(payload)) return text + 'sandbox '.repeat(oversizedBytes / 8);
  const changed = processId ? { ...payload, processId } : payload;
  return JSON.stringify(oversizedBytes > 0 ? enlarge(changed, oversizedBytes) : changed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Adds a large crop, the only part of a real result that can be large. */
function enlarge(payload: Record<string, unknown>, bytes: number): Record<string, unknown> {
  const value = Buffer.alloc(Math.floor((bytes * 3) / 4), 'sandbox').toString('base64');
  const [first, ...rest] = Array.isArray(payload['result']) ? (payload['result'] as Record<string, unknown>[]) : [];
  if (!first) return { ...payload, padding: value };
  const crops = [...((first['crops'] as unknown[] | null) ?? []), { name: 'oversized', stdName: null, value }];
  return { ...payload, result: [{ ...first, crops }, ...rest] };
}
