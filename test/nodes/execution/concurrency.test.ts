import { runConcurrently } from '../../../nodes/DocumentProcessing/execution/concurrency';

const never = () => Promise.resolve(false);

/** Counts the ticks of the event loop while something runs. */
async function countingTicks<T>(work: (tick: () => number) => Promise<T>): Promise<T> {
  let ticks = 0;
  let next = setImmediate(function count() {
    ticks++;
    next = setImmediate(count);
  });
  return await work(() => ticks).finally(() => clearImmediate(next));
}

test('tasks start in order, each in a tick of the event loop of its own', async () => {
  const started: Array<[task: number, tick: number]> = [];
  let end = () => {};
  const allStarted = new Promise<void>((resolve) => (end = resolve));
  await countingTicks(async (tick) => {
    const run = async (task: number) => {
      if (started.push([task, tick()]) === 5) end();
      await allStarted;
    };
    await runConcurrently([0, 1, 2, 3, 4], 5, run, never);
  });
  expect(started.map(([task]) => task)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(started.map(([, tick]) => tick)).size).toBe(5);
});

test('a rejected task rejects the run, and nothing keeps the process alive', async () => {
  await expect(runConcurrently([1], 1, async () => await Promise.reject(new Error('made up')), never)).rejects.toThrow(
    'made up',
  );
  const isOpen = () => process.getActiveResourcesInfo().includes('MessagePort');
  for (const end = Date.now() + 60_000; isOpen() && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(process.getActiveResourcesInfo()).not.toContain('MessagePort');
});
