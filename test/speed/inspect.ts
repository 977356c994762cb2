// Collects garbage in a running n8n, by Node's inspector.
import { once } from 'node:events';
import { waitFor } from '../n8n/waiting.ts';

/** Settings with which n8n must be started. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** The address of the inspector in the log of the last start. */
const addressIn = (log: string): string | undefined => [...log.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];

/** More than half of the memory of n8n is garbage after a start. */
export async function collectGarbage(log: () => string): Promise<void> {
  const socket = new WebSocket(await waitFor(() => addressIn(log())));
  await once(socket, 'open');
  for (let id = 1; id <= 2; id++) {
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    // Its answer is the only message.
    await once(socket, 'message');
  }
  socket.close();
}
