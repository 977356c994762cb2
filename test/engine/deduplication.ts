// n8n's deduplication store, in memory: n8n's own keeps it in its database.
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
  DeduplicationItemTypes,
  DeduplicationScope,
  ICheckProcessedContextData,
  ICheckProcessedOptions,
  IDataDeduplicator,
  IDeduplicationOutput,
} from 'n8n-workflow';

type Call = keyof IDataDeduplicator;

/** Does what `deduplication-helper` of n8n 1.123 and 2.41 does in the mode "entries", which are the same. */
class DeduplicationStore implements IDataDeduplicator {
  private entries = new Map<string, string[]>();

  /** The calls so far. */
  readonly calls: Call[] = [];

  /** What a call is to fail with, as it does without a database. */
  failure: (call: Call) => Error | undefined = () => undefined;

  /** What a database holds at this moment, and still holds if n8n is killed now. */
  saved(): Map<string, string[]> {
    return structuredClone(this.entries);
  }

  restore(saved: Map<string, string[]>): void {
    this.entries = structuredClone(saved);
  }

  reset(): void {
    this.entries.clear();
    this.calls.length = 0;
    this.failure = () => undefined;
  }

  async checkProcessedAndRecord(
    items: DeduplicationItemTypes[],
    scope: DeduplicationScope,
    contextData: ICheckProcessedContextData,
    { maxEntries }: ICheckProcessedOptions,
  ): Promise<IDeduplicationOutput> {
    this.begin('checkProcessedAndRecord');
    const stored = this.read(scope, contextData);
    const before = new Set(stored);
    const isKnown = (item: DeduplicationItemTypes) => before.has(hashOf(item));
    stored.push(...items.filter((item) => !isKnown(item)).map(hashOf));
    if (maxEntries) stored.splice(0, stored.length - maxEntries);
    this.entries.set(keyOf(scope, contextData), stored);
    return { new: items.filter((item) => !isKnown(item)), processed: items.filter(isKnown) };
  }

  async removeProcessed(
    items: DeduplicationItemTypes[],
    scope: DeduplicationScope,
    contextData: ICheckProcessedContextData,
  ): Promise<void> {
    this.begin('removeProcessed');
    const stored = this.read(scope, contextData);
    for (const item of items) {
      const index = stored.indexOf(hashOf(item));
      if (index !== -1) stored.splice(index, 1);
    }
    this.entries.set(keyOf(scope, contextData), stored);
  }

  async clearAllProcessedItems(scope: DeduplicationScope, contextData: ICheckProcessedContextData): Promise<void> {
    this.begin('clearAllProcessedItems');
    this.entries.delete(keyOf(scope, contextData));
  }

  async getProcessedDataCount(scope: DeduplicationScope, contextData: ICheckProcessedContextData): Promise<number> {
    this.begin('getProcessedDataCount');
    return this.read(scope, contextData).length;
  }

  private begin(call: Call): void {
    this.calls.push(call);
    const failure = this.failure(call);
    if (failure) throw failure;
  }

  private read(scope: DeduplicationScope, contextData: ICheckProcessedContextData): string[] {
    return [...(this.entries.get(keyOf(scope, contextData)) ?? [])];
  }
}

const keyOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string =>
  `${workflow.id}/${scope === 'node' ? `n:${node?.id}` : ''}`;

const hashOf = (item: DeduplicationItemTypes): string => createHash('md5').update(item.toString()).digest('base64');

/** The store of this process, which nodes reach through n8n's helpers. */
export const deduplicationStore = new DeduplicationStore();

/** Files of tests share n8n's code, and with it the service, but each has a store of its own. */
export async function initializeDeduplication(): Promise<void> {
  (DataDeduplicationService as unknown as { instance?: unknown }).instance = undefined;
  await DataDeduplicationService.init(deduplicationStore);
}
