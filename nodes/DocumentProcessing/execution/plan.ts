import type { Output } from '../common/output';
import type { BatchOperation, ItemOperation, NonEmptyList, Operation, Prepared } from '../operations/operation';
import type { Item } from '../parameters/item';
import { readPreview, readRunSettings, type RunSettings } from '../parameters/options';
import type { Envelope } from '../transport/envelope';
import type { ServiceRequest } from '../transport/request';
import { runConcurrently } from './concurrency';
import type { KnownFile } from './outcomes';

/** The requests that belong together, usually one, and the input items they are sent for. */
export interface Job {
  requests: ServiceRequest[];
  items: Item[];
  /** Those of the first item. */
  settings: RunSettings;
  /** What each item gets; `undefined` if the answer has nothing for it, or why it is unclear. */
  read(envelopes: NonEmptyList<Envelope>): Array<Output[] | Error | undefined>;
  /** The wait of the execution for the result, if it waits. */
  wait?: Prepared['wait'];
  /** What the answers say is billed. */
  units?: Prepared['units'];
  file?: KnownFile;
  /** Items with the same file: they share its failure, or leave as read already. */
  repeats?: Item[];
}

export interface Plan {
  jobs: Job[];
  rejected: Rejected[];
  /** Whether one of the items is to send nothing. */
  isPreview: boolean;
}

interface Rejected {
  item: Item;
  cause: unknown;
}

/** Prepares every item before the first request is sent. A rejected item takes part in no job. */
export async function planJobs(operation: Operation | Error, items: Item[]): Promise<Plan> {
  if (operation instanceof Error)
    return { jobs: [], rejected: items.map((item) => ({ item, cause: operation })), isPreview: false };
  return operation.kind === 'batch' ? await planBatches(operation, items) : await planItems(operation, items);
}

async function planItems(operation: ItemOperation, items: Item[]): Promise<Plan> {
  const { accepted, ...plan } = await prepareItems(items, async (item) => await operation.prepare(item));
  const jobs = accepted.map(({ item, settings, value: { requests, read, wait, units } }) => ({
    requests,
    items: [item],
    settings,
    read: (envelopes: NonEmptyList<Envelope>) => [read(envelopes)],
    wait,
    units,
  }));
  return { jobs, ...plan };
}

async function planBatches(operation: BatchOperation, items: Item[]): Promise<Plan> {
  const { accepted, ...plan } = await prepareItems(items, (item) => operation.prepare(item));
  // The first item's batch size counts.
  const size = accepted[0]?.value.batchSize ?? 1;
  const jobs: Job[] = [];
  for (let start = 0; start < accepted.length; start += size) {
    const batch = accepted.slice(start, start + size);
    const { request, read } = operation.join(batch.map(({ value }) => value));
    jobs.push({
      requests: [request],
      items: batch.map(({ item }) => item),
      settings: (batch[0] as Accepted<unknown>).settings,
      read: ([envelope]) => read(envelope),
    });
  }
  return { jobs, ...plan };
}

interface Accepted<T> {
  item: Item;
  settings: RunSettings;
  value: T;
}

// Each waits for the metadata of its file.
const ITEMS_AT_A_TIME = 20;

async function prepareItems<T>(items: Item[], prepare: (item: Item) => T | Promise<T>) {
  const accepted: Array<Accepted<T>> = [];
  const rejected: Rejected[] = [];
  let isPreview = false;
  const prepareItem = async (item: Item) => {
    try {
      // One that is refused asks for it, too.
      if (readPreview(item)) isPreview = true;
      accepted.push({ item, settings: readRunSettings(item), value: await prepare(item) });
    } catch (cause) {
      rejected.push({ item, cause });
    }
  };
  await runConcurrently(items, ITEMS_AT_A_TIME, prepareItem, () => Promise.resolve(false));
  const byIndex = (one: { item: Item }, other: { item: Item }): number => one.item.index - other.item.index;
  return { accepted: accepted.sort(byIndex), rejected: rejected.sort(byIndex), isPreview };
}
