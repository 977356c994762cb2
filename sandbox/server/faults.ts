import { createHash, randomUUID } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { delayPoints, parseDirectives } from './directives.ts';
import { wrongParameter } from './errors.ts';
import { isObject, parsed } from './json.ts';
import { orNull } from './schemas/shorthand.ts';

/**
 * What goes wrong on purpose: for a request (`x-sandbox-fault`) and for a callback (`x-sandbox-callback`). The README's
 * "Making things go wrong" lists the directives.
 */

/** The faults of one request: its own directives, and the text for the callback of its process. */
export type Fault = { request: Map<string, string>; text: string | undefined; callback: string | undefined };

/** They stay in memory until they have happened. No header has a longer text. */
export const armedText = Type.String({ maxLength: 16_384 });
export const MOST_ARMED = 1000;

/** A fault in an exported state. */
export const exportedFault = Type.Object({
  id: Type.Optional(Type.Integer()),
  path: orNull(armedText),
  fault: orNull(armedText),
  callback: orNull(armedText),
  times: Type.Integer({ minimum: 1 }),
});
export type ArmedFault = Required<Static<typeof exportedFault>>;

/** Of requests with the same key: how many there were, and when those of the last minute came that a limit has let pass. */
type Known = { uses: number; passed: number[] };

/** Anyone may sign in: what is armed for any path is for those who have. */
export const SIGN_IN_PATH = '/user/authenticate';

const MAXIMUM_KEYS = 10_000;
const MINUTE = 60_000;

/** Faults come from a header of the request, or are armed beforehand for the next requests to a path. */
export class Faults {
  #armed: ArmedFault[] = [];
  #nextId = 1;
  readonly #known = new Map<string, Known>();
  readonly #changed: () => void;
  readonly #now: () => number;

  constructor(changed: () => void = () => {}, now: () => number = Date.now) {
    this.#changed = changed;
    this.#now = now;
  }

  arm({ path, fault, callback, times }: Partial<Omit<ArmedFault, 'id'>>): ArmedFault {
    if (this.#armed.length >= MOST_ARMED)
      throw wrongParameter('fault', `${MOST_ARMED} are armed already (DELETE /_sandbox/faults disarms them)`);
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
    this.#known.clear();
    this.#changed();
  }

  /** Whether there was a fault with this number. */
  end(id: string): boolean {
    const at = this.#armed.findIndex((armed) => String(armed.id) === id);
    if (at < 0) return false;
    this.#armed.splice(at, 1);
    this.#changed();
    return true;
  }

  /** Returns the fault of a request and counts it. A header takes precedence over an armed fault. */
  take(
    { path, callsBack }: { path: string; callsBack: boolean },
    header: string | undefined,
    callbackHeader: string | undefined,
  ): Fault {
    const given = header || callbackHeader ? { fault: header, callback: callbackHeader } : null;
    for (const armed of given ? [] : this.#armed) {
      const request = parseDirectives(armed.fault ?? undefined);
      // One for the next callback, of whatever operation, waits for a request that has one.
      const isAny = path !== SIGN_IN_PATH && (callsBack || armed.fault !== null);
      const isMeant = armed.path === null ? isAny : armed.path === path;
      if (!isMeant || !this.#happens(`armed ${armed.id}`, request)) continue;
      if (--armed.times <= 0) this.#armed.splice(this.#armed.indexOf(armed), 1);
      this.#changed();
      return { request, text: armed.fault ?? undefined, callback: armed.callback ?? undefined };
    }
    const request = parseDirectives(given?.fault);
    const key = request.get('key') ?? `${path} ${given?.fault}`;
    const happens = this.#happens(`drawn ${key}`, request) && !this.#isUsedUp(key, request);
    return happens
      ? { request, text: given?.fault, callback: given?.callback }
      : { request: new Map(), text: undefined, callback: given?.callback };
  }

  /** Whether it happens to this request, as its limit and its probability say; draws how long it waits. */
  #happens(key: string, directives: Map<string, string>): boolean {
    const { delay, probability = '1', seed = '1', 'rate-limit': limit } = Object.fromEntries(directives);
    if (limit !== undefined && !this.#isAbove(Number(limit), key, directives)) return false;
    if (delay === undefined && probability === '1') return true;
    const use = ++this.#knownOf(key).uses;
    const points = delayPoints(delay ?? '');
    if (points) directives.set('delay', String(quantile(points, 100 * draw(`${seed} ${use} delay`))));
    return draw(`${seed} ${use}`) < Number(probability);
  }

  #isAbove(limit: number, key: string, directives: Map<string, string>): boolean {
    const now = this.#now();
    const known = this.#knownOf(key);
    // One that is yet to come is of before the clock was set back.
    const passed = (known.passed = known.passed.filter((at) => at > now - MINUTE && at <= now));
    const [oldest = now] = passed;
    if (passed.length < limit) return passed.push(now) < 0;
    const seconds = String(Math.ceil((oldest + MINUTE - now) / 1000));
    directives.set('status', directives.get('status') ?? '429');
    directives.set('retry-after', directives.get('retry-after') ?? seconds);
    return true;
  }

  /** `times=2` means the first two requests with the same `key`, or without one, the same text and path. */
  #isUsedUp(key: string, directives: Map<string, string>): boolean {
    const times = Number(directives.get('times') ?? Infinity);
    return times !== Infinity && ++this.#knownOf(key).uses > times;
  }

  #knownOf(key: string): Known {
    // It may be as long as a header.
    const id = digest(key).toString('base64');
    const known = this.#known.get(id) ?? { uses: 0, passed: [] };
    if (this.#known.size > MAXIMUM_KEYS) this.#known.clear();
    this.#known.set(id, known);
    return known;
  }
}

/** From 0 to 1, the same for the same text, so that a test repeats. */
const draw = (text: string) => digest(text).readUInt32BE() / 2 ** 32;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The milliseconds of a percentile, on the line between the two that are known; above the last, as many as there. */
function quantile(points: [percent: number, milliseconds: number][], percent: number): number {
  const above = points.findIndex(([known]) => known > percent);
  if (above < 0) return points.at(-1)?.[1] ?? 0;
  const [[lower, least], [upper, most]] = [points[above - 1] ?? [0, 0], points[above] ?? [0, 0]];
  return least + ((most - least) * (percent - lower)) / (upper - lower);
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
    times: Number(directives.get('times') ?? 1),
    together: has('together'),
    body: has('malformed') ? 'malformed' : has('empty') ? 'empty' : has('html') ? 'html' : 'whole',
    wrongSecret: has('wrong-secret'),
    noSecret: has('no-secret'),
    oversizedBytes: has('oversized') ? Math.ceil(Number(directives.get('oversized') || 20) * 2 ** 18) * 4 : 0,
    processId: directives.get('process-id') || null,
    never: has('never'),
  };
}

/** Changes the last character of a header's or query string's value. */
export function corruptSecret(value: string, fault: CallbackFault): string {
  if (!fault.wrongSecret) return value;
  return value.endsWith('x') ? `${value.slice(0, -1)}y` : `${value.slice(0, -1)}x`;
}

/** In base64, as in a crop: four letters at least. */
const PADDING = 'c2FuZGJveCBzYW5k'.repeat(2 ** 14);

/** The text of a callback, with what the fault does to it, in pieces: it may be made larger than all memory. */
export function* callbackBody(text: string, fault: CallbackFault): Generator<string> {
  if (fault.body === 'empty') return;
  if (fault.body === 'html') return yield '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
  const { processId, oversizedBytes } = fault;
  const [head, tail] = processId || oversizedBytes > 0 ? changePayload(text, fault) : [text, ''];
  const whole = Array<string>(Math.floor(oversizedBytes / PADDING.length)).fill(PADDING);
  const pieces = [head, ...whole, PADDING.slice(0, oversizedBytes % PADDING.length), tail];
  const length = head.length + oversizedBytes + tail.length;
  let left = fault.body === 'malformed' ? Math.ceil(length / 2) : length;
  for (const piece of pieces) {
    yield piece.slice(0, Math.max(0, left));
    left -= piece.length;
  }
}

/** What is before the padding, and what behind it. */
function changePayload(text: string, { processId, oversizedBytes }: CallbackFault): [head: string, tail: string] {
  const payload = parsed(text);
  // What an account has called back may be no JSON: it has no ID, and is only made longer.
  if (!isObject(payload)) return [text, ''];
  const changed = processId ? { ...payload, processId } : payload;
  if (oversizedBytes === 0) return [JSON.stringify(changed), ''];
  const padding = randomUUID();
  return JSON.stringify(enlarge(changed, padding)).split(padding) as [string, string];
}

/** Adds a large crop, the only part of a real result that can be large. */
function enlarge(payload: Record<string, unknown>, padding: string): Record<string, unknown> {
  const [first, ...rest] = Array.isArray(payload['result']) ? (payload['result'] as Record<string, unknown>[]) : [];
  if (!first) return { ...payload, padding };
  const crops = [...((first['crops'] as unknown[] | null) ?? []), { name: 'oversized', stdName: null, value: padding }];
  return { ...payload, result: [{ ...first, crops }, ...rest] };
}
