import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow';
import { maskFailure } from '../documents/card-number';
import { byReview, hintsOf, type Remark, toItems, warn } from '../common/output';
import type { NonEmptyList } from '../operations/operation';
import type { Envelope } from '../transport/envelope';
import { readSecrets } from '../transport/credential';
import { asNodeError, isAboutParameters, type NodeError, withoutTypedValues } from '../transport/errors';
import { HttpStatusError, ITEM_NUMBER, ServiceError, UnreadableResponseError } from '../common/errors';
import { forModel, isTool } from '../common/tool';
import { type Item, offersOption } from '../parameters/item';
import { findParameter } from '../parameters/find-parameter';
import { earlierTries } from './earlier-tries';
import { Stop } from './stop';
import type { Job } from './plan';
import type { Progress } from './progress';
import type { RunRecord } from './run-record';
import type { Secrets } from '../transport/redact';

/** An output item. A failed one stays with those that are done: n8n takes it to its error branch from there. */
interface Result {
  item: INodeExecutionData;
  needsReview?: boolean | undefined;
}

/** What the answer to an item has become. */
interface Answered {
  results: Result[];
  remarks: Remark[];
}

/** What has become of an item, for the next try of the run. */
interface Try {
  isSent?: boolean;
  answered?: Answered;
  file?: KnownFile;
  /** Whether its output was counted for the custom data. */
  isCounted?: boolean;
}

/** How the history of files knows one, and with its password. */
export interface KnownFile {
  key: string;
  withPassword: string;
}

/** Collects the results, or the error, of each input item. */
export class Results {
  private readonly byItem = new Map<number, Result[]>();

  private readonly failed = new Set<number>();

  /** Why the jobs that have ended failed, if they did. */
  private readonly ended = new Map<Job, Error | undefined>();

  /** Whose files were read already. */
  private readonly alreadyRead: Item[] = [];

  /** One per output item. */
  private readonly remarks: Remark[] = [];

  /** By item, of earlier tries, and of this one for the next. */
  private readonly stop: Stop;

  private readonly tries: Map<number, Try> | undefined;

  /** Whose files were read in an earlier try. */
  readonly filesAnswered: KnownFile[] = [];

  private readonly secrets: Set<string>;

  private readonly isTool: boolean;

  private readonly continues: boolean;

  private readonly hasErrorOutput: boolean;

  /** Whether an item has failed and the node does not continue on failure. */
  private hasEnded = false;

  private firstError: NodeError | undefined;

  constructor(
    private readonly context: IExecuteFunctions,
    private readonly fields: INodeProperties[],
    secrets: Secrets,
    private readonly noted: { progress: Progress; record: RunRecord },
    first: Item,
  ) {
    this.stop = new Stop(context);
    this.tries = earlierTries(context, first.input);
    this.secrets = new Set(secrets);
    const node = context.getNode();
    this.isTool = isTool(node);
    // A model that gets the reason as a result can correct its arguments, or tell its user. Of a thrown error it gets
    // the message at most, and in n8n 1 nothing.
    this.hasErrorOutput = node.onError === 'continueErrorOutput';
    this.continues = context.continueOnFail() || (this.isTool && node.onError !== 'stopWorkflow');
  }

  /** Whether to send nothing more: an item failed and the node does not continue on failure, or Stop was pressed. */
  readonly stopped = async (): Promise<boolean> => (await this.stop.isPressed()) || this.hasEnded;

  /** Whether they are output: Stop may be known to nobody but this node. */
  get areOutput(): boolean {
    return !this.stop.wasSeen;
  }

  get allSucceeded(): boolean {
    return this.failed.size === 0 && this.areOutput;
  }

  /** Whether all items of a job have results. */
  readonly isDone = ({ items }: Job): boolean =>
    items.every(({ index }) => this.byItem.has(index) && !this.failed.has(index));

  /** How many of the items that are output a person should check, and were not counted in an earlier try. */
  countToBeReviewed(): number {
    let count = 0;
    for (const [index, results] of this.byItem) {
      if (this.tries?.get(index)?.isCounted) continue;
      count += results.filter(({ needsReview }) => needsReview === true).length;
      this.noteTry(index, { isCounted: !this.failed.has(index) });
    }
    return count;
  }

  /** Lets an item leave as it came: its file was read already. */
  skip(item: Item): void {
    this.alreadyRead.push(item);
  }

  /** Takes what earlier tries have got. Returns the items that are left to be sent. */
  takeAnswered(items: Item[]): Item[] {
    return items.filter(({ index }) => {
      const { isSent, answered, file } = this.tries?.get(index) ?? {};
      if (isSent) this.noted.progress.send([index]);
      if (!answered) return true;
      this.noted.progress.answer([index]);
      this.take(index, answered);
      if (file) this.filesAnswered.push(file);
      return false;
    });
  }

  /** Notes how the file of a job is known. */
  noteFile({ items: [item] }: Job, file: KnownFile): void {
    if (item) this.noteTry(item.index, { file });
  }

  private noteTry(index: number, one: Try): void {
    this.tries?.set(index, { ...this.tries.get(index), ...one });
  }

  private take(index: number, answered: Answered): void {
    this.noteTry(index, { answered });
    this.byItem.set(index, answered.results);
    // Spread, hundreds of thousands would not fit on the stack.
    for (const remark of answered.remarks) this.remarks.push(remark);
  }

  /** Notes that the service may have got a request of a job. */
  noteSent({ items }: Job): void {
    this.noted.progress.send(items.map(({ index }) => index));
    for (const { index } of items) this.noteTry(index, { isSent: true });
  }

  /** Adds the outcome of a job to each of its items. */
  async add(job: Job, outcome: NonEmptyList<Envelope> | Error): Promise<void> {
    if (outcome instanceof Error) {
      // At once: reading the secrets takes a while.
      this.hasEnded ||= !this.continues;
      for (const secret of await readSecrets(this.context)) this.secrets.add(secret);
    } else this.noted.progress.answer(job.items.map(({ index }) => index));
    const read = await this.read(job, outcome);
    if (read instanceof Error) this.failAll(job, read);
    else
      for (const [position, item] of job.items.entries()) {
        const found = read[position] ?? missing(outcome as NonEmptyList<Envelope>, job);
        if (found instanceof Error) this.fail(item, found, ofWholeBatch(found, job));
        else this.take(item.index, found);
      }
    // One that is unclear for its item is no more read for those with the same file.
    const [first = missing(outcome as NonEmptyList<Envelope>, job)] = read instanceof Error ? [read] : read;
    this.ended.set(job, first instanceof Error ? first : undefined);
    this.repeat(job, job.repeats ?? []);
  }

  /** Items with the same file as a job: they fail with it, or leave as read already, once it has ended. */
  repeat(job: Job, items: Item[]): void {
    if (!this.ended.has(job)) return void (job.repeats ??= []).push(...items);
    const failure = this.ended.get(job);
    for (const item of items) {
      if (failure) this.fail(item, failure);
      else this.skip(item);
    }
  }

  fail(item: Item, cause: unknown, remark = '', secrets = [...this.secrets, ...item.secrets]): NodeError {
    const find = (name: string) => findParameter(item, this.fields, name);
    const shown = cause instanceof ServiceError && item.options.boolean('maskCardNumber') ? maskFailure(cause) : cause;
    const error = asNodeError(this.context.getNode(), shown, item.index, secrets, find);
    error.description = sentences(error.description, remark);
    this.noted.record.noteFailure(cause);
    this.hasEnded ||= !this.continues;
    if (!this.continues) this.firstError ??= error;
    this.noteFailed(item, error);
    return error;
  }

  /** One failure of several items is put into words once: it may name each of them. */
  private failAll(job: Job, cause: Error): void {
    const [first, ...others] = job.items;
    if (!first) return;
    const secrets = [...this.secrets, ...job.items.flatMap((item) => item.secrets)];
    const { message, description } = this.fail(first, cause, ofWholeBatch(cause, job), secrets);
    for (const item of others)
      this.noteFailed(item, { message: message.replace(ITEM_NUMBER, ` [item ${item.index}]`), description });
  }

  private noteFailed(item: Item, error: Pick<NodeError, 'message' | 'description'>): void {
    this.failed.add(item.index);
    // With exactly these two members, n8n sends the item to the error branch and keeps the fields of its input; not its files.
    const json = {
      error: this.isTool ? error.message.replace(ITEM_NUMBER, '') : error.message,
      ...(error.description ? { message: error.description } : {}),
    };
    const { binary } = item.input;
    const files = binary && this.hasErrorOutput ? { binary } : {};
    this.byItem.set(item.index, [{ item: { json, ...files, pairedItem: { item: item.index } } }]);
  }

  /**
   * The items of each output, in the order of the input. Throws the first error if the node does not continue on failure.
   */
  inOrder(has: { reviewOutput: boolean; alreadyReadOutput: boolean }): INodeExecutionData[][] {
    if (this.firstError) throw this.withProgress(this.firstError);
    // n8n would go on with the input where the node continues.
    if (this.stop.wasSeen && !this.stop.isSignalled && this.continues) return [[]];
    // n8n recognises a stopped execution by this word.
    if (this.stop.wasSeen)
      throw this.withProgress(
        new NodeOperationError(withoutTypedValues(this.context.getNode()), 'The execution was canceled'),
      );
    for (const message of hintsOf(this.remarks)) warn(this.context, message);
    const results = [...this.byItem].sort(([one], [other]) => one - other).flatMap(([, items]) => items);
    const outputs = byReview(results, has.reviewOutput, ({ item }) => item);
    return has.alreadyReadOutput ? [...outputs, this.itemsAlreadyRead()] : outputs;
  }

  private itemsAlreadyRead(): INodeExecutionData[] {
    const { length: count } = this.alreadyRead;
    const message =
      `${count} of ${count + this.byItem.size} items have a file that was read already. ` +
      'Nothing was sent for them: they are in the output "Already Read".';
    if (count > 0) this.context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
    return this.alreadyRead
      .sort((one, other) => one.index - other.index)
      .map(({ input, index }) => ({ ...input, pairedItem: { item: index } }));
  }

  /** A run that stops says what was sent and billed: its items are not output. */
  private withProgress(error: NodeError): NodeError {
    const loop = isInLoop(this.context) ? { canSkip: offersOption(this.fields, 'skipAlreadyRead') } : undefined;
    const progress = this.noted.progress.describe(loop);
    if (progress === '') return error;
    error.description = sentences(error.description, progress);
    Object.assign(error.context, this.noted.progress.counts);
    return error;
  }

  private async read(
    job: Job,
    outcome: NonEmptyList<Envelope> | Error,
  ): Promise<Array<Answered | Error | undefined> | Error> {
    if (outcome instanceof Error) return outcome;
    try {
      return await Promise.all(
        job.read(outcome).map(async (outputs, position) => {
          if (outputs instanceof Error || !outputs) return outputs;
          const given = this.isTool ? outputs.map(forModel) : outputs;
          const items = await toItems(this.context, given, job.items[position]?.index ?? 0);
          return {
            results: items.map((item, index) => ({ item, needsReview: given[index]?.needsReview })),
            remarks: outputs.map(({ hint, period, soughtNames }) => ({ hint, period, soughtNames })),
          };
        }),
      );
    } catch (caught) {
      return caught as Error;
    }
  }
}

/** Whether what follows the node leads back to it, as in Loop Over Items. */
function isInLoop(context: IExecuteFunctions): boolean {
  const { name } = context.getNode();
  const before = new Set(context.getParentNodes(name).map((node) => node.name));
  return context.getChildNodes(name).some((node) => before.has(node.name));
}

/** Sentences after one another; one that ends with a request ID has no full stop. */
const sentences = (first: string | null | undefined, second: string): string =>
  !first || !second ? first || second : `${first}${/[.!?…]$/.test(first) ? '' : '.'} ${second}`;

/** Several items in one request have its failure together. */
function ofWholeBatch(failure: Error, { items }: Job): string {
  const isAboutOne = failure instanceof HttpStatusError && (isAboutParameters(failure) || failure.httpStatus === 413);
  if (items.length === 1 || !isAboutOne) return '';
  const [first, last] = [items[0]?.index, items.at(-1)?.index];
  return (
    `It was sent in one request with ${items.length - 1} others, items ${first} to ${last}. ` +
    'With a "Batch Size" of 1 only the one that is wrong fails.'
  );
}

const missing = ([envelope]: NonEmptyList<Envelope>, { items }: Job) =>
  new UnreadableResponseError(
    'The response of the service has nothing for this item',
    `${items.length > 1 ? 'Send it again with a smaller "Batch Size", or set' : 'Set'} "Output" to Raw to see the whole answer.`,
    envelope.requestId,
  );
