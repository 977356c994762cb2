import type { INodeProperties } from 'n8n-workflow';
import type { Wait } from '../callback/waiting';
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
  /** Whether nothing that it sends is billed. */
  isFree?: true;
  /** Whether the result comes later, in a callback. */
  isAsynchronous?: boolean;
  /** Which operation of the service it is, for the documentation. */
  service: string;
}

/** One or more, in order. */
export type NonEmptyList<T> = [T, ...T[]];

/** What an item becomes: its requests, and how to read the answers to them. */
export interface Prepared {
  /**
   * Usually one. They are sent one after the other, and one that fails fails the item: the answers before it are lost,
   * so only the last may be a billed one. None for an operation that only reads the item.
   */
  requests: ServiceRequest[];
  /** The item's results out of the answers, one for each request, in the same order. */
  read(envelopes: NonEmptyList<Envelope>): Output[];
  /** What the answers say is billed, for the custom data of the execution. */
  units?: ((envelopes: NonEmptyList<Envelope>) => number | undefined) | undefined;
  /** The wait of the execution for the result, if it waits. */
  wait?: Wait | undefined;
}

/** An operation that sends requests for each item. */
export interface ItemOperation extends OperationDescription {
  kind: 'item';
  /** Reads all parameters, so that a user's mistake in any of them is found before anything is sent. */
  prepare(item: Item): Prepared | Promise<Prepared>;
}

/** What an item contributes to a request that it shares with others. */
export interface Part {
  batchSize: number;
}

/** An operation that sends one request for many items. */
export interface BatchOperation extends OperationDescription {
  kind: 'batch';
  prepare(item: Item): Part;
  /**
   * The request for the parts of several items, and what each of them gets of the answer: `undefined` for nothing, or why
   * it is unclear.
   */
  join(parts: Part[]): { request: ServiceRequest; read(envelope: Envelope): Array<Output[] | Error | undefined> };
}

export type Operation = ItemOperation | BatchOperation;
