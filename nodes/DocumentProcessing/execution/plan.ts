import type { CallbackAddresses } from '../callback/addresses';
import type { Output } from '../common/output';
import type { BatchOperation, ItemOperation, NonEmptyList, Operation } from '../operations/operation';
import type { Item } from '../parameters/item';
import { readRunSettings, type RunSettings } from '../parameters/options';
import type { Envelope } from '../transport/envelope';
import type { ServiceRequest } from '../transport/request';
import { runConcurrently } from './concurrency';

/** The requests that belong together, usually one, and the input items they are sent for. */
export interface Job {
  requests: ServiceRequest[];
  items: Item[];
  /** Those of the first item. */
  settings: RunSettings;
  /** What each item gets; `undefined` if the answer has nothing for it, or why it is unclear. */
  read(envelopes: NonEmptyList<Envelope>): Array<Output[] | Error | undefined>;
}

export interface Plan {
  jobs: Job[];
  rejected: Rejected[];
}

interface Rejected {
  item: Item;
  cause: unknown;
}

/** Checks every item before the first request is sent. A rejected item takes part in no job. */
export async function planJobs(operation: Operation, items: Item[], addresses: CallbackAddresses): Promise<Plan> {
  return operation.kind === 'batch'
    ? await planBatches(operation, items)
    : await planItems(operation, items, addresses);
}

async function planItems(operation: ItemOperation, items: Item[], addresses: CallbackAddresses): Promise<Plan> {
  const { accepted, rejected } = await checkItems(items, async (item) => {
    operation.check?.(item);
    return await operation.requests(item, addresses);
  });
  const jobs = accepted.map(({ item, settings, value: requests }) => ({
    requests,
    items: [item],
    settings,
    read: (envelopes: NonEmptyList<Envelope>) => [operation.output(envelopes, item, addresses)],
  }));
  return { jobs, rejected };
}

async function planBatches(operation: BatchOperation, items: Item[]): Promise<Plan> {
  const { accepted, rejected } = await checkItems(items, async (item) => ({
    content: await operation.content(item),
    size: operation.batchSize(item),
  }));
  // The first item's batch size counts.
  const size = accepted[0]?.value.size ?? 1;
  const jobs: Job[] = [];
  for (let start = 0; start < accepted.length; start += size) {
    const batch = accepted.slice(start, start + size);
    const batchItems = batch.map(({ item }) => item);
    jobs.push({
      requests: [operation.request(batch.map(({ value }) => value.content))],
      items: batchItems,
      settings: (batch[0] as Accepted<unknown>).settings,
      read: ([envelope]) => operation.outputs(envelope, batchItems),
    });
  }
  return { jobs, rejected };
}

interface Accepted<T> {
  item: Item;
  settings: RunSettings;
  value: T;
}

// Each check waits for the metadata of its file.
const CHECKS_AT_A_TIME = 20;

async function checkItems<T>(items: Item[], check: (item: Item) => Promise<T>) {
  const accepted: Array<Accepted<T>> = [];
  const rejected: Rejected[] = [];
  const checkItem = async (item: Item) => {
    try {
      accepted.push({ item, settings: readRunSettings(item), value: await check(item) });
    } catch (cause) {
      rejected.push({ item, cause });
    }
  };
  await runConcurrently(items, CHECKS_AT_A_TIME, checkItem, () => false);
  const byIndex = (one: { item: Item }, other: { item: Item }): number => one.item.index - other.item.index;
  return { accepted: accepted.sort(byIndex), rejected: rejected.sort(byIndex) };
}
