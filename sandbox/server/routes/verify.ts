import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from '@sinclair/typebox';
import { fileIn } from '../console/fileNames.ts';
import { maskParameters, maskRequest } from '../console/state.ts';
import { ACCEPTED, OK, S100 } from '../envelope.ts';
import { ServiceError, wrongParameter } from '../errors.ts';
import { isObject } from '../json.ts';
import { routes } from '../operations/index.ts';
import type { LoggedRequest, RequestLog } from '../plugins/requestLog.ts';

const amount = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const only = { additionalProperties: false };

export const question = Type.Object(
  {
    path: Type.Optional(Type.String({ description: 'Of the operation; without it, requests to any path' })),
    contentType: Type.Optional(
      Type.String({ description: 'How it is sent, which selects the operation on some paths: `application/json`' }),
    ),
    billed: Type.Optional(
      Type.Boolean({ description: 'Whether an operation that is billed has answered it with success' }),
    ),
    file: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ description: 'In a form or an address; in base64, if the log has it' })),
          sha256: Type.Optional(Type.String()),
          size: Type.Optional(Type.Integer({ description: 'In bytes' })),
        },
        { ...only, description: 'One of its files has all of these' },
      ),
    ),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'It has all of these, and perhaps more' })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Other parameters, by name. Of an object only the members that are given are compared',
      }),
    ),
    times: Type.Optional(
      Type.Object(
        { exactly: amount('Alone'), atLeast: amount('1 without `times`'), atMost: amount('With `atLeast` or alone') },
        { ...only, description: 'How many requests must match' },
      ),
    ),
  },
  only,
);

type Question = Static<typeof question>;
type Times = NonNullable<Question['times']>;

const shown = {
  requestId: Type.String(),
  at: Type.String(),
  path: Type.String(),
  code: Type.Union([Type.String(), Type.Null()], { description: 'Of the answer; null without an envelope' }),
  sent: Type.Array(Type.String(), { description: 'Names of its files and of what else was sent' }),
};
const difference = Type.Object({ member: Type.String(), expected: Type.Unknown(), actual: Type.Unknown() });
const matched = Type.Integer({ description: 'How many requests match' });
export const verified = Type.Object({ matched });
export const notVerified = Type.Object({
  matched,
  message: Type.String(),
  requests: Type.Array(Type.Object(shown), { description: 'Those that match, the last 20, if they are too many' }),
  nearMisses: Type.Array(Type.Object({ ...shown, differences: Type.Array(difference) }), {
    description: 'Where too few match: three others at most, those with the fewest differences first',
  }),
});

type Difference = Static<typeof difference>;

/** Null if as many requests match as must. What the request log hides is compared, and not shown. */
export function verify(requestLog: RequestLog, asked: Question): Static<typeof verified | typeof notVerified> {
  const [least, most] = limitsOf(asked.times ?? { atLeast: 1 });
  const compared = requestLog
    .list()
    .map((entry) => ({ entry, differences: compare(asked, entry.toJSON()) }))
    .reverse();
  const matching = compared.filter(({ differences }) => differences.length === 0).map(({ entry }) => entry);
  const isEnough = matching.length >= least;
  const isRead = Boolean(asked.file ?? asked.tags ?? asked.fields);
  const lost =
    requestLog.forgotten + (isRead ? requestLog.list(asked.path).filter((entry) => !entry.isKept).length : 0);
  if (lost > 0 && !(isEnough && most === Infinity))
    throw new ServiceError(
      '409',
      409,
      `The request log no longer has ${requestsOf(lost)}, or what was sent with it, so they cannot be counted. Reset it ` +
        'before the test (POST /_sandbox/reset), or give it more room (SANDBOX_MEMORY_MB)',
    );
  if (isEnough && matching.length <= most) return { matched: matching.length };
  const others = compared.filter(({ differences }) => differences.length > 0);
  const nearest = others.toSorted((a, b) => a.differences.length - b.differences.length).slice(0, 3);
  return {
    matched: matching.length,
    message: `${expectation(least, most)} expected to match, and ${matching.length} did.`,
    requests: isEnough ? matching.slice(0, 20).reverse().map(summaryOf) : [],
    nearMisses: isEnough
      ? []
      : nearest.map(({ entry }) => ({
          ...summaryOf(entry),
          differences: compare(asked, entry.toJSON(), maskQuestion(asked, entry), maskRequest(entry)),
        })),
  };
}

function limitsOf({ exactly, atLeast, atMost }: Times): [least: number, most: number] {
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined)
    throw wrongParameter('times', 'times: exactly stands alone, without atLeast and atMost');
  const [least, most] = [exactly ?? atLeast ?? 0, exactly ?? atMost ?? Infinity];
  if (least > most) throw wrongParameter('times', `times: no number is at least ${least} and at most ${most}`);
  return [least, most];
}

const requestsOf = (count: number) => `${count} request${count === 1 ? '' : 's'}`;

function expectation(least: number, most: number): string {
  const were = (count: number) => `${requestsOf(count)} ${count === 1 ? 'was' : 'were'}`;
  if (least === most) return `Exactly ${were(most)}`;
  if (most === Infinity) return `At least ${were(least)}`;
  return least === 0 ? `At most ${were(most)}` : `At least ${least} and at most ${were(most)}`;
}

const summaryOf = ({ requestId, at, path, code, sent }: LoggedRequest) => ({
  ...{ requestId, at, path, code, sent },
});

/** Where the log of this request hides a value, the question's is hidden as well. */
function maskQuestion(asked: Question, request: LoggedRequest): Question {
  const { tags, fields } = asked;
  return {
    ...asked,
    ...(tags && (maskParameters({ tags }, request) as Question)),
    ...(fields && { fields: maskParameters(fields, request) as typeof fields }),
  };
}

const SUCCESS = new Set([OK, ACCEPTED, S100].map(({ code }) => code));
const FREE = routes.filter(({ form, json }) => (form ?? json)?.service === null).map(({ path }) => path);
const isBilled = ({ path, code }: LoggedRequest) =>
  SUCCESS.has(code ?? '') && !FREE.includes(path) && !/\/authenticate$/i.test(path);

type File = { name?: string | null | undefined; sha256?: unknown; size?: unknown };

/** What a question may ask of a request. */
function factsOf(request: LoggedRequest) {
  const { path, headers, parts } = request;
  const fields = parts ? valuesOf(parts) : isObject(request.json) ? request.json : {};
  const { tags = [], fileUrl } = fields;
  const address: File[] = typeof fileUrl === 'string' ? [{ name: fileIn(fileUrl) }] : [];
  return {
    ...{ path, fields, tags: [tags].flat(), billed: isBilled(request) },
    contentType: headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase(),
    files: [
      ...(parts ? parts.filter(({ filename }) => filename !== null) : []),
      ...base64Files(request),
      ...address,
    ].map((file) => ('filename' in file ? { name: file.filename, sha256: file.sha256, size: file.size } : file)),
  };
}

/** A file in base64 has its name where the list of the console has it. */
function base64Files({ json, sent }: LoggedRequest): File[] {
  const file = isObject(json) ? json['fileBase64'] : null;
  if (!isObject(json) || !isObject(file)) return [];
  const at = Object.keys(json).filter((name) => name !== 'webhook');
  return [{ name: sent[at.indexOf('fileBase64')], sha256: file['sha256'], size: file['bytes'] }];
}

/** What repeats in a form is a list. */
function valuesOf(parts: NonNullable<LoggedRequest['parts']>): Record<string, unknown> {
  const texts = parts.filter(({ filename }) => filename === null);
  const byName = Map.groupBy(texts, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => [name, same.length === 1 ? same[0]?.value : same.map(({ value }) => value)]),
  );
}

/** The members in which a request differs from the question; `shownAsked` and `shownRequest` are what is said of them. */
function compare(asked: Question, request: LoggedRequest, shownAsked = asked, shownRequest = request): Difference[] {
  const { files, ...facts } = factsOf(request);
  const shownFacts = factsOf(shownRequest);
  const { times: _times, file, tags, ...members } = asked;
  const all = differencesOf('', [members, facts], [shownAsked, shownFacts]);
  if (tags && !tags.every((tag) => facts.tags.includes(tag)))
    all.push({ member: 'tags', expected: shownAsked.tags, actual: shownFacts.tags });
  if (file) {
    const [nearest = [{ member: 'file', expected: file, actual: null }]] = files
      .map((one) => differencesOf('file', [file, one], [file, one]))
      .sort((a, b) => a.length - b.length);
    all.push(...nearest);
  }
  return all;
}

type Pair = [asked: unknown, actual: unknown];

function differencesOf(member: string, [asked, actual]: Pair, shown: Pair): Difference[] {
  if (isObject(asked) && isObject(actual))
    return Object.keys(asked).flatMap((name) =>
      differencesOf(
        member ? `${member}.${name}` : name,
        [asked[name], own(actual, name)],
        [own(shown[0], name), own(shown[1], name)],
      ),
    );
  // A form has texts where JSON has numbers and booleans.
  if (isDeepStrictEqual(asked, actual) || textOf(asked) === textOf(actual)) return [];
  return [{ member, expected: shown[0], actual: shown[1] ?? null }];
}

const own = (value: unknown, name: string) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
