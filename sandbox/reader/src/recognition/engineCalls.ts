/**
 * Neural networks and Tesseract take hundreds of megabytes. Where several processes read documents, the functions that use
 * them run in one more process, which all of them call over a socket. Anywhere else they run where they are called.
 */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { chargePage } from '../pageBudget.ts';

/** A result, and the processor time it took outside of the thread that reads the page. */
export type Measured<T> = { value: T; milliseconds: number };

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
/** A call whose message is an error's: the function itself failed. */
const FAILED = 500;

/** Runs what the other processes call, until this one ends. */
export async function serveEngineCalls(path: string): Promise<void> {
  const server = createServer((call, answer) => {
    const run = functions.get((call.url ?? '').slice(1)) as Run;
    buffer(call)
      .then(async (body) => serialize(await run(...(deserialize(body) as unknown[]))))
      .then(
        (result) => answer.end(result),
        (error: Error) => answer.writeHead(FAILED).end(error.message),
      )
      .finally(() => {
        if (process.memoryUsage().arrayBuffers > MUCH) globalThis.gc?.();
      });
  });
  // A connection that is closed while a call is sent would look like a process that ended.
  server.keepAliveTimeout = 0;
  server.listen(path);
  await once(server, 'listening');
}

/** A call whose process ended is made again, since another page may have been the cause, or two. */
const TRIES = 3;

class EngineClient {
  readonly #find: FindEngines;
  readonly #agent = new Agent({ keepAlive: true });
  #engines: Promise<string> | null = null;
  #lost: string | null = null;

  constructor(find: FindEngines) {
    this.#find = find;
  }

  async call(name: string, parameters: unknown[]): Promise<Measured<unknown>> {
    const body = serialize(parameters);
    for (let tries = 1; tries <= TRIES; tries++) {
      const engines = (this.#engines ??= this.#find(this.#lost));
      const address = await engines.catch((error: Error) => {
        this.#engines = null;
        throw error;
      });
      const answer = await this.#send(address, name, body).catch(() => null);
      if (answer?.status === FAILED) throw new Error(answer.body.toString());
      if (answer) return deserialize(answer.body) as Measured<unknown>;
      // A process that does not answer has ended. The first call that finds it so asks for the next one.
      if (this.#engines === engines) [this.#engines, this.#lost] = [null, address];
    }
    throw new Error('the process with the engines ended');
  }

  async #send(socketPath: string, name: string, body: Buffer) {
    const call = request({ socketPath, path: `/${name}`, method: 'POST', agent: this.#agent });
    call.on('error', () => {});
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await buffer(answer) };
  }
}
