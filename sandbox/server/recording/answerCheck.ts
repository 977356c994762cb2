import { createRequire } from 'node:module';
import type { FastifySchemaValidationError } from 'fastify';
import type { OpenApiDocument } from '../documentation/openapi.ts';
import { checkStructure, isObject, parsed } from '../json.ts';
import { describeRequest } from './cassette.ts';
import { closed } from '../schemas/shorthand.ts';
import { withoutFiles } from './concealment.ts';
import { MAXIMUM_BYTES, type BodyKind } from './parameters.ts';

type SchemaError = FastifySchemaValidationError & { data?: unknown };
type Check = { (value: unknown): boolean; errors?: SchemaError[] | null };
type Ajv = { addSchema(schema: object, id: string): void; getSchema(reference: string): Check | undefined };
type Answer = { path: string; kind: BodyKind; status: number; text: string | null };

/** They stay in memory, and an account may name members after what it has read: each answer then has new places. */
const MOST_LISTED = 1000;

/** Holds the answers of an account against the OpenAPI document, and lists where they depart from it, without values. */
export class AnswerCheck {
  readonly #departures = new Set<string>();
  #hasMore = false;
  readonly #counts = { checked: 0, unchecked: 0 };
  readonly #conceal: (name: string) => string;
  #loaded: Promise<{ document: OpenApiDocument; ajv: Ajv }> | null = null;

  /** What the document does not name may be named after what was read. */
  constructor(conceal: (name: string) => string) {
    this.#conceal = conceal;
  }

  /** An answer without a text was too large to be read. */
  async hold({ path, kind, status, text }: Answer): Promise<void> {
    const { operation } = describeRequest(path, kind);
    if (!operation || text === null || hasTooMuch(text)) return void this.#counts.unchecked++;
    const { document, ajv } = await (this.#loaded ??= load());
    this.#counts.checked++;
    const known = status >= 200 && status < 300 ? operation.success.http : status;
    const isKnown = Object.hasOwn(document.paths[path]?.post.responses ?? {}, known);
    const found = isKnown ? departuresOf(text, ajv.getSchema(referenceTo(path, known)), this.#conceal) : [];
    if (!isKnown || known !== status) found.push(`HTTP status ${status} is not in the document`);
    for (const departure of found) this.#list(`${operation.name}, POST ${path}: ${departure}`);
  }

  #list(departure: string): void {
    if (this.#departures.size < MOST_LISTED) this.#departures.add(departure);
    else if (!this.#departures.has(departure)) this.#hasMore = true;
  }

  /** Where nothing was checked, nothing is known to be right. */
  report(): { lines: string[]; passes: boolean } {
    const { checked, unchecked } = this.#counts;
    const places = this.#departures.size;
    const more = this.#hasMore ? ', and others that are not listed' : '';
    const sum = `Answers held against the OpenAPI document: ${checked}; places that depart from it: ${places}${more}`;
    const others = unchecked > 0 ? `; not checked, too large or of no operation in it: ${unchecked}` : '';
    return { lines: [...this.#departures, sum + others], passes: checked > 0 && places === 0 };
  }
}

/** Each may depart in several ways, and nothing is answered while they are found. */
const MOST_MEMBERS = 100_000;

function hasTooMuch(text: string): boolean {
  try {
    checkStructure(text, MOST_MEMBERS);
    return withoutFiles(text).length > MAXIMUM_BYTES;
  } catch {
    return true;
  }
}

async function load() {
  const { openApiDocument } = await import('../documentation/openapi.ts');
  const document = await openApiDocument();
  // Fastify's own.
  const requireFromFastify = createRequire(import.meta.resolve('fastify'));
  const requireFromCompiler = createRequire(requireFromFastify.resolve('@fastify/ajv-compiler'));
  const { default: Ajv2020 } = requireFromCompiler('ajv/dist/2020') as { default: new (options: object) => Ajv };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, verbose: true });
  ajv.addSchema(closed(withoutReferences(document, document)) as object, 'document');
  return { document, ajv };
}

/**
 * What the document refers to in the place of the reference: Ajv copies all that it has found for each value of one, which
 * takes minutes where many depart.
 */
function withoutReferences(value: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutReferences(member, document));
  if (!isObject(value)) return value;
  const reference = /^#\/components\/schemas\/(\w+)$/.exec(String(value['$ref']))?.[1];
  if (reference !== undefined) return withoutReferences(document.components.schemas[reference], document);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutReferences(member, document)]));
}

const referenceTo = (path: string, status: number) =>
  `document#/paths/${path.replaceAll('/', '~1')}/post/responses/${status}/content/application~1json/schema`;

function departuresOf(text: string, check: Check | undefined, conceal: (name: string) => string): string[] {
  const answer = parsed(text);
  if (answer === undefined) return ['the answer is not JSON'];
  if (!check || check(answer)) return [];
  // What fits no alternative does not fit the first one either, and the other is null.
  const found = (check.errors ?? []).filter(({ schemaPath }) => !/\/anyOf(\/\d+\/type)?$/.test(schemaPath));
  return found.map((one) => sentenceOf(one, conceal));
}

/** Names are shown that look like names: what is keyed by a number may be keyed by a person's. */
const NAME = /^[a-z_][\w-]{0,39}$/i;

function sentenceOf(
  { instancePath, keyword, params, message, data }: SchemaError,
  conceal: (name: string) => string,
): string {
  const place = instancePath
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.\d+(?=\.|$)/g, '[]');
  const { missingProperty, additionalProperty, allowedValue } = params;
  const inside = place ? `${place}.` : '';
  if (missingProperty) return `${inside}${String(missingProperty)} is missing`;
  if (keyword === 'additionalProperties') {
    const name = conceal(String(additionalProperty));
    return `${inside}${NAME.test(name) ? name : 'a member whose name is not shown'} is not in the document`;
  }
  const kind = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data;
  const wanted = keyword === 'const' ? `must be ${JSON.stringify(allowedValue)}` : message;
  return `${place || 'the answer'} ${wanted}${keyword === 'type' ? `, and is ${kind}` : ''}`;
}
