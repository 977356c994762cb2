import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer, and gives it; says what was missing when there is none in time. */
export async function waitFor<T>(
  ask: () => T | Promise<T>,
  timeout = 20_000,
  what = 'what was waited for',
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as Exclude<NonNullable<T>, false>;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${timeout / 1000} s`);
    await sleep(50);
  }
}
