/** Runs tasks in order, at most `width` at a time; stops beginning new ones when `stopped` says so. */
export async function runConcurrently<T>(
  tasks: T[],
  width: number,
  run: (task: T) => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  const queue = tasks.values();
  const turns = new EventLoopTicks();
  const worker = async () => {
    for (const task of queue) {
      await turns.next();
      if (stopped()) return;
      await run(task);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker)).finally(() => turns.end());
}

/**
 * EventLoopTicks of the event loop, one for each who asks. Requests begun in the same turn go on in step: each waits until all
 * of them are
 * prepared, and their answers come back together. Begun one turn after the other, the first is under way while the next
 * is prepared.
 */
class EventLoopTicks {
  private readonly channel = new MessageChannel();

  private last = Promise.resolve();

  constructor() {
    const { port2 } = this.channel;
    // A message sent one way may arrive in the same turn, an answer to it does not.
    port2.on('message', () => port2.postMessage(null));
  }

  next(): Promise<void> {
    return (this.last = this.last.then(async () => await this.pass()));
  }

  end(): void {
    this.channel.port1.close();
  }

  private async pass(): Promise<void> {
    await new Promise((resolve) => {
      this.channel.port1.once('message', resolve);
      this.channel.port1.postMessage(null);
    });
  }
}
