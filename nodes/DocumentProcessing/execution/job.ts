import type { BatchOperation, ItemOperation, Operation } from '../operations/operation';
import type { Output } from '../documents/output';
import { type RunSettings, runSettings } from '../parameters/run-settings';
import type { Envelope } from '../transport/envelope';
import type { Item } from '../parameters/item';
import { runBounded } from '../transport/pool';
import type { ServiceRequest } from '../transport/service-request';

/** One request and the input items it answers for. */
export interface Job {
  request: ServiceRequest;
  /** Sent after it, where its answer is compared with another's. */
  comparison?: ServiceRequest | undefined;
  items: Item[];
  /** Of the first of the items. */
  settings: RunSettings;
  /** What each of the items gets; `undefined` where the answer says nothing of it. */
  read(envelope: Envelope, comparison?: Envelope): Array<Output[] | undefined>;
}

export interface Plan {
  jobs: Job[];
  refused: Refused[];
}

interface Refused {
  item: Item;
  cause: unknown;
}

/** Checks every item before the first request; what is refused takes no part in any job. */
export async function planJobs(operation: Operation, items: Item[]): Promise<Plan> {
  return operation.kind === 'batch' ? await planBatches(operation, items) : await planItems(operation, items);
}

async function planItems(operation: ItemOperation, items: Item[]): Promise<Plan> {
  const { kept, refused } = await checkEach(items, async (item) => {
    operation.check?.(item);
    return { request: await operation.plan(item), comparison: operation.planComparison?.(item) };
  });
  const jobs = kept.map(({ item, settings, value }) => ({
    ...value,
    items: [item],
    settings,
    read: (envelope: Envelope, comparison?: Envelope) => [operation.output(envelope, item, comparison)],
  }));
  return { jobs, refused };
}

async function planBatches(operation: BatchOperation, items: Item[]): Promise<Plan> {
  const { kept, refused } = await checkEach(items, async (item) => ({
    content: await operation.plan(item),
    size: operation.batchSize(item),
  }));
  const jobs = slices(kept).map(({ first, slice }) => ({
    request: operation.combine(slice.map(({ value }) => value.content)),
    items: slice.map(({ item }) => item),
    settings: first.settings,
    read: (envelope: Envelope) =>
      operation.outputs(
        envelope,
        slice.map(({ item }) => item),
      ),
  }));
  return { jobs, refused };
}

interface Checked<T> {
  item: Item;
  settings: RunSettings;
  value: T;
}

// Each waits for what n8n has written of its file.
const CHECKED_AT_A_TIME = 20;

async function checkEach<T>(items: Item[], check: (item: Item) => Promise<T>) {
  const kept: Array<Checked<T>> = [];
  const refused: Refused[] = [];
  const checkOne = async (item: Item) =>
    void kept.push({ item, settings: runSettings(item), value: await check(item) });
  const note = async (item: Item) => await checkOne(item).catch((cause: unknown) => void refused.push({ item, cause }));
  await runBounded(items, CHECKED_AT_A_TIME, note, () => false);
  return { kept: kept.sort(inOrder), refused: refused.sort(inOrder) };
}

const inOrder = (one: { item: Item }, other: { item: Item }): number => one.item.index - other.item.index;

/** Slices of the size the first item asks for. */
function slices<T extends { value: { size: number } }>(list: T[]): Array<{ first: T; slice: T[] }> {
  const size = list[0]?.value.size ?? 1;
  return list.flatMap((first, start) =>
    start % size === 0 ? [{ first, slice: list.slice(start, start + size) }] : [],
  );
}
