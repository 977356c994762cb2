// Callbacks in one moment.
import { Agent, request } from 'node:http';
import { callbackOf } from './answers.ts';

export interface CallbackTarget {
  url: string;
  headers: Array<{ name: string; value: string }>;
  processId: string;
}

export interface Burst {
  /** From the first byte sent to the last answer. */
  milliseconds: number;
  /** How many were answered with which status. */
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

/** n8n holds everything of a callback that waits: 5,000 at once took it 14 GB. */
const MOST_OPEN = 500;

/** Sends as many at once as may be open, each over a connection of its own, and one more for each that was answered. */
export async function burst(targets: CallbackTarget[]): Promise<Burst> {
  const agent = new Agent({ keepAlive: false });
  const begun = performance.now();
  const answered: number[] = [];
  const left = targets.values();
  const lane = async () => {
    for (const target of left) answered.push(await send(target, agent));
  };
  await Promise.all(Array.from({ length: MOST_OPEN }, lane));
  const statuses: Burst['statuses'] = {};
  for (const status of answered) statuses[status] = (statuses[status] ?? 0) + 1;
  return { milliseconds: performance.now() - begun, statuses };
}
