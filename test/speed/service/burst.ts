// A burst of callbacks.
import { deliver } from '../../support/deliver.ts';
import { median } from '../figures.ts';
import { callbackOf } from './answers.ts';

export interface CallbackTarget {
  url: string;
  headers: Record<string, string>;
  processId: string;
}

export interface Burst {
  /** From the first byte sent to the last response. */
  milliseconds: number;
  /** The median from the first byte of a callback to its response. */
  median: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
}

/** n8n keeps waiting callbacks in memory: 5,000 at once took 14 GB. */
const MAX_OPEN = 500;

/** Sends all callbacks, at most `MAX_OPEN` at once, each over its own connection. */
export async function burst(targets: CallbackTarget[]): Promise<Burst> {
  const begun = performance.now();
  const received: number[] = [];
  const times: number[] = [];
  const left = targets.values();
  const worker = async () => {
    for (const target of left) {
      const sent = performance.now();
      received.push(await deliver(target.url, target.headers, callbackOf(target.processId)));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: MAX_OPEN }, worker));
  const statuses: Burst['statuses'] = {};
  for (const status of received) statuses[status] = (statuses[status] ?? 0) + 1;
  return { milliseconds: performance.now() - begun, median: median(times), statuses };
}
