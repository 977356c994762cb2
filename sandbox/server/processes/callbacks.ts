import { setTimeout as sleep } from 'node:timers/promises';
import { callbackBody, type CallbackFault } from '../faults.ts';
import { Gate, type Memory } from '../memory.ts';
import type { Settings } from '../settings.ts';
import { CertificateSource, deliver } from './delivery.ts';
import { mayPass } from './deliveryFailures.ts';
import type { ProcessLog } from './processLog.ts';
import type { Delivery, Payload, ProcessStore, StoredProcess } from './processStore.ts';
import { isImported, isMasked } from './webhook.ts';

export type CallbacksContext = { settings: Settings; memory: Memory; store: ProcessStore; now(): number };

/** Each has a connection, of which a process may have a thousand, for everything. */
const CALLBACKS_AT_ONCE = 250;

/** Sends the results of processes, a bounded number at a time, and again where nobody has taken them. */
export class Callbacks {
  readonly #context: CallbacksContext;
  readonly #log: ProcessLog;
  readonly #closing: AbortSignal;
  /** Callbacks have a part of the memory, and each a part of theirs. */
  readonly #gate: Gate;
  readonly #smallest: number;
  readonly #certificates: CertificateSource;

  constructor(context: CallbacksContext, log: ProcessLog, closing: AbortSignal) {
    this.#context = context;
    this.#log = log;
    this.#closing = closing;
    const bytes = context.settings.memoryBytes / 4;
    this.#gate = new Gate(bytes);
    this.#smallest = bytes / CALLBACKS_AT_ONCE;
    this.#certificates = new CertificateSource(context.settings);
  }

  /** Sends a result, as often as the fault says, and again where nobody has taken it. */
  async send(id: string, payload: Payload | null, fault: CallbackFault): Promise<void> {
    // Of one that is sent a hundred times at once, and may be made large, there is one in memory.
    let body: Buffer | null = null;
    const bodyOf = () => (body ??= this.#bodyOf(id, payload, fault));
    const bytes = this.#bytesOf(id, payload, fault);
    const once = (time: number) => this.#post(id, { bodyOf, bytes: fault.together && time > 0 ? 0 : bytes }, fault);
    const times = [...Array(fault.never ? 0 : fault.times).keys()];
    const deliveries: boolean[] = [];
    if (fault.together) deliveries.push(...(await Promise.all(times.map(once))));
    else for (const time of times) deliveries.push(await once(time));
    const isFailed = payload?.failed ?? this.#context.store.hasFailed(id) ?? true;
    await this.#log.end(id, !isFailed && deliveries.some(Boolean) ? 'finished' : 'failed', payload);
  }

  /** Sends a callback again while the reason why nobody has taken it may pass, unless it is sent by hand meanwhile. */
  async repeat(id: string, fault: CallbackFault): Promise<void> {
    const { store } = this.#context;
    // Of what waits there is nothing else in memory: any number may wait.
    const nextTime = () => nextTimeOf(store.find(id));
    for (let next = nextTime(); next !== null; next = nextTime()) {
      await sleep(next.pause, null, { signal: this.#closing });
      const isFailed = store.hasFailed(id);
      if (isFailed === null || nextTime()?.deliveries !== next.deliveries) return;
      const body = { bodyOf: () => this.#bodyOf(id, null, fault), bytes: this.#bytesOf(id, null, fault) };
      const isAnswered = await this.#post(id, body, fault);
      if (isAnswered && !isFailed) await this.#log.end(id, 'finished', null);
    }
  }

  #bodyOf(id: string, payload: Payload | null, fault: CallbackFault): Buffer {
    return Buffer.from(callbackBody((payload ?? this.#context.store.payloadOf(id))?.text ?? '', fault));
  }

  /** What it takes in memory, as text and as bytes. */
  #bytesOf(id: string, payload: Payload | null, { oversizedBytes }: CallbackFault): number {
    return 2 * ((payload?.text.length ?? this.#context.store.payloadBytes(id)) + oversizedBytes);
  }

  #post(id: string, { bodyOf, bytes }: { bodyOf(): Buffer; bytes: number }, fault: CallbackFault): Promise<boolean> {
    const { settings, store, memory, now } = this.#context;
    const context = {
      certificates: this.#certificates,
      ca: settings.callbackCa,
      localhost: settings.localhost,
      timeoutMs: settings.callbackTimeoutMs,
      now,
      record: (delivery: Delivery) => this.#log.write(() => store.addDelivery(delivery)),
    };
    return this.#gate.pass(Math.max(bytes, this.#smallest), async () => {
      memory.hold(bytes);
      try {
        // While it waited for its turn it may have been reset, and imported without its secrets.
        const row = store.find(id);
        return row !== null && !isMasked(row) && (await deliver(id, row.webhook, bodyOf(), fault, context));
      } finally {
        memory.free(bytes);
      }
    });
  }
}

/** For an hour, each pause a quarter longer than the one before. Clocks are set meanwhile. */
const MOST_TIMES = 31;

/**
 * Milliseconds until a callback is sent again, and how often it was; null if it is not: somebody has taken it, it is being
 * sent, the reason does not pass, its secrets are not here, it came with an import, or the account whose callback it is
 * repeats it. They grow, so that it comes soon after a receiver that was away is back.
 */
function nextTimeOf(process: StoredProcess | null): { pause: number; deliveries: number } | null {
  if (!process || process.state === 'sending') return null;
  const { deliveries, steps } = process;
  const last = deliveries.at(-1);
  const isElsewhere = isMasked(process) || isImported(process) || steps.some(({ what }) => what === 'upstream');
  if (!last || !mayPass(last) || isElsewhere) return null;
  const times = deliveries.filter(({ target }) => target === 'url').length;
  return times > MOST_TIMES ? null : { pause: 1000 * 1.25 ** (times - 1), deliveries: deliveries.length };
}
