// A burst of callbacks.
import { Agent, request } from 'node:http';
import { median } from '../figures.ts';
import { callbackOf } from './answers.ts';

export interface CallbackTarget {
  url: string;
  headers: Array<{ name: string; value: string }>;
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

function send({ url, headers, processId }: CallbackTarget, agent: Agent): Promise<number> {
  const body = JSON.stringify(callbackOf(processId));
  const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { ...given, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** n8n keeps waiting callbacks in memory: 5,000 at once took 14 GB. */
const MAX_OPEN = 500;

/** Sends all callbacks, at most `MAX_OPEN` at once, each over its own connection. */
export async function burst(targets: CallbackTarget[]): Promise<Burst> {
  const agent = new Agent({ keepAlive: false });
  const begun = performance.now();
  const received: number[] = [];
  const times: number[] = [];
  const left = targets.values();
  const worker = async () => {
    for (const target of left) {
      const sent = performance.now();
      received.push(await send(target, agent));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: MAX_OPEN }, worker));
  const statuses: Burst['statuses'] = {};
  for (const status of received) statuses[status] = (statuses[status] ?? 0) + 1;
  return { milliseconds: performance.now() - begun, median: median(times), statuses };
}
