import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { parseJson } from '../common/json';
import {
  asObject,
  findUndefined,
  isInexact,
  isLostInJson,
  isObject,
  isTooDeep,
  type JsonObject,
  leavesOf,
  type NameValue,
  oneOrMoreObjects,
  own,
  textOf,
} from '../common/shape';
import { isHttpUrl } from '../transport/url';

interface NumberLimits {
  min?: number;
  max?: number;
  /** Whether decimals are refused. */
  whole?: boolean;
}

/**
 * Reads values by name as what they must be. The editor gives the right types; an expression, or a workflow made by a
 * program, gives any. What makes no sense is refused with the name that the editor shows. A value that is missing, null
 * or an empty text is not set.
 */
export class ParameterReader {
  constructor(
    private readonly lookUp: (name: string) => unknown,
    /** As the editor shows them. */
    protected readonly fields: INodeProperties[],
    /** What a message calls a value with this name in the editor. */
    private readonly naming = (label: string): string => `The parameter "${label}"`,
  ) {}

  /** The value as it is; `undefined` if it is not set. */
  value(name: string): unknown {
    const value = chosenValue(this.lookUp(name));
    return value === null || value === '' ? undefined : value;
  }

  /** A text without blanks around it; empty if it is not set. */
  text(name: string): string {
    return this.verbatim(name).trim();
  }

  /** A text as it is, with the blanks around it. */
  verbatim(name: string): string {
    const value = this.value(name);
    const text = value === undefined ? '' : this.scalarText(name, value);
    if (text !== undefined) return text;
    const { toJSON } = asObject(value);
    if (typeof toJSON === 'function' && toJSON.call(value) === null)
      throw this.refusal(name, 'is not a valid date', 'Check what its expression makes the date from.');
    throw this.refusal(name, 'is not a text', 'An expression has to return a text or a number.');
  }

  requiredText(name: string): string {
    const text = this.text(name);
    if (text !== '') return text;
    throw this.refusal(name, 'is empty', this.adviceIfEmpty);
  }

  /** An absolute HTTP or HTTPS URL; empty if it is not set. */
  url(name: string): string {
    const text = this.text(name);
    if (text === '' || isHttpUrl(text)) return text;
    throw this.refusal(
      name,
      'is not a valid URL',
      'Enter one whole URL that begins with https:// or http://, with %20 for each space.',
    );
  }

  requiredUrl(name: string): string {
    this.requiredText(name);
    return this.url(name);
  }

  /** One of the values that the editor offers, in either case; `undefined` if it is not set, or not among the fields. */
  choice(name: string): string | undefined {
    const field = this.field(name);
    const value = this.value(name);
    if (value === undefined || !field) return undefined;
    const text = textOf(value).trim();
    const choices = (field.options as INodePropertyOptions[]).map((option) => String(option.value));
    const chosen = choices.find((one) => one.toLowerCase() === text.toLowerCase());
    if (chosen !== undefined) return chosen;
    throw this.refusal(name, `is "${text}"`, `Choose one of: ${choices.join(', ')}.`);
  }

  requiredChoice(name: string): string {
    return this.choice(name) ?? this.requiredText(name);
  }

  /** A number, also as a text with a dot before its decimals. */
  number(name: string, limits: NumberLimits = {}): number | undefined {
    const value = this.value(name);
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return undefined;
    const { min = -Infinity, max = Infinity, whole = false } = limits;
    const isWritten = (text: string) => (whole ? WHOLE : DECIMAL).test(text.trim());
    const number = typeof value === 'string' && isWritten(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number) && number >= min && number <= max)
      if (!whole || Number.isInteger(number)) return number;
    const wanted = describeLimits(limits);
    throw this.refusal(
      name,
      `is "${textOf(value)}", not ${wanted}`,
      `Enter ${wanted}${whole ? '' : ', with a dot before decimals'}, e.g. ${Math.max(min, Math.min(max, whole ? 1 : 0.5))}.`,
    );
  }

  /** The one place that knows which texts are true and false. */
  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const text = textOf(value).trim().toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === '') return undefined;
    throw this.refusal(
      name,
      `is "${textOf(value)}"`,
      'Switch it on or off; an expression has to return true or false.',
    );
  }

  /**
   * Texts that are not empty: a list, JSON text of one, or a text that `split` takes apart. An entry of the list may be a
   * list too, if its expression returns one, or chosen from a list of the editor.
   */
  list(name: string, split: (text: string) => string[]): string[] {
    const value = parsedList(this.value(name));
    const list = Array.isArray(value)
      ? value.map((one) => parsedList(chosenValue(one))).flatMap((one) => one)
      : split(this.textOfList(name, value));
    return list.map((one: unknown) => this.textOfList(name, one).trim()).filter((text) => text !== '');
  }

  /**
   * The value in a JSON parameter; an expression may return the value itself. What is sent has no rounded numbers, and all
   * of its parts have a value, unless they may be missing.
   */
  json(
    name: string,
    { isSent = true, mayLackParts = !isSent }: { isSent?: boolean; mayLackParts?: boolean } = {},
  ): unknown {
    const value = this.value(name);
    if (value === undefined) throw this.refusal(name, 'is empty', this.adviceIfEmpty);
    const parsed = typeof value === 'string' ? parseJson(value) : { value };
    if (!('value' in parsed))
      throw this.refusal(
        name,
        'is not valid JSON',
        `Check its quotes, commas and brackets: ${parsed.reason}. In an expression, put texts in with JSON.stringify().`,
      );
    if (isTooDeep(parsed.value)) throw this.tooDeep(name);
    const label = this.labelOf(name);
    checkJson(parsed.value, { list: label, subject: this.naming(label) }, { isSent, mayLackParts });
    return parsed.value;
  }

  jsonObject(name: string, use: Parameters<ParameterReader['json']>[1] = {}): JsonObject {
    const value = this.json(name, use);
    if (isObject(value)) return value;
    throw this.refusal(name, 'is not a JSON object', 'Enter an object, e.g. {"name": "value"}.');
  }

  /** The entries of a fixed collection, e.g. `formFiles.file[]`. */
  rows(
    name: string,
    naming: (label: string, entry: JsonObject) => string = (label) =>
      `"${label}" of an entry of "${this.labelOf(name)}"`,
  ): ParameterReader[] {
    const [collection] = (this.field(name)?.options ?? []) as INodePropertyCollection[];
    if (!collection) return [];
    const { name: member, values } = collection;
    return oneOrMoreObjects(asObject(this.value(name))[member]).map(
      (entry) =>
        new RowReader(
          (column) => own(entry, column),
          values,
          (label) => naming(label, entry),
        ),
    );
  }

  /**
   * The same of one among the options, which is there only if it was added. n8n leaves an empty one of an expression for
   * the whole collection.
   */
  addedRows(...[name, naming]: Parameters<ParameterReader['rows']>): ParameterReader[] {
    const rows = this.rows(name, naming);
    if (rows.length > 0 || this.value(name) === undefined) return rows;
    throw this.refusal(
      name,
      'has no entries',
      'Add them one by one, or remove the option: n8n passes over an expression that returns a whole list.',
    );
  }

  /** The names and values of a fixed collection, e.g. `fields.field[]`. */
  pairs(name: string, rows = this.rows(name)): NameValue[] {
    const pairs = rows.map((row) => ({ name: row.requiredText('name'), value: withoutDate(row.lookUp('value')) }));
    const label = this.labelOf(name);
    if (pairs.some(({ value }) => isTooDeep(value))) throw this.tooDeep(name);
    for (const { name: entry, value } of pairs)
      checkJson(
        value,
        { list: label, subject: `"${entry}" in "${label}"`, entry },
        { isSent: true, mayLackParts: false },
      );
    return pairs;
  }

  /** To be thrown: the value of this name cannot be used. */
  refusal(name: string, what: string, advice: string): ValidationError {
    return new ValidationError(`${this.naming(this.labelOf(name))} ${what}`, advice);
  }

  protected get adviceIfEmpty(): string {
    return 'Enter a value, or an expression that has one for this item.';
  }

  protected labelOf(name: string): string {
    return this.field(name)?.displayName ?? name;
  }

  private field(name: string): INodeProperties | undefined {
    return this.fields.find((field) => field.name === name);
  }

  /** A text, a number, a boolean, or a date, which n8n's expressions have as an object, as text. */
  private scalarText(name: string, value: unknown): string | undefined {
    if (isInexact(value)) throw this.inexact(name);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
    const { toJSON } = value as { toJSON?: () => unknown };
    const json = typeof toJSON === 'function' ? toJSON.call(value) : undefined;
    return typeof json === 'string' ? json : undefined;
  }

  private tooDeep(name: string): ValidationError {
    return this.refusal(name, 'is nested too deeply', 'Enter JSON with fewer lists and objects inside each other.');
  }

  private inexact(name: string): ValidationError {
    return this.refusal(name, 'has a number that cannot be sent unchanged', WRITE_AS_TEXT);
  }

  private textOfList(name: string, value: unknown): string {
    const text = value === undefined || value === null ? '' : this.scalarText(name, value);
    // What begins like JSON of a list and is none was cut.
    if (text !== undefined && !/^\s*\[\s*"/.test(text)) return text;
    throw this.refusal(
      name,
      'is not a list of texts',
      'An expression has to return a list of texts, or one text with commas between them.',
    );
  }
}

/** Reads an entry of a list. */
class RowReader extends ParameterReader {
  protected override get adviceIfEmpty(): string {
    return 'Enter a value, or remove the entry.';
  }
}

const WRITE_AS_TEXT = 'Numbers have 15 digits: give a longer one as a text, e.g. in quotes.';

const CONVERT =
  'Convert it in the expression: Object.fromEntries() makes an object of a map, [...] a list of a set, ' +
  '.toString("base64") a text of bytes.';

/** Refuses what JSON leaves out, rounds or cannot hold: a request would be sent, and billed, without it. */
function checkJson(
  value: unknown,
  { list, subject, entry = '' }: { list: string; subject: string; entry?: string },
  { isSent, mayLackParts }: { isSent: boolean; mayLackParts: boolean },
): void {
  const path = mayLackParts ? undefined : findUndefined(value);
  if (path !== undefined) {
    const part = `"${(entry + path).replace(/^\./, '')}" in "${list}"`;
    throw new ValidationError(
      `${path === '' ? subject : part} has no value`,
      'Its expression returned nothing for this item. For an empty value it has to return an empty text.',
    );
  }
  const leaves = leavesOf(value);
  if (isSent && leaves.some(isInexact))
    throw new ValidationError(`${subject} has a number that cannot be sent unchanged`, WRITE_AS_TEXT);
  if (leaves.some(isLostInJson))
    throw new ValidationError(`${subject} has bytes, a map, a set or the like, which JSON does not have`, CONVERT);
}

/** Without a dot: "1.000" is a thousand to some and one to others. */
const WHOLE = /^[+-]?\d+$/;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function describeLimits({ min, max, whole = false }: NumberLimits): string {
  const from = min === undefined ? '' : max === undefined ? ` of ${min} or more` : ` from ${min} to ${max}`;
  return `${whole ? 'a whole number' : 'a number'}${from}`;
}

/** A date of an expression as its text, in which JSON would have quotes; nothing for one that is not valid. */
function withoutDate(value: unknown): unknown {
  const { toJSON } = asObject(value);
  return typeof toJSON === 'function' ? ((toJSON.call(value) as unknown) ?? undefined) : value;
}

/** What a field holds that offers a list: n8n keeps beside it how it was entered. Any other value as it is. */
export const chosenValue = (value: unknown): unknown => (isChosen(value) ? value['value'] : value);

export const isChosen = (value: unknown): value is JsonObject => isObject(value) && value['__rl'] === true;

/** The list in JSON text, or the value as it is. */
function parsedList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value;
  const parsed = parseJson(value);
  return 'value' in parsed ? parsed.value : value;
}
