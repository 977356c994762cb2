import type { INodeProperties } from 'n8n-workflow';
import type { Envelope } from '../transport/envelope';
import type { Item } from '../parameters/item';
import type { ServiceRequest } from '../transport/service-request';
import type { Output } from '../documents/output';

export type Resource = 'address' | 'api' | 'billing' | 'document' | 'enrichment';

interface Described {
  resource: Resource;
  operation: string;
  /** In the editor: the operation's name below its resource, and with it in the list of actions. */
  name: string;
  action: string;
  description: string;
  fields: INodeProperties[];
  /** Whether the result comes later, by a callback. */
  isAsynchronous?: boolean;
  /** Which operation of the service it is, for the documentation. */
  service: string;
}

/** One request an item. */
export interface ItemOperation extends Described {
  kind: 'item';
  /** Reads what is needed only once the answer is there, so that what is wrong with it is found before the request. */
  check?(item: Item): unknown;
  plan(item: Item): ServiceRequest | Promise<ServiceRequest>;
  /**
   * A second request, whose answer the first one's is compared with. It must bill nothing: without its answer the first
   * one's is lost.
   */
  planComparison?(item: Item): ServiceRequest | undefined;
  output(envelope: Envelope, item: Item, comparison?: Envelope): Output[];
}

/** One request for many items. */
export interface BatchOperation extends Described {
  kind: 'batch';
  batchSize(item: Item): number;
  plan(item: Item): unknown;
  combine(contents: unknown[]): ServiceRequest;
  /** What each item gets, in the order of the items. */
  outputs(envelope: Envelope, items: Item[]): Array<Output[] | undefined>;
}

export type Operation = ItemOperation | BatchOperation;
