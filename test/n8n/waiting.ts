import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `read` returns something truthy, and returns that. Rejects after the time-out (milliseconds), and pauses so long between. */
export async function waitFor<T>(
  read: () => T | Promise<T>,
  timeout = 60_000,
  what = 'the expected result',
  pause = 50,
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await read();
    if (value) return value as Exclude<NonNullable<T>, false>;
    if (Date.now() > deadline) throw new Error(`${what} was not there within ${timeout / 1000} s`);
    await sleep(pause);
  }
}
