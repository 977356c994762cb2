import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as pause } from 'node:timers/promises';
import { failureStatus } from '../envelope.ts';
import { ServiceError } from '../errors.ts';
import { isObject, parsed } from '../json.ts';
import {
  describeRequest,
  fingerprintOf,
  processIdIn,
  textOf,
  type Cassette,
  type RecordedBody,
  type RecordedRequest,
  type Recording,
} from './cassette.ts';
import { concealPath, concealRequest, leavesOf, recordedPaths, type Leaf, type Manner } from './concealment.ts';
import { rewriteJson, stringIn, type Place } from '../jsonText.ts';
import type { ReceivedParameters } from './parameters.ts';
import { Replacements } from './replacements.ts';
import { HIDDEN, hideSecrets, isSignIn } from './secrets.ts';

type ReplayedRequest = Pick<ReceivedParameters, 'kind' | 'parameters' | 'text'> & {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
};

/** A recording that was found, and what stands in its answer and callbacks instead of what was recorded. */
type Found = {
  file: string;
  recording: Recording;
  /** The identifiers of a recorded process, and those it has in this replay. */
  ids: Record<'processId' | 'requestId', { recorded: string; replayed: string } | null>;
  /** The values of the request by where the recording has them: where the answer repeats one, it has that as it was sent. */
  sent: ReadonlyMap<string, string>;
  /** Keeps a token of what is answered. */
  remember(token: string): void;
};

/** A value of a request differs from the recorded one; null stands for a parameter that is not there. */
type Difference = { parameter: string; recorded: string | null; sent: string | null };

type Known = RecordedRequest & { leaves: Map<string, string> };
/** How many differences there are, and the first of them: a long request differs from each of many recordings in everything. */
type Differences = { count: number; first: Difference[] };
type Compared = Known & { differences: Differences };

/** A process of a recording has another ID for each replay; who asks for an old one is not answered. */
const MOST_IDS = 10_000;

/** Finds the recording of a request. */
export class Replay {
  readonly #cassette: Cassette;
  readonly #requests: Known[];
  readonly #key: Buffer | null;
  readonly #replacements: Replacements | null;
  readonly #names: ReadonlySet<string>;
  readonly #used = new Set<string>();
  /** Whether a request has sent a secret, and what was answered that may be one, as JSON has it. */
  readonly #hasSecrets: boolean;
  readonly #answered = new Set<string>();
  /** Recorded identifiers of processes by those that they have got. */
  readonly #recordedIds = new Map<string, string>();

  constructor(cassette: Cassette, names: ReadonlySet<string>) {
    this.#cassette = cassette;
    this.#requests = cassette.requests().map((request) => ({ ...request, leaves: leavesOf(request.parameters) }));
    this.#hasSecrets = this.#requests.some(({ leaves }) => [...leaves.values()].includes(SECRET));
    this.#key = cassette.keyIfAny();
    this.#replacements = this.#key && new Replacements(this.#key);
    this.#names = names;
  }

  /** Begins at the first recording of each request again. */
  rewind(): void {
    this.#used.clear();
  }

  has({ method, path }: { method: string; path: string }): boolean {
    return this.#ofPath(method, path).length > 0;
  }

  /**
   * Of several recordings of a request, the next; the last is repeated. Throws an error that names the nearest. `requestId`
   * is the sandbox's own.
   */
  async find(request: ReplayedRequest, requestId: string): Promise<Found> {
    const { method, path } = request;
    const ofPath = this.#ofPath(method, path);
    if (ofPath.length === 0) throw notRecorded(`Nothing is recorded for ${method} ${path}`, this.#all());
    const leaves = await this.#leavesOf(request);
    const compared = await this.#compare(ofPath, leaves, request);
    const found = compared.filter(({ differences }) => differences.count === 0);
    // Any token is taken, so a refusal of one that was wrong counts only where nothing else was answered.
    const accepted = found.filter(({ status }) => status !== 401);
    const usable = accepted.length > 0 ? accepted : found;
    const next = usable.find(({ file }) => !this.#used.has(file)) ?? usable.at(-1);
    if (!next) throw notTheSame(compared, this.#key ? null : this.#cassette.keyFile);
    this.#used.add(next.file);
    const recording = this.#cassette.read(next.file);
    const ids = this.#identify(recording, request, requestId);
    const remember = (token: string) => this.#remember(token);
    return { file: next.file, recording, ids, sent: sentValues(leaves), remember };
  }

  /**
   * A result that comes twice under the same ID counts as repeated. Who asks for a process later has the ID that he names, or
   * that it got last.
   */
  #identify(
    { request: { parameters }, answer: { body } }: Recording,
    { path, parameters: sent }: ReplayedRequest,
    own: string,
  ): Found['ids'] {
    const answered = parsed(textOf(body));
    const { result, requestId } = isObject(answered) ? answered : {};
    const processId = processIdIn(result);
    if (processId === '') return { processId: null, requestId: null };
    const isStart = 'webhook' in (parsed(parameters) as object);
    const known = [...this.#recordedIds].flatMap(([id, recorded]) => (recorded === processId ? id : []));
    const asked = known.length > 1 ? path + JSON.stringify(sent) : '';
    const replayed = isStart ? randomUUID() : (known.findLast((id) => asked.includes(id)) ?? known.at(-1));
    if (isStart) this.#recordedIds.set(replayed as string, processId);
    const [oldest] = this.#recordedIds.keys();
    if (oldest !== undefined && this.#recordedIds.size > MOST_IDS) this.#recordedIds.delete(oldest);
    return {
      processId: replayed === undefined ? null : { recorded: processId, replayed },
      requestId: isStart && typeof requestId === 'string' ? { recorded: requestId, replayed: own } : null,
    };
  }

  #ofPath(method: string, path: string): Known[] {
    const concealed = path
      .split('/')
      .map((part) => this.#recordedIds.get(part) ?? concealPath(part, this.#manner(false)));
    const paths = [path, concealed.join('/')];
    return this.#requests.filter((recorded) => recorded.method === method && paths.includes(recorded.path));
  }

  async #leavesOf({ path, kind, parameters, text, headers }: ReplayedRequest): Promise<Leaf[]> {
    const manner = this.#manner(isSignIn(path, parameters, headers));
    const { leaves } = await concealRequest(
      { hidden: hideSecrets(parameters, [], manner.isSignIn), sent: parameters, text },
      describeRequest(path, kind).operation?.parameters,
      manner,
    );
    return leaves.map((leaf) => {
      const id = this.#recordedIds.get(stringIn(leaf.token) ?? '');
      return id === undefined ? leaf : { ...leaf, token: JSON.stringify(id) };
    });
  }

  #manner(isSigningIn: boolean): Manner {
    return { replacements: this.#replacements, names: this.#names, secrets: [], isSignIn: isSigningIn };
  }

  /** With each, in turn with other requests. */
  async #compare(recorded: Known[], leaves: Leaf[], { kind }: ReplayedRequest): Promise<Compared[]> {
    const fingerprint = this.#key && fingerprintOf(leaves, this.#key);
    const isSame = (one: Known) => fingerprint !== null && one.fingerprint === fingerprint;
    const known = recorded.some(isSame) ? recorded.filter(isSame) : recorded;
    const compared: Compared[] = [];
    for (const one of known) {
      const ofKind = one.kind === kind ? [] : [{ parameter: 'the kind of body', recorded: one.kind, sent: kind }];
      const isOther = fingerprint !== null && one.fingerprint !== null;
      const differences = isSame(one)
        ? { count: ofKind.length, first: ofKind }
        : differencesOf(one.leaves, leaves, { ofKind, isOther, ofReplay: this.#answered });
      compared.push({ ...one, differences });
      await pause();
    }
    return compared;
  }

  /** A text of an answer, which a later request may send where the recording has a secret. */
  #remember(token: string): void {
    if (!this.#hasSecrets || !MAY_BE_SECRET.test(token)) return;
    this.#answered.add(token);
    const [oldest] = this.#answered;
    if (oldest !== undefined && this.#answered.size > MOST_IDS) this.#answered.delete(oldest);
  }

  #all(): string {
    const paths = new Set(this.#requests.map(({ method, path }) => `${method} ${path}`));
    return `Recorded are: ${[...paths].join(', ')}`;
  }
}

/** Of a recorded request, as JSON has it; and what one may be. */
const SECRET = JSON.stringify(HIDDEN);
const MAY_BE_SECRET = /^"[^"\\]{6,500}"$/;

const MOST_DIFFERENCES = 8;

/**
 * A value may be as recorded, or the one that was replaced. Two may be replaced alike: `isOther` is what is known not to be
 * the request that was recorded, unless it has values of a replay among its own.
 */
function differencesOf(
  recorded: Map<string, string>,
  sent: Leaf[],
  { ofKind, isOther, ofReplay }: { ofKind: Difference[]; isOther: boolean; ofReplay: ReadonlySet<string> },
): Differences {
  const missing = new Map(recorded);
  const differing: Difference[] = [];
  const alike: Difference[] = [];
  let isOfReplay = false;
  for (const { path, token, recordedPath, recordedToken } of sent) {
    const parameter = recorded.has(path) ? path : recordedPath;
    const before = recorded.get(parameter) ?? null;
    missing.delete(parameter);
    const isSecret = recordedToken === SECRET;
    if (before === token || (before === recordedToken && isSecret && ofReplay.has(token)))
      isOfReplay ||= token !== recordedToken;
    else {
      const difference = { parameter: path, recorded: before, sent: isSecret ? 'another value' : token };
      (before === recordedToken ? alike : differing).push(difference);
    }
  }
  const left = [...missing].map(([parameter, before]) => ({ parameter, recorded: before, sent: null }));
  const found = [...ofKind, ...left, ...differing];
  const all = found.length === 0 && isOther && !isOfReplay ? alike : found;
  return { count: all.length, first: all.slice(0, MOST_DIFFERENCES) };
}

/** By their places in the recording, whose names may be replaced. */
function sentValues(leaves: Leaf[]): Map<string, string> {
  const sent = new Map(leaves.map(({ path, token }) => [path, stringIn(token) ?? token]));
  for (const { recordedPath, token } of leaves) sent.set(recordedPath, stringIn(token) ?? token);
  return sent;
}

const LONGEST_VALUE = 60;

function notTheSame(compared: Compared[], missingKey: string | null): ServiceError {
  const [nearest] = compared.toSorted((a, b) => a.differences.count - b.differences.count);
  const isReplaced = nearest?.fingerprint !== null;
  const { count, first } = (nearest as Compared).differences;
  const shown = first.map(({ parameter, recorded, sent }) => {
    return `${parameter} (recorded: ${shorten(recorded)}, sent: ${shorten(sent)})`;
  });
  const more = count - shown.length;
  const aboutDays = first.some(({ parameter }) => parameter === 'startDate')
    ? '. A period that is told from today, such as Yesterday, is another one each day: choose Custom, with fixed dates'
    : '';
  const withoutKey =
    missingKey !== null && isReplaced ? `. Values are replaced there, and their key, ${missingKey}, is not here` : '';
  return notRecorded(
    'This request is not recorded',
    `The nearest is ${nearest?.file}, which differs in ${shown.join('; ')}${more > 0 ? ` and ${more} more` : ''}${withoutKey}${aboutDays}`,
    first[0]?.parameter,
  );
}

const shorten = (value: string | null) =>
  value === null ? 'nothing' : value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;

const notRecorded = (what: string, more: string, parameter?: string) =>
  new ServiceError('404', 404, `${what}. ${more}`, parameter === undefined ? {} : { parameter });

export const notRecordedBody = (missing: string, file: string) =>
  new ServiceError('501', 501, `The account has sent ${missing}. They are not in the recording ${file}`);

/**
 * A recorded body as the text that is sent: with identifiers of its own, the values of its request, and a token that nobody
 * has had before. All else is as it was recorded.
 */
export function replayedText(body: RecordedBody, found: Found, newToken: () => string): string {
  const { ids, sent, recording, file, remember } = found;
  if ('missing' in body) {
    const status = failureStatus(notRecordedBody(body.missing, file), 'object');
    return JSON.stringify({ processId: ids.processId?.replayed, status });
  }
  const text = textOf(body);
  if (parsed(text) === undefined) return text;
  const recordedAt = recordedPaths();
  const repeated = new Map('repeated' in body ? Object.entries(body.repeated) : []);
  const replayed = (token: string, place: Place, isName: boolean) => {
    const sentAt = repeated.size > 0 ? repeated.get(recordedAt(place, isName, token)) : undefined;
    const value = stringIn(token) ?? token;
    if (recording.request.isSignIn && value === HIDDEN) return JSON.stringify(newToken());
    const member = place.at(-1);
    const id = member === 'processId' || member === 'requestId' ? ids[member] : null;
    if (!isName && id?.recorded === value) return JSON.stringify(id.replayed);
    const own = sentAt === undefined ? undefined : sent.get(sentAt);
    return own === undefined ? token : repeatedToken(token, own);
  };
  return rewriteJson(text, (...token) => {
    const answered = replayed(...token);
    remember(answered);
    return answered;
  });
}

/** A value of the request in place of one that it had been written as in the answer, perhaps with other decimals. */
function repeatedToken(token: string, own: string): string {
  const isText = token.startsWith('"');
  const [recorded, sent] = [isText ? (stringIn(token) as string) : token, own].map((text) =>
    /^-?\d+(?:\.(\d+))?$/.exec(text),
  );
  const decimals = recorded?.[1]?.length ?? 0;
  const isOther = recorded && sent && decimals !== (sent[1]?.length ?? 0);
  const written = isOther ? Number(own).toFixed(decimals) : own;
  return isText ? JSON.stringify(written) : /^-?(0|[1-9]\d*)(\.\d+)?$/.test(written) ? written : token;
}
