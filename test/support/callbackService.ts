// A service that accepts every process and sends callbacks on demand (service interface, operations 2 and 13, "Webhook callbacks").
import { randomUUID } from 'node:crypto';
import { envelope } from './envelope.ts';
import { startServer } from './server.ts';
import type { RecordingServer } from './server.ts';

export interface Webhook {
  url: string;
  fallbackUrl?: string;
  authorization?: {
    headers?: Array<{ name: string; value: string }>;
    queryStrings?: Array<{ name: string; value: string }>;
  };
}

export interface Process {
  processId: string;
  webhook: Webhook;
}

export interface Service extends RecordingServer {
  processes: Process[];
  /** Calls back after so many milliseconds, by itself; `undefined`: only when `callBack` is called. */
  delay: number | undefined;
  /** Until then the answer to a start is held back: a callback can come before it. */
  held: Promise<void> | undefined;
  /** What n8n answered to the callbacks made after a delay. */
  answers: number[];
  /** The processes whose result a workflow has told us of. */
  deliveries: string[];
}

export const resultOf = (processId: string, more: object = {}) => ({
  ...envelope([
    {
      type: 'carta',
      stdType: 'letter',
      score: 0.9,
      fields: [{ name: 'nome', stdName: 'name', value: processId, score: 0.9 }],
      tables: [],
      ...more,
    },
  ]),
  processId,
});

/** The response that starts a process. */
export const startedAs = (processId: unknown) =>
  envelope({ processId }, { status: { code: '201', message: 'Ok', errors: null } });

/** The headers that a callback has to have. */
export const headersOf = (webhook: Webhook | undefined): Record<string, string> =>
  Object.fromEntries((webhook?.authorization?.headers ?? []).map(({ name, value }) => [name, value]));

/** One delivery; gives the status n8n answered with. */
export async function callBack(
  { processId, webhook }: Process,
  body: unknown = resultOf(processId),
  changed: Record<string, string> = {},
): Promise<number> {
  const url = new URL(webhook.url);
  for (const { name, value } of webhook.authorization?.queryStrings ?? []) url.searchParams.append(name, value);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headersOf(webhook), ...changed },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Starts it as a new object, or as the one given. */
export async function startService(service = {} as Service): Promise<Service> {
  const server = await startServer();
  Object.assign(service, server, { processes: [], delay: undefined, held: undefined, answers: [], deliveries: [] });
  server.respond(async ({ path, json }) => {
    if (path === '/count') {
      service.deliveries.push((json as { processId: string }).processId);
      return { json: {} };
    }
    const process = { processId: randomUUID(), webhook: (json as { webhook: Webhook }).webhook };
    service.processes.push(process);
    const { delay } = service;
    if (delay !== undefined)
      setTimeout(() => void callBack(process).then((status) => service.answers.push(status)), delay);
    await service.held;
    return { json: startedAs(process.processId) };
  });
  return service;
}
