// A small reverse proxy, as operators put one in front of n8n: webhooks go to the webhook processes, the rest to main.
import { createHash } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How the webhook process is chosen: one after another, or always the same for the same token header. */
export type Routing = 'round robin' | 'by token';

const TOKEN_HEADER = 'x-document-processing-ticket';

/** Connections to each webhook process at once, as the page recommends. */
export const CONNECTIONS = 50;

export async function startProxy(port: number, main: string) {
  /** Calls by path, without their query. */
  const calls = new Map<string, number>();
  let webhooks: string[] = [];
  let routing: Routing = 'by token';
  let turn = 0;

  /** The processes to try, the first one first. */
  const targetsOf = ({ url = '/', headers }: IncomingMessage): string[] => {
    if (!/^\/webhook(-waiting)?\//.test(url)) return [main];
    const token = headers[TOKEN_HEADER];
    const first =
      routing === 'by token' && typeof token === 'string'
        ? createHash('sha256').update(token).digest().readUInt32BE()
        : turn++;
    return webhooks.map((_, index) => webhooks[(first + index) % webhooks.length] as string);
  };

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '';
    calls.set(path, (calls.get(path) ?? 0) + 1);
    forward(incoming, outgoing, targetsOf(incoming));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    calls,
    route: (next: Routing) => void (routing = next),
    /** How many connections to each webhook process are open at once. The others wait, in their order. */
    limitTo: (next: number) => void (connections = next),
    /** Where webhooks go from now on. */
    setWebhooks: (urls: string[]) => void (webhooks = urls),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let connections = CONNECTIONS;
const open = new Map<string, number>();
const queues = new Map<string, Array<() => void>>();

/** Runs `connect` when fewer than so many connections to this process are open; it is given what ends its own. */
function whenFree(target: string, connect: (end: () => void) => void): void {
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    const next = queues.get(target)?.shift();
    if (next) next();
    else open.set(target, (open.get(target) ?? 1) - 1);
  };
  const count = open.get(target) ?? 0;
  if (count >= connections) {
    queues.set(target, [...(queues.get(target) ?? []), () => connect(end)]);
    return;
  }
  open.set(target, count + 1);
  connect(end);
}

/**
 * Limits calls of triggers and Webhook nodes. Not those of waiting executions: a result that a trigger relays comes as
 * one while its callback is open, and would wait for itself.
 */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, targets: string[]): void {
  const [target] = targets;
  if (target === undefined || !incoming.url?.startsWith('/webhook/')) return connectTo(incoming, outgoing, targets);
  whenFree(target, (end) => {
    if (outgoing.destroyed) return end();
    outgoing.once('close', end);
    connectTo(incoming, outgoing, targets, end);
  });
}

/** Tries the next process only if the connection was refused: nothing has been sent then. */
function connectTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [target, ...others]: string[],
  end: () => void = () => undefined,
): void {
  if (target === undefined) return void outgoing.writeHead(502).end('{"message":"no process is listening"}');
  const { method, headers, url = '/' } = incoming;
  const upstream = send(target + url, { method: method as string, headers, agent: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing).on('error', () => undefined);
    response.on('error', () => outgoing.destroy());
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    end();
    if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end('{"message":"the process has gone"}');
  });
  // As proxies do: n8n then goes on without anyone to answer to.
  outgoing.once('close', () => void upstream.destroy());
  // The body is piped once connected, so that another process can still have it.
  upstream.on('socket', (socket) => socket.once('connect', () => void incoming.pipe(upstream)));
}
