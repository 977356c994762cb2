// Node's inspector in a running n8n: calls functions there, collects garbage, and records profiles.
import { waitFor } from '../n8n/waiting.ts';

/** Settings with which n8n must be started. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

export interface Inspector {
  call: <T>(method: string, parameters?: object) => Promise<T>;
  close: () => void;
}

interface Message {
  id: number;
  result?: unknown;
  error?: { message: string };
}

/** The address of the inspector in the log of the last start. */
const addressIn = (log: string): string | undefined => [...log.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];

export async function inspect(log: () => string): Promise<Inspector> {
  const socket = new WebSocket(await waitFor(() => addressIn(log())));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const open = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    open.get(message.id)?.(message);
    open.delete(message.id);
  });
  let calls = 0;
  const call = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve, reject) => {
      const id = ++calls;
      open.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { call, close: () => socket.close() };
}

interface Evaluated {
  result: { value?: unknown; description?: string };
  exceptionDetails?: object;
}

/** Runs a function of a module inside the n8n process, and returns its result. */
export async function callInside(log: () => string, module: string, name: string, argument: unknown): Promise<unknown> {
  const inspector = await inspect(log);
  const expression = `require(${JSON.stringify(module)}).${name}(${JSON.stringify(argument)})`;
  const { result, exceptionDetails } = await inspector.call<Evaluated>('Runtime.evaluate', {
    expression,
    includeCommandLineAPI: true,
    awaitPromise: true,
    returnByValue: true,
  });
  inspector.close();
  if (exceptionDetails) throw new Error(`${name} in n8n: ${result.description}`);
  return result.value;
}

/** Collects garbage in n8n: more than half of its memory is garbage after a start. */
export async function collectGarbage(log: () => string): Promise<void> {
  const inspector = await inspect(log);
  for (let times = 0; times < 2; times++) await inspector.call('HeapProfiler.collectGarbage');
  inspector.close();
}
