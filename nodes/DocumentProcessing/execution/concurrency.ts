/** Runs tasks in order, at most `limit` at a time; starts no more once `stopped` returns true. */
export async function runConcurrently<T>(
  tasks: T[] | AsyncGenerator<T>,
  limit: number,
  run: (task: T) => Promise<void>,
  stopped: () => Promise<boolean>,
): Promise<void> {
  const queue = Array.isArray(tasks) ? tasks.values() : tasks;
  const ticks = eventLoopTicks();
  const worker = async () => {
    for await (const task of queue) {
      await ticks.next();
      if (await stopped()) return;
      await run(task);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker)).finally(ticks.end);
}

/**
 * Gives each caller a tick of the event loop of its own. Requests started in the same tick run in lockstep: each waits
 * until all of them are prepared, and their responses arrive together. Started in separate ticks, the first is on its way
 * while the next is prepared.
 */
function eventLoopTicks() {
  const { port1, port2 } = new MessageChannel();
  // A message may arrive in the same tick, but the reply to it does not.
  port2.on('message', () => port2.postMessage(null));
  const pass = async () =>
    await new Promise((resolve) => {
      port1.once('message', resolve);
      port1.postMessage(null);
    });
  let last: Promise<unknown> = Promise.resolve();
  return { next: async () => await (last = last.then(pass)), end: () => port1.close() };
}
