// Who is killed, with which results pending: none is lost, and none comes twice.
import { randomUUID } from 'node:crypto';
import { jsonOf } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { compose, crash, docker, inspect, isHealthy, untilHealthy, up } from './compose.ts';
import { INVOICE, n8n, ofOrder, pressAndFill, retryIfCrashed, submit } from './n8nInContainer.ts';

const [TRIGGER, WAIT] = ['extraction-to-trigger', 'wait-in-one-execution'];

beforeAll(async () => {
  await untilHealthy();
  await n8n.signIn();
  await n8n.activate(TRIGGER);
  await n8n.activate(WAIT);
});

interface Process {
  id: string;
  state: string;
  deliveries: { httpStatus: number | null; error: string | null }[];
}

const processes = async (): Promise<Process[]> => (await inspect<{ processes: Process[] }>('processes')).processes;
const processOf = async ({ id }: Process) => (await processes()).find((one) => one.id === id);

/** Starts an extraction, and returns its process once it is there. */
async function begin(workflow: string, order: string, callback?: string): Promise<Process> {
  const known = (await processes()).map(({ id }) => id);
  await inspect('faults', undefined, 'DELETE');
  if (callback !== undefined) await inspect('faults', { callback });
  await submit(workflow, INVOICE, order);
  return await waitFor(
    async () => (await processes()).find(({ id, state }) => !known.includes(id) && (!callback || state === 'held')),
    120_000,
    `the process of ${order}`,
  );
}

/** The sandbox may be away, or not have taken it. */
const release = ({ id }: Process): Promise<boolean> =>
  waitFor(
    () =>
      inspect(`processes/${id}/send`, {}).then(
        () => true,
        () => false,
      ),
    180_000,
    'the sandbox',
  );

const kill = (service: string) => () => crash(service);
const restart = (service: string) => () => compose('restart', service);

interface Crash {
  what: string;
  /** Before the held results are due. */
  before: (() => Promise<unknown>)[];
  /** After the sandbox could not deliver them. */
  after?: () => Promise<unknown>;
}

const CRASHES: Crash[] = [
  { what: 'n8n is killed', before: [kill('n8n')] },
  { what: 'the sandbox is killed', before: [kill('sandbox')] },
  { what: 'n8n is killed, then the sandbox', before: [kill('n8n'), kill('sandbox')] },
  { what: 'the sandbox is stopped and started', before: [restart('sandbox')] },
  {
    what: 'n8n is down when they are due',
    before: [() => compose('stop', 'n8n')],
    after: () => compose('start', 'n8n'),
  },
];

test.each(CRASHES)('$what: each result comes, once, and all is reached again', async ({ before, after }) => {
  const [trigger, wait, reading] = [randomUUID(), randomUUID(), randomUUID()];
  const held = [await begin(TRIGGER, trigger, 'hold'), await begin(WAIT, wait, 'hold')] as const;
  await waitFor(async () => (await n8n.executions(WAIT))[0]?.status === 'waiting');
  // This one is read, or called back, while all goes down.
  const notHeld = await begin(TRIGGER, reading);
  for (const step of before) await step();
  await Promise.all(held.map(release));
  if (after) {
    const isTried = async () => (await Promise.all(held.map(processOf))).every((one) => one?.deliveries.length);
    await waitFor(isTried, 60_000, 'a delivery that fails');
    await after();
  }

  const expected = [
    [TRIGGER, trigger, held[0]],
    [WAIT, wait, held[1]],
    [TRIGGER, reading, notHeld],
  ] as const;
  for (const [workflow, order, process] of expected) {
    await waitFor(async () => (await processOf(process))?.state === 'finished', 300_000, `the end of ${order}`);
    await retryIfCrashed(workflow, process.id);
    expect(jsonOf(await n8n.finished(workflow, ofOrder(order)), 'Invoice of the order')).toMatchObject([
      { orderNumber: order, amount: 980 },
    ]);
  }
  await untilHealthy();
  // What users ask: n8n from outside, the sandbox through n8n.
  const earlier = (await n8n.executions('demo')).map(({ id }) => id);
  await pressAndFill('demo', INVOICE);
  const demo = await n8n.finished('demo', ({ id }) => !earlier.includes(id));
  expect(jsonOf(demo, 'Document Processing')).toMatchObject([{ fields: { valor_liquido: '980.00' } }]);
  // What is repeated until it is taken is not taken twice.
  const listed = [...(await n8n.executions(TRIGGER)), ...(await n8n.executions(WAIT))];
  const runs = await Promise.all(listed.map(({ id }) => n8n.execution(id)));
  for (const [, order, process] of expected) {
    // Unless n8n runs what it has not said that it took: it answers 500 while it stops, or is killed before it answers.
    const { deliveries = [] } = (await processOf(process)) ?? {};
    const taken = deliveries.filter(({ httpStatus, error }) =>
      httpStatus === null ? !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(error ?? '') : [200, 500].includes(httpStatus),
    );
    const times = runs.filter(ofOrder(order)).length;
    expect({ deliveries, comes: times >= 1, comesTwice: times > taken.length }).toEqual({
      deliveries,
      comes: true,
      comesTwice: false,
    });
  }
});

test('told to stop, each ends by itself in its time; started again it has everything, and only this machine reaches it', async () => {
  const { versionId } = await n8n.readWorkflow('demo');
  await compose('stop');
  const containers = (await compose('ps', '--all', '--quiet')).split('\n');
  const codes = await docker('inspect', '--format', '{{.Name}} {{.State.ExitCode}}', ...containers);
  // 137 is what the engine kills when the time is over.
  expect(codes).not.toMatch(/ 137$/m);
  await compose('down');
  await up();
  expect(await isHealthy()).toBe(true);
  expect((await n8n.readWorkflow('demo')).versionId).toBe(versionId);
  const ports = await compose('ps', '--format', '{{.Ports}}');
  expect(ports.match(/[\d.:[\]]+->/g)?.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});
