import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { isObject } from '../json.ts';
import { fingerprintOf, processIdIn, type Cassette, type NamedRecording } from './cassette.ts';
import { concealPath, concealRequest } from './concealment.ts';
import { flatten, replacedValues, type BodyKind } from './parameters.ts';
import { Replacements } from './replacements.ts';
import { HIDDEN } from './secrets.ts';

export type ReplayedRequest = {
  method: string;
  path: string;
  kind: BodyKind;
  parameters: Record<string, unknown>;
  isSignIn: boolean;
};

/** The identifiers of a recorded process, and those it has in this replay. */
export type Identifiers = Record<'processId' | 'requestId', { recorded: string; replayed: string } | null>;

/** A value of a request differs from the recorded one; null stands for a parameter that is not there. */
type Difference = { parameter: string; recorded: string | null; sent: string | null };

/** Finds the recording of a request. */
export class Replay {
  readonly #recordings: (NamedRecording & { flat: Map<string, string> })[];
  readonly #key: Buffer | null;
  readonly #replacements: Replacements | null;
  readonly #used = new Set<string>();
  /** Recorded identifiers of processes by those that they have got. */
  readonly #recordedIds = new Map<string, string>();

  constructor(cassette: Cassette) {
    this.#recordings = cassette
      .read()
      .map(({ file, recording }) => ({ file, recording, flat: flatten(recording.request.parameters) }));
    this.#key = cassette.keyIfAny();
    this.#replacements = this.#key && new Replacements(this.#key);
  }

  get size(): number {
    return this.#recordings.length;
  }

  /** Begins at the first recording of each request again. */
  rewind(): void {
    this.#used.clear();
  }

  has(method: string, path: string): boolean {
    return this.#recordings.some(({ recording: { request } }) => request.method === method && request.path === path);
  }

  /** Of several recordings of a request, the next; the last is repeated. Throws an error that names the nearest. */
  find(request: ReplayedRequest): NamedRecording {
    const path = this.#asRecorded(request.path);
    const paths = [path, concealPath(path, { replacements: this.#replacements, texts: [] })];
    const ofPath = this.#recordings.filter(
      ({ recording: { request: recorded } }) => recorded.method === request.method && paths.includes(recorded.path),
    );
    if (ofPath.length === 0) throw notRecorded(`Nothing is recorded for ${request.method} ${path}`, this.#all());
    const compared = this.#compare(ofPath, request);
    const same = sameOrOfAnotherDay(compared, request);
    // Any token is taken, so a refusal of one that was wrong counts only where nothing else was answered.
    const accepted = same.filter(({ recording }) => recording.answer.status !== 401);
    const usable = accepted.length > 0 ? accepted : same;
    const unused = usable.find(({ file }) => !this.#used.has(file));
    const isOfAnotherDay = usable.some(({ differences }) => differences.length > 0);
    // Each execution asks for the same periods in turn.
    if (!unused && isOfAnotherDay) for (const { file } of usable) this.#used.delete(file);
    const next = unused ?? (isOfAnotherDay ? usable[0] : usable.at(-1));
    if (!next) throw notTheSame(compared);
    this.#used.add(next.file);
    return next;
  }

  /**
   * Identifiers for a recorded process: a result that comes twice under the same counts as repeated. `own` is the sandbox's
   * ID of the request. Who asks for a process later is answered with those that it got last.
   */
  identify({ recording: { request, answer } }: NamedRecording, own: string): Identifiers {
    const body = 'body' in answer && isObject(answer.body) ? answer.body : {};
    const processId = processIdIn(body['result']);
    const { requestId } = body;
    if (processId === '') return { processId: null, requestId: null };
    const isStart = 'webhook' in request.parameters;
    const known = [...this.#recordedIds].findLast(([, recorded]) => recorded === processId)?.[0];
    const replayed = isStart ? randomUUID() : known;
    if (isStart) this.#recordedIds.set(replayed as string, processId);
    return {
      processId: replayed === undefined ? null : { recorded: processId, replayed },
      requestId: isStart && typeof requestId === 'string' ? { recorded: requestId, replayed: own } : null,
    };
  }

  /** The request's own values by those that took their place: the answer has them as they were sent. */
  ownValues({ parameters, isSignIn }: ReplayedRequest): Map<string, string> {
    const concealed = concealRequest(parameters, { texts: [], echoes: [], isSignIn, replacements: this.#replacements });
    // A short number may be any score or page.
    const telling = replacedValues(parameters, concealed).filter(([, recorded]) => /\p{L}|.{4}/u.test(recorded));
    return new Map(telling.map(([sent, recorded]) => [recorded, sent]));
  }

  #compare(recordings: (NamedRecording & { flat: Map<string, string> })[], request: ReplayedRequest) {
    const parameters = JSON.parse(this.#asRecorded(JSON.stringify(request.parameters))) as Record<string, unknown>;
    const secrets = { texts: [], echoes: [], isSignIn: request.isSignIn };
    const kept = concealRequest(parameters, { ...secrets, replacements: null });
    const sent = flatten(kept);
    const replaced = flatten(concealRequest(parameters, { ...secrets, replacements: this.#replacements }));
    const fingerprint = this.#key && fingerprintOf(kept, this.#key);
    const compared = recordings.map((named) => {
      const differences = named.recording.request.kind === request.kind ? [] : [kindDifference(named, request)];
      differences.push(...differencesOf(named.flat, sent, replaced));
      return { ...named, differences };
    });
    const identical = compared.filter(({ recording }) => recording.request.fingerprint === fingerprint);
    return fingerprint !== null && identical.length > 0 ? identical : compared;
  }

  /** A text with the recorded identifiers of processes in place of those that they have got. */
  #asRecorded(text: string): string {
    let recorded = text;
    for (const [id, original] of this.#recordedIds) recorded = recorded.replaceAll(id, original);
    return recorded;
  }

  #all(): string {
    const paths = new Set(this.#recordings.map(({ recording: { request } }) => `${request.method} ${request.path}`));
    return `Recorded are: ${[...paths].join(', ')}`;
  }
}

type Compared = NamedRecording & { differences: Difference[] };

const PERIOD = ['startDate', 'endDate'];

/**
 * What differs in nothing. A billing period that is told from today, such as yesterday, is another one each day: where
 * none is the same, the one whose length is nearest.
 */
function sameOrOfAnotherDay(compared: Compared[], { path, parameters }: ReplayedRequest): Compared[] {
  const same = compared.filter(({ differences }) => differences.length === 0);
  const length = lengthOf(parameters);
  if (same.length > 0 || path !== '/billing/daily-summary' || Number.isNaN(length)) return same;
  const others = compared
    .filter(({ differences }) => differences.every(({ parameter }) => PERIOD.includes(parameter)))
    .map((one) => ({ one, apart: Math.abs(lengthOf(one.recording.request.parameters) - length) }));
  const nearest = Math.min(...others.map(({ apart }) => apart));
  return others.filter(({ apart }) => apart === nearest).map(({ one }) => one);
}

const lengthOf = ({ startDate, endDate }: Record<string, unknown>) =>
  Date.parse(String(endDate)) - Date.parse(String(startDate));

const kindDifference = ({ recording }: NamedRecording, { kind }: ReplayedRequest): Difference => ({
  parameter: 'the kind of body',
  recorded: recording.request.kind,
  sent: kind,
});

/** A value may be as recorded, or the one that was replaced. */
function differencesOf(
  recorded: Map<string, string>,
  sent: Map<string, string>,
  replaced: Map<string, string>,
): Difference[] {
  return [...new Set([...recorded.keys(), ...sent.keys()])].flatMap((parameter) => {
    const [before, now] = [recorded.get(parameter) ?? null, sent.get(parameter) ?? null];
    const isSame = before === now || (before !== null && before === replaced.get(parameter));
    return isSame ? [] : [{ parameter, recorded: before, sent: now }];
  });
}

const MOST_DIFFERENCES = 8;
const LONGEST_VALUE = 60;

function notTheSame(compared: Compared[]): ServiceError {
  const [nearest] = compared.toSorted((a, b) => a.differences.length - b.differences.length);
  const { file, differences } = nearest as Compared;
  const shown = differences.slice(0, MOST_DIFFERENCES).map(({ parameter, recorded, sent }) => {
    return `${parameter} (recorded: ${shorten(recorded)}, sent: ${shorten(sent)})`;
  });
  const more = differences.length - shown.length;
  return notRecorded(
    'This request is not recorded',
    `The nearest is ${file}, which differs in ${shown.join('; ')}${more > 0 ? ` and ${more} more` : ''}`,
    differences[0]?.parameter,
  );
}

const shorten = (value: string | null) =>
  value === null ? 'nothing' : value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;

const notRecorded = (what: string, more: string, parameter?: string) =>
  new ServiceError('404', 404, `${what}. ${more}`, parameter === undefined ? {} : { parameter });

/**
 * A recorded body as the text that is sent: with identifiers of its own, the values of its request, and a token that nobody
 * has had before.
 */
export function textOf(
  recorded: { body: unknown } | { text: string },
  ids: Identifiers,
  own: Map<string, string>,
): string {
  if ('text' in recorded) return recorded.text;
  return JSON.stringify(recorded.body, (name, value: unknown) => {
    if (value === HIDDEN) return `replayed-${randomUUID()}`;
    const id = name === 'processId' || name === 'requestId' ? ids[name] : null;
    if (id !== null && id.recorded === String(value)) return id.replayed;
    const sent = typeof value === 'string' || typeof value === 'number' ? own.get(String(value)) : undefined;
    return sent === undefined ? value : typeof value === 'number' ? Number(sent) : sent;
  });
}
