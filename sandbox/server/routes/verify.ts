import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import { fileIn } from '../console/fileNames.ts';
import { maskParameters, maskRequest } from '../console/state.ts';
import { ACCEPTED, OK, S100 } from '../envelope.ts';
import { ServiceError, wrongParameter } from '../errors.ts';
import { isObject } from '../json.ts';
import { routes } from '../operations/index.ts';
import type { LogEntry, LoggedRequest, RequestLog } from '../plugins/requestLog.ts';
import { mediaTypeOf } from '../upload/form.ts';

const text = Type.Optional(Type.String());
const count = Type.Optional(Type.Integer({ minimum: 0 }));

/** What is asked of requests, and how many must have all of it. */
export const question = Type.Object({
  path: text,
  contentType: text,
  billed: Type.Optional(Type.Boolean()),
  file: Type.Optional(Type.Object({ name: text, sha256: text, size: count })),
  tags: Type.Optional(Type.Array(Type.String())),
  fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  times: Type.Optional(Type.Object({ exactly: count, atLeast: count, atMost: count }, { minProperties: 1 })),
});
type Question = Static<typeof question>;

/** Counts the requests that match, in turn with other requests. What the request log hides is compared, and not shown. */
export async function verify(requestLog: RequestLog, { times = { atLeast: 1 }, tags, ...asked }: Question) {
  const [least, most] = limitsOf(times);
  const fields = { ...asked.fields, ...(tags && { tags }) };
  const wanted = { ...asked, fields };
  const compared: { entry: LogEntry; distance: number }[] = [];
  for (const entry of requestLog.list().reverse()) {
    const { length: distance } = await differencesOf('', [wanted, factsOf(entry.toJSON())]);
    compared.push({ entry, distance });
    await pause();
  }
  const matching = compared.filter(({ distance }) => distance === 0);
  const matched = matching.length;
  const isRead = asked.file !== undefined || Object.keys(fields).length > 0;
  const unread = requestLog.list(asked.path).filter(({ isKept }) => isRead && !isKept);
  const lost = requestLog.forgotten + unread.length;
  if (lost > 0 && (matched < least || most < Infinity))
    throw new ServiceError(
      '409',
      409,
      `The request log no longer has all requests, or what they sent (missing: ${lost}), so they cannot be counted. Reset it ` +
        'before the test (POST /_sandbox/reset), or give it more room (SANDBOX_MEMORY_MB)',
    );
  if (matched >= least && matched <= most) return { matched };
  const nearest = compared
    .filter(({ distance }) => distance > 0)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3);
  const nearMisses = [];
  for (const { entry } of matched < least ? nearest : []) {
    const shown = [{ ...wanted, fields: maskParameters(fields, entry) }, factsOf(maskRequest(entry))] as const;
    const differences = await differencesOf('', [wanted, factsOf(entry.toJSON())], shown);
    nearMisses.push({ ...summaryOf(entry), differences });
  }
  return {
    matched,
    message: `Requests that match: ${matched}, expected: ${sentenceOf(least, most)}`,
    requests: matched > most ? matching.slice(0, 20).map(({ entry }) => summaryOf(entry)) : [],
    nearMisses,
  };
}

function limitsOf({ exactly, atLeast, atMost }: NonNullable<Question['times']>): [least: number, most: number] {
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined)
    throw wrongParameter('times', 'times: exactly stands alone, without atLeast and atMost');
  const [least, most] = [exactly ?? atLeast ?? 0, exactly ?? atMost ?? Infinity];
  if (least > most) throw wrongParameter('times', `times: no number is at least ${least} and at most ${most}`);
  return [least, most];
}

function sentenceOf(least: number, most: number): string {
  if (least === most) return `exactly ${most}`;
  return [least > 0 && `at least ${least}`, most < Infinity && `at most ${most}`].filter(Boolean).join(' and ');
}

const summaryOf = ({ requestId, at, path, code, sent }: LoggedRequest) => ({ requestId, at, path, code, sent });

const SUCCESS = [OK, ACCEPTED, S100].map(({ code }) => code);
const FREE = routes.filter(({ form, json }) => (form ?? json)?.service === null).map(({ path }) => path);
const isBilled = ({ path, code }: LoggedRequest) =>
  code !== null && SUCCESS.includes(code) && !FREE.includes(path) && !/\/authenticate$/i.test(path);

/** What a question may ask of a request. */
function factsOf(request: LoggedRequest) {
  const { path, headers, parts } = request;
  const json = isObject(request.json) ? request.json : {};
  const { fileUrl, fileBase64 } = json;
  const texts = Map.groupBy(parts?.filter(({ filename }) => filename === null) ?? [], ({ name }) => name);
  return {
    path,
    contentType: mediaTypeOf(headers),
    billed: isBilled(request),
    file: [
      ...(parts ?? []).filter(({ filename }) => filename !== null).map((part) => ({ ...part, name: part.filename })),
      ...(isObject(fileBase64) ? [{ ...fileBase64, size: fileBase64['bytes'] }] : []),
      ...(typeof fileUrl === 'string' ? [{ name: fileIn(fileUrl) }] : []),
    ],
    fields: parts ? Object.fromEntries([...texts].map(([name, same]) => [name, same.map(({ value }) => value)])) : json,
  };
}

type Pair = readonly [asked: unknown, actual: unknown];
type Difference = { member: string; expected: unknown; actual: unknown };

/** Others get their turn after so many steps: each object that is asked for may be compared with each that was sent. */
const AT_ONCE = 1000;
let steps = 0;

/** Where a request differs from what is asked; of an object or a list it may have more. `shown` is what is said of both. */
async function differencesOf(
  member: string,
  [asked, actual]: Pair,
  shown: Pair = [asked, actual],
): Promise<Difference[]> {
  if (++steps % AT_ONCE === 0) await pause();
  if (isObject(asked) && isObject(actual)) {
    const found: Difference[] = [];
    for (const name of Object.keys(asked)) {
      const inner = member ? `${member}.${name}` : name;
      const shownInner = [memberOf(shown[0], name), memberOf(shown[1], name)] as const;
      found.push(...(await differencesOf(inner, [asked[name], memberOf(actual, name)], shownInner)));
    }
    return found;
  }
  if (isObject(asked) && Array.isArray(actual) && actual.length > 0) {
    let nearest: Difference[] | null = null;
    for (const [at, one] of actual.entries()) {
      const found = await differencesOf(member, [asked, one], [shown[0], memberOf(shown[1], String(at))]);
      if (!nearest || found.length < nearest.length) nearest = found;
    }
    return nearest ?? [];
  }
  const all: unknown[] = [actual].flat();
  const texts = new Set(all.map(textOf));
  for (const one of [asked].flat())
    if (!texts.has(textOf(one)) && !(await isAmong(one, all)))
      return [{ member, expected: shown[0], actual: shown[1] ?? null }];
  return [];
}

async function isAmong(one: unknown, all: unknown[]): Promise<boolean> {
  for (const other of isObject(one) ? all.filter(isObject) : [])
    if ((await differencesOf('', [one, other])).length === 0) return true;
  return false;
}

/** A form has texts where JSON has numbers and booleans. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
