import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Faults } from '../faults.ts';
import type { Route } from '../operations/index.ts';
import type { LogEntry, RequestLog } from '../plugins/requestLog.ts';
import { isUndelivered, listProcess } from '../processes/listing.ts';
import type { ProcessStore } from '../processes/processStore.ts';
import type { Change, Changes } from './changes.ts';
import { summaryOf } from './requests.ts';

export type EventsContext = {
  changes: Changes;
  routes: Route[];
  requestLog: RequestLog;
  store: ProcessStore;
  faults: Faults;
};

/** In milliseconds. What changes meanwhile goes out together, each request and process once. */
const PAUSE = 150;
const HEARTBEAT = 15_000;
/** Consoles that have missed more than this read their lists again. */
const MOST_AT_ONCE = 300;
/** Bytes that a console has not taken yet. */
const MOST_WAITING = 2 ** 20;

/** Sends what changes as server-sent events to the consoles that are open. It is read once for all of them. */
export class Events {
  readonly #context: EventsContext;
  readonly #open = new Set<ServerResponse>();
  readonly #pending = new Pending();
  #isDue = false;

  constructor(context: EventsContext) {
    this.#context = context;
    context.changes.listen((change) => {
      if (this.#open.size === 0) return;
      this.#pending.add(change);
      if (!this.#isDue) setTimeout(() => this.#tell(), PAUSE);
      this.#isDue = true;
    });
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

  #tell(): void {
    this.#isDue = false;
    if (this.#open.size === 0) return;
    const events = this.#pending.take(this.#context);
    const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    for (const raw of this.#open)
      // It connects again, and reads its lists.
      if (raw.writableLength > MOST_WAITING) raw.destroy();
      else raw.write(text);
  }
}

class Pending {
  readonly #requests = new Set<LogEntry>();
  readonly #processes = new Set<string>();
  readonly #others = new Set<'faults' | 'usage' | 'everything'>();

  add(change: Change): void {
    if (change.what === 'request') this.#requests.add(change.request);
    else if (change.what === 'process') this.#processes.add(change.id);
    else this.#others.add(change.what);
    if (this.#requests.size > MOST_AT_ONCE || this.#processes.size > MOST_AT_ONCE) this.#others.add('everything');
    if (!this.#others.has('everything')) return;
    this.#requests.clear();
    this.#processes.clear();
  }

  /** Where it cannot be read, as from a disk that fails, consoles read their lists again: the answer says why. */
  take(context: EventsContext): [string, unknown][] {
    try {
      return this.#read(context);
    } catch {
      return [['everything', {}]];
    } finally {
      this.#requests.clear();
      this.#processes.clear();
      this.#others.clear();
    }
  }

  #read(context: EventsContext): [string, unknown][] {
    const { requestLog, store, faults } = context;
    const events: [string, unknown][] = [];
    if (this.#others.has('everything')) events.push(['everything', {}]);
    if (this.#requests.size > 0)
      events.push(
        ['requests', [...this.#requests].map((entry) => summaryOf(entry, context))],
        ['kept', { total: requestLog.list().length }],
      );
    const processes = [...this.#processes].map((id) => store.find(id)).filter((process) => process !== null);
    if (processes.length > 0)
      events.push(
        ['processes', processes.map(listProcess)],
        ['undelivered', { count: store.standings().filter(isUndelivered).length }],
      );
    if (this.#others.has('faults')) events.push(['faults', faults.list()]);
    if (this.#others.has('usage')) events.push(['usage', {}]);
    return events;
  }
}
