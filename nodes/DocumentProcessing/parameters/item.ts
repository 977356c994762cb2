import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { type Secrets, secretsInUrl, secretsInValue } from '../transport/redact';
import { ITEM_NUMBER, ValidationError } from '../common/errors';
import { FILE_OPTIONS, isTool } from '../common/tool';
import { asObject, asObjects, asTextOrNumber, isObject, type JsonObject, textOf } from '../common/shape';
import { fieldRulesOption, unsetInRules } from './field-rule-options';
import { ItemFiles } from './item-files';
import { ParameterReader } from './parameter-reader';
import { sumsOption } from './sum-options';

/** What the items of an execution have in common. */
export interface Run {
  context: IExecuteFunctions;
  /** When the node started. */
  now: Date;
  /** The parameters of the operation. */
  fields: INodeProperties[];
  /** Of the credential: where the service is, and what the tokens of its callbacks are signed with. */
  baseUrl: string;
  callbackSecrets: string[];
  /** All of the credential, which no error and no answer to a failed request may repeat. */
  secrets: string[];
  /** Of callback URLs: what is said of one is said once for all items. */
  hostsTold: Set<string>;
}

export const optionFieldsOf = (fields: INodeProperties[]): INodeProperties[] =>
  (fields.find(({ name }) => name === 'options')?.options ?? []) as INodeProperties[];

/** Whether an operation has an option: one stays in a node whose operation was changed to another. */
export const offersOption = (fields: INodeProperties[], option: string): boolean =>
  optionFieldsOf(fields).some(({ name }) => name === option);

/** An input item and the node's parameters as they resolve for it: all that an operation sees of n8n. */
export class Item extends ParameterReader {
  readonly options: ParameterReader;

  readonly files: ItemFiles;

  private readOptions: JsonObject | undefined;

  /** Noted while they were read: keys of URLs, and files too short to be known as such. */
  private readonly noted: Secrets = [];

  constructor(
    readonly run: Run,
    readonly index: number,
    readonly input: INodeExecutionData,
  ) {
    super((name) => this.resolve(name), run.fields);
    this.options = new ParameterReader(
      (name) => (this.offers(name) ? this.allOptions[name] : undefined),
      optionFieldsOf(run.fields),
      (label) => `The option "${label}"`,
    );
    this.files = new ItemFiles(run.context, index, input);
  }

  /** The options, as the editor calls them, whose expressions return nothing: they count as not set. */
  get unsetOptions(): string[] {
    try {
      const fields = optionFieldsOf(this.run.fields);
      const rules = fields.filter(({ name }) => [fieldRulesOption, sumsOption].some((list) => list.name === name));
      return [
        ...fields.filter(({ name }) => this.isUnset(name)).map(({ displayName }) => displayName),
        ...rules.flatMap((list) => unsetInRules(list, this.allOptions[list.name])),
      ];
    } catch {
      // That it fails is told where it is read.
      return [];
    }
  }

  /** Refuses an option that was added, and whose expression returns nothing. */
  requireOption(name: string): void {
    if (!this.isUnset(name)) return;
    throw this.options.refusal(
      name,
      'has no value',
      'Its expression returned nothing for this item. Correct it, or let it return an empty text, which counts as not set.',
    );
  }

  /** Whether an option was added, and its expression returns nothing. */
  private isUnset(name: string): boolean {
    return Object.hasOwn(this.allOptions, name) && (this.allOptions[name] ?? null) === null;
  }

  /** Whether it is the only item of the execution. */
  get isAlone(): boolean {
    return this.run.context.getInputData().length === 1;
  }

  /** Whether an AI Agent runs the node. */
  get isTool(): boolean {
    return isTool(this.run.context.getNode());
  }

  get now(): Date {
    return this.run.now;
  }

  get timezone(): string {
    return this.run.context.getTimezone();
  }

  /** The item's texts that must never appear in a message, in the forms in which they are sent. */
  get secrets(): string[] {
    const { filePassword, callbackHeaders, callbackQueryStrings, fallbackUrl } = this.readOptions ?? {};
    // The service signs in with them where it calls back.
    const ofCallback = [asObject(callbackHeaders)['header'], asObject(callbackQueryStrings)['queryString']].flat();
    return [
      // Of another type, it was refused before anything was sent.
      asTextOrNumber(filePassword) ?? '',
      ...asObjects(ofCallback).flatMap(({ value }) => secretsInValue(textOf(value))),
      ...secretsInUrl(fallbackUrl),
      ...this.noted,
    ];
  }

  /** Notes what no message may repeat. */
  noteSecrets(secrets: Secrets): void {
    this.noted.push(...secrets);
  }

  protected override get adviceIfEmpty(): string {
    return this.isTool ? 'Call the tool again with a value for it.' : super.adviceIfEmpty;
  }

  private offers(name: string): boolean {
    return offersOption(this.fields, name) && !(this.isTool && FILE_OPTIONS.has(name));
  }

  private get allOptions(): JsonObject {
    this.readOptions ??= this.resolveOptions();
    return this.readOptions;
  }

  /** A parameter, or a part of one, with its expressions resolved. */
  private resolve(path: string): unknown {
    try {
      const value = this.run.context.getNodeParameter(path, this.index, null) as unknown;
      // n8n's `$node` fails only where it is asked for a member that is no node.
      void asObject(value)['toJSON'];
      if (URLS.has(path)) this.noteSecrets(secretsInUrl(value));
      return value;
    } catch (caught) {
      throw this.unresolved(this.namesFailing(path) ?? `The parameter "${this.labelOf(path)}"`, caught);
    }
  }

  private resolveOptions(): JsonObject {
    const options = this.resolve('options') ?? {};
    if (isObject(options)) return options;
    throw this.refusal('options', 'is not an object', 'An expression has to return an object of options.');
  }

  /** Which of the options has the expression that cannot be resolved. */
  private namesFailing(path: string): string | undefined {
    const { context } = this.run;
    const failing =
      path === 'options' &&
      optionFieldsOf(this.fields).find(({ name }) => {
        try {
          context.getNodeParameter(`options.${name}`, this.index, null);
          return false;
        } catch {
          return true;
        }
      });
    return failing ? `The option "${failing.displayName}"` : undefined;
  }

  private unresolved(what: string, caught: unknown): ValidationError {
    const { message, description } = caught as { message?: unknown; description?: unknown };
    const reason = textOf(message).replace(ITEM_NUMBER, '');
    return new ValidationError(
      `${what} has an expression that cannot be resolved: ${reason}`,
      `${description ? `${textOf(description)} ` : ''}Check the expression for this item.`,
    );
  }
}

/** Parameters whose URL may hold a key, e.g. the signature of a link that expires. */
const URLS = new Set(['callbackUrl', 'fileUrl']);
