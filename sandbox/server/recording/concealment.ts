import type { TSchema } from '@sinclair/typebox';
import { SERVICE_CODES } from '../errors.ts';
import { isObject } from '../json.ts';
import { routes } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { components, envelopeMembers } from '../schemas/results.ts';
import { rewriteInPieces, rewriteJson, stringIn, withNumbersOf, type Place } from '../jsonText.ts';
import { isFile } from './parameters.ts';
import { replaceFiles, type Replacements } from './replacements.ts';
import { decoded, hideTexts } from '../secrets.ts';
import { HIDDEN, hideInAddresses, isSecretMember, isWebhook } from './secrets.ts';

/** How a message is concealed. */
export type Manner = {
  /** Null keeps values. */
  replacements: Replacements | null;
  /** Names of a user's own that stay, like those of the service's interface. */
  names: ReadonlySet<string>;
  /** Texts that must not be written, wherever they stand; longer ones first. */
  secrets: string[];
  /** All it is sent and answered is secret. */
  isSignIn: boolean;
};

/*
 * What stays is told by where it stands. Where the interface shows a number, a name or a code, numbers stay, and of names and
 * codes the words that the interface has. All else is replaced.
 */

/** The words of the interface, but for those of the sandbox's own choices; and of a gateway's page. */
const WORDS = new Set(
  JSON.stringify([routes, components, envelopeMembers, SERVICE_CODES], (name, value: unknown) =>
    /^(x-)?sandbox$/.test(name) ? undefined : value,
  ).match(/[A-Za-z][\w-]*/g),
);
/** Of what signs in the interface shows only the path; whoever reads the answer has to find these. */
const OF_SIGN_IN =
  'user authenticate Authentication Authenticate accessToken access_token token expiresIn expires_in tokenType token_type ' +
  'refreshToken refresh_token';
for (const word of `${OF_SIGN_IN} Ok OK Success html head title body doctype DOCTYPE center h1 p hr`.split(' '))
  WORDS.add(word);

/** Members whose texts are names, tags or sentences of the service. */
const NAMES = new Set(
  'name stdName type stdType source processType tags serviceName query code message errors parameter description'.split(
    ' ',
  ),
);

/** What the service writes in a form of its own. */
const FORMS: Record<string, RegExp> = {
  code: /^[A-Z]?\d{3}$/,
  date: /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/,
  startDate: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  endDate: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  returnedImageQuality: /^\d{1,3}$/,
};

const SCHEMAS = new Map(components.map((schema) => [`${schema.$id}#`, schema]));

/** What the interface shows at a place; undefined if it shows nothing. */
function schemaAt(root: TSchema | undefined, place: Place): TSchema | undefined {
  return place.reduce<TSchema | undefined>((at, step) => {
    if (typeof step === 'number') return resolved(at?.['items'] as TSchema | undefined);
    const members: unknown = at?.['properties'];
    return isObject(members) && Object.hasOwn(members, step) ? resolved(members[step] as TSchema) : undefined;
  }, resolved(root));
}

function resolved(schema: TSchema | undefined): TSchema | undefined {
  const [first] = (schema?.['anyOf'] ?? []) as TSchema[];
  if (first) return resolved(first);
  const reference = schema?.['$ref'] as string | undefined;
  return reference === undefined ? schema : SCHEMAS.get(reference);
}

/** Of an answer, or of a callback. Of an operation that is not described the envelope is known. */
export const answerSchema = (operation: Operation | null, isCallback: boolean): TSchema => {
  const { result, callback } = operation ?? {};
  const shown = isCallback ? callback?.result : result;
  return { type: 'object', properties: { ...envelopeMembers, ...(shown && { result: shown }) } } as unknown as TSchema;
};

/** Values of a request that an answer repeats: where the request has them, by where the answer does, both as recorded. */
export type Repeated = Record<string, string>;

/** A text of JSON, or the beginning of one, as a recording has it. `values` are those of its request, by their places. */
export async function concealJson(
  text: string,
  schema: TSchema | undefined,
  manner: Manner,
  values: ReadonlyMap<string, string> = new Map(),
): Promise<{ text: string; repeated: Repeated }> {
  const repeated: Repeated = Object.create(null) as Repeated;
  const recordedAt = recordedPaths();
  let room = MOST_OF_PATHS;
  const places = new Map([...values].toReversed().flatMap(([path, value]) => waysOf(value).map((way) => [way, path])));
  const concealed = await rewriteInPieces(text, (token, place, isName) => {
    const recorded = concealToken(token, { place, isName, schema }, manner);
    if (values.size === 0) return recorded;
    const path = recordedAt(place, isName, recorded);
    room -= path.length;
    if (recorded === token || path.length > LONGEST_PATH || room < 0) return recorded;
    const ways = waysOf(stringIn(token) ?? token);
    // Several may be alike: `result[0].fields[1].value` repeats `fields[1].value`.
    const own = endsOf(path).find((end) => waysOf(values.get(end) ?? '').some((way) => ways.includes(way)));
    const sentAt = own ?? ways.map((way) => places.get(way)).find((at) => at !== undefined);
    if (sentAt !== undefined) repeated[path] = sentAt;
    return recorded;
  });
  return { text: concealed, repeated };
}

const endsOf = (path: string) => [...path.matchAll(/\./g)].map(({ index }) => path.slice(index + 1));

/** In letters: a longer place, or all of them together, is no answer's that is meant. */
const [LONGEST_PATH, MOST_OF_PATHS] = [1000, 10_000_000];
/** More values than a request has that is meant, and that waits for a callback. */
const MOST_VALUES = 10_000;

/** The values of a request that were replaced, by where a recording has them. */
export const valuesOf = (leaves: Leaf[]): Map<string, string> =>
  new Map(
    leaves
      .slice(0, MOST_VALUES)
      .flatMap(({ token, recordedPath, recordedToken }) =>
        token === recordedToken ? [] : [[recordedPath, stringIn(token) ?? token]],
      ),
  );

/** A value as it is, and a number however many decimals it was written with: accounts write money with two. */
const waysOf = (value: string): string[] =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value) ? [value, `=${Number(value)}`] : value === '' ? [] : [value];

/** Says where tokens, one after the other, stand in a recording, which may have replaced names. A name has a place of its own. */
export function recordedPaths() {
  const names: string[] = [];
  return (place: Place, isName: boolean, recordedToken: string): string => {
    if (isName) names[place.length - 1] = stringIn(recordedToken) ?? '';
    const path = pathOf(place.map((step, depth) => (typeof step === 'number' ? step : (names[depth] as string))));
    return isName ? `${path}:` : path;
  };
}

type Position = { place: Place; isName: boolean; schema: TSchema | undefined };

function concealToken(token: string, { place, isName, schema }: Position, manner: Manner): string {
  if (/^(null|true|false)$/.test(token)) return token;
  const string = stringIn(token);
  const value = string ?? token;
  const shown = schemaAt(schema, place);
  const isNumber = string === null && NUMBER.test(token);
  const concealed = isLong(value, manner)
    ? `${value.length} characters`
    : isName
      ? concealName(value, shown, manner)
      : concealValue(value, { place, schema: shown, isNumber }, manner);
  if (concealed === value) return token;
  return string === null && concealed !== HIDDEN ? concealed : JSON.stringify(concealed);
}

/** Others wait while the words of one text are replaced. Files are no words. */
const LONGEST_TEXT = 2 ** 16;
export const withoutFiles = (text: string) => replaceFiles(text, 200, () => '');
const isLong = (text: string, { replacements }: Manner) =>
  replacements !== null && text.length > LONGEST_TEXT && withoutFiles(text).length > LONGEST_TEXT;

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function concealName(name: string, schema: TSchema | undefined, manner: Manner): string {
  return schema ? name : concealWords(name, manner);
}

type Value = { place: Place; schema: TSchema | undefined; isNumber: boolean };

function concealValue(value: string, { place, schema, isNumber }: Value, manner: Manner): string {
  const { replacements, isSignIn } = manner;
  const member = String(place.findLast((step) => typeof step === 'string') ?? '');
  const isState = place[0] === 'status';
  if (isSignIn && !isState) return isNumber && LIFETIME.test(member) ? value : HIDDEN;
  if (!replacements && place.some((step) => isSecretMember(String(step)))) return HIDDEN;
  // What is hidden in a number leaves none.
  if (!replacements && isNumber) return manner.secrets.includes(value) ? HIDDEN : value;
  if (!replacements) return withHidden(hideInAddresses(value, []), manner);
  const types = [schema?.['type']].flat();
  const isShown =
    types.includes('integer') || (types.includes('number') && Number(value) <= Number(schema?.['maximum']));
  if (isNumber) return isShown ? value : replacements.number(value);
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value;
  if (schema && FORMS[member]?.test(value)) return value;
  return isState || (schema && NAMES.has(member)) ? concealWords(value, manner) : replacements.text(value);
}

/** A client has to know when a token expires. */
const LIFETIME = /expir|lifetime|ttl/i;

/** A text of names: words that the interface has stay, unless they are of a secret. */
const concealWords = (text: string, manner: Manner): string =>
  withHidden(text, manner).replace(/[^\s=:,;()"'<>/!]+/g, (word) =>
    WORDS.has(word) || manner.names.has(word) ? word : (manner.replacements?.text(word) ?? word),
  );

/** Where the interface has a document. By the digest of any other file one could check a guess at what is in it. */
const DOCUMENTS = new Set<string | number | undefined>(['file', 'fileBase64']);

/** A value of a request, where it stands, and what a recording has in its place. */
export type Leaf = { path: string; token: string; recordedPath: string; recordedToken: string };

/**
 * The parameters of a request, whose secrets are hidden already, as a recording has them. `leaves` are those that tell two
 * requests apart, by the secrets that were `sent` as well: not where it is called back.
 */
export async function concealRequest(
  { hidden, sent, text: written }: { hidden: unknown; sent: unknown; text: string },
  schema: TSchema | undefined,
  manner: Manner,
): Promise<{ json: string; leaves: Leaf[] }> {
  const { webhook, ...others } = hidden as Record<string, unknown>;
  const leaves: Leaf[] = [];
  const recordedAt = recordedPaths();
  const text = JSON.stringify({ ...others, ...(webhook !== undefined && { webhook: HIDDEN }) });
  let ofSecrets: Map<string, string> | null = null;
  const secretAt = (path: string) => (ofSecrets ??= leavesOf(JSON.stringify(sent))).get(path);
  const json = await rewriteInPieces(await withNumbersOf(written, text), (token, place, isName) => {
    const value = stringIn(token);
    const isKept = value === HIDDEN || (DOCUMENTS.has(place[0]) && isFile(value));
    const recordedToken = isKept ? token : concealToken(token, { place, isName, schema }, manner);
    const recordedPath = recordedAt(place, isName, recordedToken);
    if (!isName && place[0] !== 'webhook') {
      const path = pathOf(place);
      const isSecret = value === HIDDEN && !manner.isSignIn && !place.some((step) => isWebhook(String(step)));
      leaves.push({ path, token: (isSecret && secretAt(path)) || token, recordedPath, recordedToken });
    }
    return recordedToken;
  });
  return { json, leaves };
}

/** Recorded parameters by their paths. */
export function leavesOf(json: string): Map<string, string> {
  const leaves = new Map<string, string>();
  rewriteJson(json, (token, place, isName) => {
    if (!isName && place[0] !== 'webhook') leaves.set(pathOf(place), token);
    return token;
  });
  return leaves;
}

/** `contents[0].street`. A form parameter that is sent once is no list. */
const pathOf = (place: Place): string =>
  (place.at(-1) === 0 ? place.slice(0, -1) : place)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** A path that no operation is known for, and a query behind it. */
export const concealPath = (path: string, manner: Manner): string =>
  path.replace(/[^/?#&=]+/g, (part) => {
    const text = decoded(part);
    const concealed = manner.replacements ? concealWords(text, manner) : withHidden(text, manner);
    return concealed === text ? part : encodeURIComponent(concealed);
  });

/** A body that is not JSON, nor the beginning of it. Of a web page the words of a gateway stay. */
export function concealText(text: string, manner: Manner): string {
  if (manner.isSignIn && text !== '') return HIDDEN;
  if (!manner.replacements) return withHidden(hideInAddresses(text, []), manner);
  if (isLong(text, manner)) return `${text.length} characters`;
  return /^\s*<(!doctype|html)/i.test(text) ? concealWords(text, manner) : manner.replacements.text(text);
}

/** Of the headers of an answer, what clients act on. `body` is the recorded one. */
export function concealHeaders(headers: Record<string, string>, body: object, manner: Manner): Record<string, string> {
  const { 'content-type': type, 'retry-after': wait, location } = headers;
  return {
    ...(type !== undefined && { 'content-type': concealType(type, body, manner) }),
    ...(wait !== undefined && WAIT.test(wait) && { 'retry-after': wait }),
    ...(location !== undefined && { location: concealLocation(location, manner) }),
  };
}

export const CHARSET = /charset=["']?([\w.:-]+)["']?/i;
const KNOWN_TYPE = /^(application\/(problem\+)?json|text\/(html|plain))(; ?charset=[\w-]+)?$/i;

function concealType(type: string, body: object, { replacements, secrets }: Manner): string {
  if ('base64' in body) return type;
  // A recording is text of its own, whatever charset the account has used.
  if (!replacements || KNOWN_TYPE.test(type)) return hideTexts(type.replace(CHARSET, 'charset=utf-8'), secrets, HIDDEN);
  return 'json' in body ? 'application/json' : 'text/plain';
}

/** Whether it is text by its type, and by what it is. */
export const isText = (text: string, type = 'text/plain') =>
  /^(text\/|[^;]*(json|xml|urlencoded|javascript))/i.test(type) && !/[\0\uFFFD]/.test(text);

/** Seconds, or a date. */
const WAIT = /^(\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

function concealLocation(location: string, manner: Manner): string {
  if (!manner.replacements) return withHidden(hideInAddresses(location, []), manner);
  return /^[a-z][a-z\d+.-]*:/i.test(location) ? manner.replacements.text(location) : concealPath(location, manner);
}

const withHidden = (text: string, { secrets }: Manner) => hideTexts(text, secrets, HIDDEN);
