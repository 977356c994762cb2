import type { INodeProperties } from 'n8n-workflow';
import type { CallbackAddresses } from '../callback/addresses';
import type { Output } from '../common/output';
import type { Item } from '../parameters/item';
import type { Envelope } from '../transport/envelope';
import type { ServiceRequest } from '../transport/request';

export type Resource = 'address' | 'api' | 'billing' | 'callback' | 'document' | 'enrichment';

/** How the editor and the documentation show an operation. */
interface OperationDescription {
  resource: Resource;
  operation: string;
  /** The operation's name below its resource. */
  name: string;
  /** What the canvas calls it, where the name says too little without its resource. */
  subtitle?: string;
  /** The operation in the editor's list of actions. */
  action: string;
  description: string;
  /** What comes back, for the documentation and for a model that uses the operation as a tool. */
  returns: string;
  fields: INodeProperties[];
  /** Whether the result comes later, in a callback. */
  isAsynchronous?: boolean;
  /** Which operation of the service it is, for the documentation. */
  service: string;
}

/** One or more, in order. */
export type NonEmptyList<T> = [T, ...T[]];

/** An operation that sends requests for each item. */
export interface ItemOperation extends OperationDescription {
  kind: 'item';
  /** Reads what only `output` needs, so that a user's mistake in it is found before anything is sent. */
  check?(item: Item): unknown;
  /**
   * The requests of an item, usually one. They are sent one after the other, and one that fails fails the item: the
   * answers before it are lost, so only the last may be a billed one. None for an operation that only reads the item.
   */
  requests(item: Item, addresses: CallbackAddresses): ServiceRequest[] | Promise<ServiceRequest[]>;
  /** The item's results out of the answers, one for each request, in the same order. */
  output(envelopes: NonEmptyList<Envelope>, item: Item, addresses: CallbackAddresses): Output[];
}

/** An operation that sends one request for many items. */
export interface BatchOperation extends OperationDescription {
  kind: 'batch';
  batchSize(item: Item): number;
  /** What an item contributes to the request. */
  content(item: Item): unknown;
  request(contents: unknown[]): ServiceRequest;
  /** What each item gets, in the order of the items; `undefined` if the answer has nothing for it, or why it is unclear. */
  outputs(envelope: Envelope, items: Item[]): Array<Output[] | Error | undefined>;
}

export type Operation = ItemOperation | BatchOperation;
