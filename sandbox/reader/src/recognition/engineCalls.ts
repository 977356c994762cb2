/**
 * Neural networks and Tesseract take hundreds of megabytes. Where several processes read documents, the functions that use
 * them run in one more process, which all of them call over a socket. Anywhere else they run where they are called.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { chargePage } from '../pageBudget.ts';

/** A result, and the processor time it took outside of the thread that reads the page. */
export type Measured<T> = { value: T; milliseconds: number };

type Call = { id: number; name: string; parameters: unknown[] };
type Answer = { id: number; result: Measured<unknown> } | { id: number; error: string };

type Run = (...parameters: unknown[]) => Promise<Measured<unknown>>;

const functions = new Map<string, Run>();

let client: EngineClient | null = null;

/** Tells where the engines are called, and starts their process if none runs, or the one at the address `lost` ended. */
export type FindEngines = (lost: string | null) => Promise<string>;

/** From now on engines are called in another process. */
export function callEnginesAt(find: FindEngines): void {
  client = new EngineClient(find);
}

/** Whether the engines run in another process. */
export const areEnginesElsewhere = () => client !== null;

/** A function that runs where the engines are. Its parameters and its result must be plain values or typed arrays. */
export function engineFunction<P extends unknown[], T>(
  name: string,
  run: (...parameters: P) => Promise<Measured<T>>,
): (...parameters: P) => Promise<T> {
  functions.set(name, run as Run);
  return async (...parameters) => {
    const { value, milliseconds } = client
      ? ((await client.call(name, parameters)) as Measured<T>)
      : await run(...parameters);
    chargePage(milliseconds);
    return value;
  };
}

/** In bytes. */
const MUCH = 2 ** 25;

/** Runs what the other processes call, until this one ends. */
export async function serveEngineCalls(path: string): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onMessages<Call>(socket, async ({ id, name, parameters }) => {
      const run = functions.get(name) as Run;
      const answer = await run(...parameters).then(
        (result): Answer => ({ id, result }),
        (error: Error): Answer => ({ id, error: error.message }),
      );
      // The caller may have ended meanwhile.
      if (socket.writable) socket.write(framed(answer));
      if (process.memoryUsage().arrayBuffers > MUCH) globalThis.gc?.();
    });
  });
  server.listen(path);
  await once(server, 'listening');
}

/** A call whose process ended is made again, since another page may have been the cause, or two. */
const TRIES = 3;

type Waiting = { resolve(result: Measured<unknown>): void; reject(error: Error): void };
type Connection = { address: string; socket: Socket; waiting: Map<number, Waiting> };

class EnginesEnded extends Error {
  constructor() {
    super('the process with the engines ended');
  }
}

class EngineClient {
  readonly #find: FindEngines;
  #connection: Promise<Connection> | null = null;
  #lost: string | null = null;
  #lastId = 0;

  constructor(find: FindEngines) {
    this.#find = find;
  }

  async call(name: string, parameters: unknown[]): Promise<Measured<unknown>> {
    for (let tries = 1; ; tries++)
      try {
        const { socket, waiting } = await (this.#connection ??= this.#connect());
        const id = ++this.#lastId;
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          socket.write(framed({ id, name, parameters }));
        });
      } catch (error) {
        if (!(error instanceof EnginesEnded) || tries === TRIES) throw error;
      }
  }

  async #connect(): Promise<Connection> {
    try {
      const address = await this.#find(this.#lost);
      const connection: Connection = { address, socket: connect(address), waiting: new Map() };
      const { socket, waiting } = connection;
      // An error closes it.
      socket.on('error', () => {});
      const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
      socket.once('connect', resolve);
      socket.once('close', () => {
        this.#end(connection);
        reject(new EnginesEnded());
      });
      onMessages<Answer>(socket, (answer) => {
        const one = waiting.get(answer.id);
        waiting.delete(answer.id);
        if ('result' in answer) one?.resolve(answer.result);
        else one?.reject(new Error(answer.error));
      });
      await connected;
      return connection;
    } catch (error) {
      this.#connection = null;
      throw error;
    }
  }

  /** An address that does not answer, or whose socket was closed, is one of a process that ended. */
  #end({ address, waiting }: Connection): void {
    [this.#connection, this.#lost] = [null, address];
    for (const { reject } of waiting.values()) reject(new EnginesEnded());
  }
}

/** In bytes: the length of a message stands before it. */
const HEADER = 4;

function framed(message: Call | Answer): Buffer {
  const body = serialize(message);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(body.length);
  return Buffer.concat([header, body]);
}

function onMessages<T>(socket: Socket, receive: (message: T) => void): void {
  let parts: Buffer[] = [];
  let [arrived, wanted] = [0, HEADER];
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    arrived += part.length;
    if (arrived < wanted) return;
    let rest = Buffer.concat(parts);
    for (;;) {
      wanted = rest.length < HEADER ? HEADER : HEADER + rest.readUInt32LE(0);
      if (rest.length < wanted) break;
      receive(deserialize(rest.subarray(HEADER, wanted)) as T);
      rest = rest.subarray(wanted);
    }
    // An empty piece would keep the memory of the whole.
    parts = rest.length > 0 ? [rest] : [];
    arrived = rest.length;
  });
}
