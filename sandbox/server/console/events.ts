import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** What consoles show. `everything` follows a reset or an import. */
export type Kind = 'requests' | 'processes' | 'faults' | 'usage' | 'everything';

/** In milliseconds. What changes meanwhile is told together. */
const PAUSE = 150;
const HEARTBEAT = 15_000;
/** Bytes that a console has not taken yet. */
const MOST_WAITING = 2 ** 20;

/** Tells the consoles that are open, by server-sent events, what has changed: they read it again. */
export class Events {
  readonly #open = new Set<ServerResponse>();
  /** IDs by their kind. */
  readonly #changes = new Map<Kind, Set<string>>();

  tell(kind: Kind, id = ''): void {
    if (this.#open.size === 0) return;
    if (this.#changes.size === 0) setTimeout(() => this.#send(), PAUSE);
    const ids = this.#changes.get(kind) ?? new Set();
    this.#changes.set(kind, ids.add(id));
  }

  /** For as long as the console is open. */
  open(reply: FastifyReply): void {
    const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, headers as Record<string, string>);
    raw.write('retry: 2000\n\nevent: hello\ndata: {}\n\n');
    this.#open.add(raw);
    const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT);
    raw.on('close', () => {
      this.#open.delete(raw);
      clearInterval(heartbeat);
    });
  }

  #send(): void {
    const changes = Object.fromEntries([...this.#changes].map(([kind, ids]) => [kind, [...ids]]));
    this.#changes.clear();
    for (const raw of this.#open)
      // It connects again, and reads all again.
      if (raw.writableLength > MOST_WAITING) raw.destroy();
      else raw.write(`event: changes\ndata: ${JSON.stringify(changes)}\n\n`);
  }
}
