import { setTimeout as sleep } from 'node:timers/promises';
import { callbackBody, type CallbackFault } from '../faults.ts';
import { LONGEST_WAIT, reachedAs, type Settings } from '../settings.ts';
import { Turns } from '../turns.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { CertificateSource, deliver } from './delivery.ts';
import { mayPass } from './deliveryFailures.ts';
import type { ProcessLog } from './processLog.ts';
import type { Delivery, ProcessStore, StoredProcess } from './processStore.ts';
import { isImported, isMasked } from './webhook.ts';

export type CallbacksContext = {
  settings: Settings;
  store: ProcessStore;
  folder: string;
  now(): number;
  log(error: unknown): void;
};

/** Each has a connection, of which a process may have a thousand, for everything. */
const AT_ONCE = { inAll: 250, withOne: 50 };

/** So many times as long as the first time it is waited for an answer at most. */
const MOST_PATIENCE = 10;

/** What is sent, on disk: of what a receiver takes slowly, or not at all, nothing is in memory. */
export type CallbackBody = { file: Upload; remove(): void };

/** Sends the results of processes, a bounded number at a time, and again where nobody has taken them. */
export class Callbacks {
  readonly #context: CallbacksContext;
  readonly #log: ProcessLog;
  readonly #closing: AbortSignal;
  readonly #turns = new Turns(AT_ONCE);
  readonly #certificates: CertificateSource;
  readonly #startedAt: number;

  constructor(context: CallbacksContext, log: ProcessLog, closing: AbortSignal) {
    this.#context = context;
    this.#log = log;
    this.#closing = closing;
    this.#certificates = new CertificateSource(context.settings);
    this.#startedAt = context.now();
  }

  /** Writes what is to be sent: of the result that is here now, if none is given. */
  async write(id: string, fault: CallbackFault, result?: string): Promise<CallbackBody> {
    const { store, folder } = this.#context;
    const files = new UploadFolder(folder);
    const text = () => result ?? store.payloadOf(id)?.text ?? '';
    const file = await this.#log.withRoom(() => files.write(callbackBody(text(), fault)));
    return { file, remove: () => files.remove() };
  }

  /** Sends a result, as often as the fault says. `written` is that of an earlier one: another may have taken its place. */
  async send(id: string, fault: CallbackFault, written?: CallbackBody): Promise<void> {
    const { store } = this.#context;
    // One that is sent a hundred times at once, and may be made large, is written once.
    let writing: Promise<CallbackBody> | undefined;
    const bodyOf = async () => written ?? (writing ??= this.write(id, fault));
    const times = [...Array(fault.never ? 0 : fault.times).keys()];
    const deliveries: boolean[] = [];
    try {
      const once = () => this.#post(id, bodyOf, fault);
      if (fault.together) deliveries.push(...(await Promise.all(times.map(once))));
      else for (const _ of times) deliveries.push(await once());
    } finally {
      await writing?.then(
        (body) => body.remove(),
        () => {},
      );
    }
    const isFailed = store.hasFailed(id) ?? true;
    store.repeated.add(id);
    await this.#log.end(id, !isFailed && deliveries.some(Boolean) ? 'finished' : 'failed');
  }

  /** Sends a callback again while the reason why nobody has taken it may pass, unless it is sent by hand meanwhile. */
  async repeat(id: string, fault: CallbackFault): Promise<void> {
    const { store } = this.#context;
    store.repeated.add(id);
    const nextTime = () => nextTimeOf(store.find(id), this.#startedAt);
    for (let next = nextTime(); next !== null; next = nextTime()) {
      if (next.pause === null) {
        await this.#giveUp(id);
        break;
      }
      // Of what waits there is nothing else in memory: any number may wait.
      await sleep(next.pause, null, { signal: this.#closing });
      // Whoever sends it by hand repeats it from then on.
      if (nextTime()?.deliveries !== next.deliveries) return;
      const isAnswered = await this.#repeatOnce(id, fault);
      // Most have been answered before.
      if (isAnswered && store.hasFailed(id) === false && store.find(id)?.state === 'failed')
        await this.#log.end(id, 'finished');
    }
    store.repeated.delete(id);
  }

  async #repeatOnce(id: string, fault: CallbackFault): Promise<boolean> {
    let body: CallbackBody | undefined;
    try {
      return await this.#post(id, async () => (body = await this.write(id, fault)), fault);
    } finally {
      body?.remove();
    }
  }

  async #giveUp(id: string): Promise<void> {
    this.#context.log(new Error(`The callback of process ${id} is repeated no more: nobody has taken it`));
    await this.#log.write(() => this.#log.step(id, 'givenUp'));
  }

  /** Uses `fallbackUrl` only if communication with `url` failed. */
  async #post(id: string, bodyOf: () => Promise<CallbackBody>, fault: CallbackFault): Promise<boolean> {
    return (await this.#call(id, 'url', bodyOf, fault)) || this.#call(id, 'fallbackUrl', bodyOf, fault);
  }

  async #call(
    processId: string,
    target: Delivery['target'],
    bodyOf: () => Promise<CallbackBody>,
    fault: CallbackFault,
  ): Promise<boolean> {
    const { settings, store, now } = this.#context;
    const { callbackCa: ca, callbackTimeoutMs: timeoutMs, localhost } = settings;
    const webhookOf = (row: StoredProcess | null) => (row === null || isMasked(row) ? null : row.webhook);
    const address = webhookOf(store.find(processId))?.[target];
    if (!address) return false;
    const called = URL.canParse(address) ? reachedAs(address, settings).href : address;
    return this.#turns.take(called, async () => {
      // While it waited for its turn it may have been reset, and imported without its secrets.
      const row = store.find(processId);
      const webhook = webhookOf(row);
      const url = webhook?.[target];
      if (!webhook || !url) return false;
      const attempt = { processId, target, url, webhook, bodyOf: async () => (await bodyOf()).file, fault };
      // One that does long work before it answers would be called again for an hour.
      const tries = 1 + (row?.deliveries.filter(({ target: called }) => called === target).length ?? 0);
      const patience = Math.min(timeoutMs * Math.min(tries, MOST_PATIENCE), LONGEST_WAIT);
      const context = { certificates: this.#certificates, ca, localhost, timeoutMs: patience, now };
      const { delivery, answer } = await deliver(attempt, context);
      // At once: whoever has answered is not called again, though the sandbox is killed while the answer comes.
      let addAnswer = (_answer: string) => {};
      await this.#log.write(() => void (addAnswer = store.addDelivery(delivery)));
      if (answer === null) return false;
      const text = await answer;
      await this.#log.write(() => addAnswer(text));
      return true;
    });
  }
}

/** For an hour, each pause a quarter longer than the one before. Clocks are set meanwhile. */
const MOST_TIMES = 31;

/**
 * Milliseconds until a callback is sent again, null once it was sent often enough, and how often it was. There is no next
 * time where somebody has taken it, it is being sent, the reason does not pass, it was given up, its secrets are not here,
 * it came with an import, or the account whose callback it is repeats it: until another run begins. The pauses grow, so that
 * it comes soon after a receiver that was away is back.
 */
function nextTimeOf(
  process: StoredProcess | null,
  startedAt: number,
): { pause: number | null; deliveries: number } | null {
  if (!process || process.state === 'sending') return null;
  const { deliveries, steps, createdAt } = process;
  const last = deliveries.at(-1);
  const isOfAccount = createdAt >= startedAt && steps.some(({ what }) => what === 'upstream');
  const isElsewhere = isMasked(process) || isImported(process) || isOfAccount;
  const isGivenUp = steps.some(({ what }) => what === 'givenUp');
  if (!last || !mayPass(last) || isElsewhere || isGivenUp) return null;
  const times = deliveries.filter(({ target }) => target === 'url').length;
  return { pause: times > MOST_TIMES ? null : 1000 * 1.25 ** (times - 1), deliveries: deliveries.length };
}
