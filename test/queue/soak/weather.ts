// What goes wrong during a soak: faults that are armed in the sandbox, one after the other, for the requests that come next.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSandbox } from '../../support/sandbox.ts';
import { PATHS } from './workflows.ts';

/** Faults of requests. The node's timeout is 5 s, so the longest delay is an uncertain request. */
const REQUESTS = [
  ...['delay=300', 'delay=1500', 'delay=8000', 'status=429; retry-after=1', 'status=503; retry-after=1', 'status=503'],
  ...[
    'reset',
    'reset-after',
    'cut',
    'truncated',
    'garbage',
    'html',
    'empty',
    'failing-envelope',
    'code=E100',
    'status=502',
  ],
  ...['status=500', 'status=413; early', 'status=503; early', 'redirect=http://127.0.0.1:9/'],
];

/** Faults of callbacks: early, late, twice, broken, none. */
const CALLBACKS = [
  ...['delay=0', 'delay=5', 'delay=20', 'delay=100', 'delay=4000', 'before', 'times=2', 'times=2; together'],
  ...['times=3; together; delay=10', 'malformed', 'empty', 'html', 'wrong-secret', 'no-secret', 'never', 'oversized=1'],
];

const LARGEST_FRONT = 3;

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

/** Gives one after the other in an order of chance, and begins again when each has come. */
function dealer<T>(list: readonly T[], random: () => number) {
  let left: T[] = [];
  let dealt = 0;
  const deal = () => {
    if (left.length === 0) left = [...list];
    dealt++;
    return left.splice(Math.floor(random() * left.length), 1)[0] as T;
  };
  return { deal, hasDealtAll: () => dealt >= list.length };
}

/** Arms faults until it is stopped, and then takes back those that are left. */
export function startWeather({ inspect }: RunningSandbox, random: () => number) {
  const ofRequests = dealer(REQUESTS, random);
  const ofCallbacks = dealer(CALLBACKS, random);
  let isStopped = false;
  let armed = 0;
  const left = async () => (await inspect<{ faults: unknown[] }>('faults')).faults.length;
  const arm = async () => {
    // One of them is for the next request to its path, and most requests shall have none.
    if ((await left()) >= LARGEST_FRONT) return;
    const ofCallback = random() < 0.4;
    const fault = ofCallback
      ? { path: PATHS.start, callback: ofCallbacks.deal() }
      : { path: pick(Object.values(PATHS), random), fault: ofRequests.deal() };
    await inspect('faults', { ...fault, times: 1 + Math.floor(random() * 2) });
    armed++;
  };
  const running = (async () => {
    while (!isStopped) {
      await arm();
      await sleep(200 + random() * 600);
    }
  })();
  return {
    armed: () => armed,
    hasHadEveryFault: () => ofRequests.hasDealtAll() && ofCallbacks.hasDealtAll(),
    stop: async () => {
      isStopped = true;
      await running;
      await inspect('faults', undefined, 'DELETE');
    },
  };
}
