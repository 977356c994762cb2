import { runConcurrently } from '../../nodes/DocumentProcessing/execution/concurrency';

const never = () => false;

/** Counts the turns of the event loop while something runs. */
async function countingTurns<T>(work: (turn: () => number) => Promise<T>): Promise<T> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  return await work(() => turns).finally(() => clearImmediate(next));
}

test('tasks that may run at once are begun in order, one turn of the event loop after the other', async () => {
  const begun: Array<[task: number, turn: number]> = [];
  await countingTurns(async (turn) => {
    const run = async (task: number) => {
      begun.push([task, turn()]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await runConcurrently([0, 1, 2, 3, 4], 5, run, never);
  });
  expect(begun.map(([task]) => task)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(begun.map(([, turn]) => turn)).size).toBe(5);
});

test('a task that rejects is what it rejects with, and nothing keeps the process alive', async () => {
  await expect(runConcurrently([1], 1, async () => await Promise.reject(new Error('made up')), never)).rejects.toThrow(
    'made up',
  );
  const isOpen = () => process.getActiveResourcesInfo().includes('MessagePort');
  for (const end = Date.now() + 5000; isOpen() && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(process.getActiveResourcesInfo()).not.toContain('MessagePort');
});
