import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow';
import { maskFailure } from '../documents/card-number';
import { byReview, hintsOf, type Output, toItems, warn } from '../common/output';
import type { NonEmptyList } from '../operations/operation';
import type { Envelope } from '../transport/envelope';
import { currentSecrets, type ServiceCredential } from '../transport/credential';
import { asNodeError, isAboutParameters, type NodeError, sentences, withoutTypedValues } from '../transport/node-error';
import { HttpStatusError, ITEM_NUMBER, ServiceError, UnreadableResponseError } from '../common/errors';
import { forModel, isTool } from '../common/tool';
import { type Item, offersOption } from '../parameters/item';
import { findParameter } from '../parameters/find-parameter';
import { type KnownFile, type Outcome, type Receipt, type Result, saidBy, type Tries, triesOf } from './outcomes';
import { Stop } from './stop';
import type { Job } from './plan';
import { describeProgress, progressOf } from './progress';

/** Adds to the outcomes of a run what becomes of each item, and makes the outputs of them. */
export class Results {
  private readonly stop: Stop;

  private readonly tries: Tries;

  /** Where the outcomes of this try begin. */
  private readonly begin: number;

  private readonly secrets: Set<string>;

  private readonly isTool: boolean;

  private readonly continues: boolean;

  /** Whether an item has failed and the node does not continue on failure. */
  private hasEnded = false;

  constructor(
    private readonly context: IExecuteFunctions,
    private readonly fields: INodeProperties[],
    private readonly credential: ServiceCredential,
    private readonly items: Item[],
    /** Whether nothing is billed: then a run has no progress to tell. */
    private readonly isFree: boolean,
  ) {
    this.stop = new Stop(context);
    this.tries = triesOf(context, (items[0] as Item).input);
    this.begin = this.tries.outcomes.length;
    this.secrets = new Set(credential.secrets);
    const node = context.getNode();
    this.isTool = isTool(node);
    // A model that gets the reason as a result can correct its arguments, or tell its user. Of a thrown error it gets
    // the message at most, and in n8n 1 nothing.
    this.continues = context.continueOnFail() || (this.isTool && node.onError !== 'stopWorkflow');
  }

  /** Whether to send nothing more: an item failed and the node does not continue on failure, or Stop was pressed. */
  readonly stopped = async (): Promise<boolean> => (await this.stop.isPressed()) || this.hasEnded;

  /** Whether they are output: Stop may be known to nobody but this node. */
  get areOutput(): boolean {
    return !this.stop.wasSeen;
  }

  get allSucceeded(): boolean {
    return this.areOutput && !this.ofThisTry.some(({ error }) => error);
  }

  get ofThisTry(): Outcome[] {
    return this.tries.outcomes.slice(this.begin);
  }

  /** The last outcome of each item: of this try, or that of an earlier one which answered it. */
  private get last(): Outcome[] {
    return this.tries.outcomes.filter((one, position) => position >= this.begin || one.results);
  }

  /** The items that no earlier try has got an answer for. */
  get left(): Item[] {
    const answered = new Set(this.last.map(({ item }) => item));
    return this.items.filter(({ index }) => !answered.has(index));
  }

  /** Whose files were read in an earlier try. */
  get filesAnswered(): KnownFile[] {
    return this.tries.outcomes.slice(0, this.begin).flatMap(({ results, file }) => (results && file) || []);
  }

  /** The items that have results. */
  get answered(): Set<number> {
    return new Set(this.last.filter(({ results }) => results).map(({ item }) => item));
  }

  /** How many of the items that are output a person should check, and were not counted in an earlier try. */
  countToBeReviewed(): number {
    const { outcomes, counted } = this.tries;
    this.tries.counted = outcomes.length;
    const added = outcomes.slice(counted).flatMap(({ results = [] }) => results);
    return added.filter(({ needsReview }) => needsReview === true).length;
  }

  /** Lets an item leave as it came: its file was read already. */
  skip({ index }: Item): void {
    this.tries.outcomes.push({ item: index, receipts: [] });
  }

  /** Adds the outcome of a job to each of its items. */
  async add(job: Job, outcome: NonEmptyList<Envelope> | Error, receipts: Receipt[]): Promise<void> {
    if (outcome instanceof Error) {
      // At once: reading the secrets takes a while. A session may have been renewed since the execution began.
      this.hasEnded ||= !this.continues;
      const renewed = this.credential.signedIn ? await currentSecrets(this.context) : [];
      for (const secret of renewed) this.secrets.add(secret);
    }
    const read = await this.read(job, outcome);
    if (read instanceof Error) this.fail(job.items, read, receipts, ofWholeBatch(read, job));
    else
      for (const [position, item] of job.items.entries()) {
        const found = read[position] ?? missing(outcome as NonEmptyList<Envelope>, job);
        if (found instanceof Error) this.fail([item], found, receipts, ofWholeBatch(found, job));
        else this.tries.outcomes.push({ item: item.index, receipts, results: found, file: job.file });
      }
    if (job.repeats) this.repeat(job, job.repeats);
  }

  /** Items with the same file as a job: they fail with it, or leave as read already, once it has ended. */
  repeat(job: Job, items: Item[]): void {
    const [first] = job.items;
    const outcome = this.ofThisTry.find(({ item }) => item === first?.index);
    if (!outcome) return void (job.repeats ??= []).push(...items);
    for (const item of items) {
      if (outcome.error) this.tries.outcomes.push(failedAlike({ ...outcome, receipts: [] }, item));
      else this.skip(item);
    }
  }

  /** One failure of several items is put into words once: it may name each of them. */
  fail(items: Item[], cause: unknown, receipts: Receipt[] = [], remark = ''): void {
    const [first, ...others] = items;
    if (!first) return;
    const secrets = [...this.secrets, ...items.flatMap((item) => item.secrets)];
    const find = (name: string) => findParameter(first, this.fields, name);
    const shown = cause instanceof ServiceError && first.options.boolean('maskCardNumber') ? maskFailure(cause) : cause;
    const error = asNodeError(this.context.getNode(), shown, first.index, secrets, find);
    error.description = sentences(error.description, remark);
    this.hasEnded ||= !this.continues;
    const outcome: Outcome = { item: first.index, receipts, error, said: saidBy(cause) };
    this.tries.outcomes.push(outcome, ...others.map((item) => failedAlike(outcome, item)));
  }

  private failedItem(index: number, error: NonNullable<Outcome['error']>): Result {
    // With exactly these two members, n8n sends the item to the error branch and keeps the fields of its input; not its files.
    const json = {
      error: this.isTool ? error.message.replace(ITEM_NUMBER, '') : error.message,
      ...(error.description && { message: error.description }),
    };
    const binary = this.items[index]?.input.binary;
    const files = binary && this.context.getNode().onError === 'continueErrorOutput' ? { binary } : {};
    return { item: { json, ...files, pairedItem: { item: index } } };
  }

  /**
   * The items of each output, in the order of the input. Throws the first error if the node does not continue on failure.
   */
  inOrder(has: { reviewOutput: boolean; alreadyReadOutput: boolean }): INodeExecutionData[][] {
    // n8n would go on with the input where the node continues.
    if (this.stop.wasSeen && !this.stop.isSignalled && this.continues) return [[]];
    // n8n recognises a stopped execution by this word.
    if (this.stop.wasSeen)
      throw this.withProgress(
        new NodeOperationError(withoutTypedValues(this.context.getNode()), 'The execution was canceled'),
      );
    const failed = this.ofThisTry.find(({ error }) => error);
    if (failed && !this.continues) throw this.withProgress(failed.error as NodeError);
    const last = this.last.sort((one, other) => one.item - other.item);
    const results = last.flatMap(({ item, results: own, error }) => own ?? (error ? this.failedItem(item, error) : []));
    for (const message of hintsOf(last.flatMap((one) => one.results ?? []))) warn(this.context, message);
    const outputs = byReview(results, has.reviewOutput);
    return has.alreadyReadOutput ? [...outputs, this.itemsAlreadyRead(last)] : outputs;
  }

  private itemsAlreadyRead(last: Outcome[]): INodeExecutionData[] {
    const read = last.filter(({ results, error }) => !results && !error);
    const message =
      `${read.length} of ${last.length} items have a file that was read already. ` +
      'Nothing was sent for them: they are in the output "Already Read".';
    if (read.length > 0) this.context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
    return read.map(({ item }) => ({ ...(this.items[item] as Item).input, pairedItem: { item } }));
  }

  /** A run that stops says what was sent and billed: its items are not output. */
  private withProgress(error: NodeError): NodeError {
    const loop = isInLoop(this.context) ? { canSkip: offersOption(this.fields, 'skipAlreadyRead') } : undefined;
    const progress = progressOf(this.tries.outcomes, this.last);
    const text = describeProgress(progress, this.isFree ? 0 : this.items.length, loop);
    if (text === '') return error;
    error.description = sentences(error.description, text);
    Object.assign(error.context, progress);
    return error;
  }

  private async read(
    job: Job,
    outcome: NonEmptyList<Envelope> | Error,
  ): Promise<Array<Result[] | Error | undefined> | Error> {
    if (outcome instanceof Error) return outcome;
    try {
      return await Promise.all(
        job.read(outcome).map(async (outputs, position) => {
          if (outputs instanceof Error || !outputs) return outputs;
          const given = this.isTool ? outputs.map(forModel) : outputs;
          const items = await toItems(this.context, given, job.items[position]?.index ?? 0);
          return items.map((item, index) => {
            const { hint, period, soughtNames, needsReview } = given[index] as Output;
            return { item, hint, period, soughtNames, needsReview };
          });
        }),
      );
    } catch (caught) {
      return caught as Error;
    }
  }
}

/** The failure of an item for another one, in the same words. */
const failedAlike = ({ error, ...outcome }: Outcome, { index }: Item): Outcome => ({
  ...outcome,
  item: index,
  error: error && {
    message: error.message.replace(ITEM_NUMBER, ` [item ${index}]`),
    description: error.description,
  },
});

/** Whether what follows the node leads back to it, as in Loop Over Items. */
function isInLoop(context: IExecuteFunctions): boolean {
  const { name } = context.getNode();
  const before = new Set(context.getParentNodes(name).map((node) => node.name));
  return context.getChildNodes(name).some((node) => before.has(node.name));
}

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
