import { createHmac, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../dataFolder.ts';
import { ServiceError } from '../errors.ts';
import { operationAt } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import type { ProcessRow } from '../processes/processStore.ts';
import { canBeSent } from '../processes/webhook.ts';
import { isObject, parsed, textIn } from '../json.ts';
import { lockFolder } from './folderLock.ts';
import type { Leaf, Repeated } from './concealment.ts';
import { pieceOf, type Place } from '../jsonText.ts';
import type { BodyKind } from './parameters.ts';

/** The body of an answer or a callback: JSON, another text, bytes that are no text, or what is not in the recording. */
export type RecordedBody =
  | { json: string; repeated: Repeated }
  | { text: string; repeated: Repeated }
  | { base64: string }
  | { missing: string };

/** Empty of what is no text. */
export const textOf = (body: RecordedBody): string => ('json' in body ? body.json : 'text' in body ? body.text : '');

/** One request to an account with its answer and its callbacks: a file of the folder. */
export type Recording = {
  operation: string;
  recordedAt: string;
  /** Whether values are those of the documents. */
  values: 'kept' | 'replaced';
  request: {
    method: string;
    path: string;
    kind: BodyKind;
    /** Who asks for a token gets another one in each replay. */
    isSignIn: boolean;
    /** The text of an object. */
    parameters: string;
    /** Tells requests apart that are alike once their values are replaced; null where they are not. */
    fingerprint: string | null;
  };
  answer: { status: number; headers: Record<string, string>; body: RecordedBody };
  callbacks: RecordedBody[];
};

export type RecordedRequest = Recording['request'] & { file: string; status: number };

const NAME = /^(\d{4,})-[a-z0-9-]+\.json$/;
const END = ']\n}\n';
const WHOLE_KEY = /^[\da-f]{64}$/i;

/** A folder of recordings, and the key with which values are replaced. */
export class Cassette {
  readonly folder: string;
  /** Lets another sandbox record in the folder. */
  readonly close: () => void;
  #last: number;

  private constructor(folder: string, close = () => {}) {
    this.folder = resolve(folder);
    this.close = close;
    this.#last = Math.max(0, ...this.#names().map((name) => Number(NAME.exec(name)?.[1])));
  }

  /** Opens a folder to add recordings to it. */
  static record(folder: string): Cassette {
    try {
      makeFolder(folder);
      accessSync(folder, constants.W_OK);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`nothing can be written into the folder ${folder} (${message}). Choose another one: --record`);
    }
    return new Cassette(folder, lockFolder(folder));
  }

  /** Opens a folder to replay it. */
  static replay(folder: string): Cassette {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`there is no folder ${folder} to replay: --replay (SANDBOX_REPLAY)`);
    const cassette = new Cassette(folder);
    if (cassette.#last === 0) throw new Error(`the folder ${folder} has no recordings to replay`);
    return cassette;
  }

  /** The next name, numbered in the order of the requests. Others may have come into the folder meanwhile. */
  nextFile(subject: string): string {
    const file = `${String(++this.#last).padStart(4, '0')}-${subject}.json`;
    return existsSync(join(this.folder, file)) ? this.nextFile(subject) : file;
  }

  /** Parameters and bodies are in the file as they were written: it is how they are replayed. */
  write(file: string, { request: { parameters, ...request }, answer, ...head }: Omit<Recording, 'callbacks'>): void {
    const inner = (value: object) => JSON.stringify(value, null, 2).slice(2, -2);
    const { status, headers, body } = answer;
    const lines = [
      `{\n${inner(head)},`,
      `  "request": {\n${inner(request)},\n  "parameters": ${parameters}\n  },`,
      `  "answer": {\n${inner({ status, headers })},\n  ${bodyOf(body)}\n  },`,
      `  "callbacks": [${END}`,
    ];
    replaceFile(join(this.folder, file), lines.join('\n'));
  }

  /** Behind those that are in the file, as `write` ends it. */
  addCallback(file: string, callback: RecordedBody): void {
    const path = join(this.folder, file);
    // An editor may have written the end of the file otherwise.
    const head = readFileSync(path, 'utf8').trimEnd().replace(/\}$/, '').trimEnd().replace(/\]$/, '').trimEnd();
    const text = `${head}${head.endsWith('[') ? '' : ','}\n    { ${bodyOf(callback)} }${END}`;
    if (parsed(text) === undefined)
      throw new Error(`${file} has been changed since, and has no list of callbacks at its end`);
    replaceFile(path, text);
  }

  read(file: string): Recording {
    return parseRecording(join(this.folder, file));
  }

  /** All requests, in order. */
  requests(): RecordedRequest[] {
    return this.#names().map((file) => {
      const { request, answer } = this.read(file);
      return { ...request, file, status: answer.status };
    });
  }

  /** The key with which values are replaced; a new folder gets one. With another one than before nothing finds all of them. */
  key(): Buffer {
    const isReplaced = (file: string) => this.read(file).values === 'replaced';
    if (!existsSync(this.keyFile) && this.#names().some(isReplaced))
      throw new Error(
        `the recordings in ${this.folder} have lost their key, ${this.keyFile}: put it back, or choose another folder: --record`,
      );
    try {
      if (!existsSync(this.keyFile))
        writeFileSync(this.keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`no key can be kept beside the folder ${this.folder} (${message}). Choose another one: --record`);
    }
    return this.keyIfAny() as Buffer;
  }

  /** Null if values were kept, or the folder came without the key. */
  keyIfAny(): Buffer | null {
    if (!existsSync(this.keyFile)) return null;
    const key = textAt(this.keyFile).trim();
    // With less than a whole key everyone could check a guess at a value.
    if (!WHOLE_KEY.test(key))
      throw new Error(
        `${this.keyFile} is not the key of a folder of recordings. Put the right one there, or remove it`,
      );
    return Buffer.from(key, 'hex');
  }

  /** Beside the folder: who has it can check a guess at a value, so it must not go where the folder goes. */
  get keyFile(): string {
    return `${this.folder}.key`;
  }

  #names(): string[] {
    return readdirSync(this.folder)
      .filter((name) => NAME.test(name))
      .sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
  }
}

function bodyOf(body: RecordedBody): string {
  if (!('repeated' in body)) return JSON.stringify(body).slice(1, -1);
  const { repeated, ...text } = body;
  const own = Object.keys(repeated).length > 0 ? `"repeated": ${JSON.stringify(repeated)}, ` : '';
  return own + ('json' in text ? `"body": ${text.json}` : JSON.stringify(text).slice(1, -1));
}

function replaceFile(path: string, text: string): void {
  const part = `${path}.part`;
  // In a folder of somebody else it may be a link to another file, which would be overwritten.
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx' });
  renameSync(part, path);
}

/** Empty of a folder, and of a pipe, which would never end. */
const textAt = (path: string) => (statSync(path).isFile() ? textIn(readFileSync(path)) : '');

function parseRecording(path: string): Recording {
  const text = textAt(path);
  const { request, answer, callbacks, ...head } = (parsed(text) ?? {}) as Partial<Recording>;
  const isRequest =
    isObject(request?.parameters) &&
    [request.method, request.path, request.kind].every((member) => typeof member === 'string');
  const refuse = (reason = '') => new ServiceError('E100', 500, `${path} is not a recording of the sandbox${reason}`);
  if (!isRequest || !isObject(answer) || !Array.isArray(callbacks)) throw refuse();
  const { status, headers } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 999)
    throw refuse(`: no answer has the status ${JSON.stringify(status)}`);
  if (!isObject(headers)) throw refuse(': its answer has no headers');
  for (const [name, value] of Object.entries(headers))
    if (!canBeSent({ name, value }))
      throw refuse(`: no answer has the header ${JSON.stringify(name)} with ${JSON.stringify(value)}`);
  const bodyAt = (message: unknown, ...place: Place): RecordedBody => {
    const json = pieceOf(text, [...place, 'body']);
    const { text: written = '', base64, missing, ...others } = isObject(message) ? message : {};
    const repeated = isObject(others['repeated']) ? (others['repeated'] as Repeated) : {};
    if (json !== null) return { json, repeated };
    if (base64 !== undefined) return { base64: String(base64) };
    return missing === undefined ? { text: String(written), repeated } : { missing: String(missing) };
  };
  return {
    ...(head as Recording),
    request: { ...request, parameters: pieceOf(text, ['request', 'parameters']) as string },
    answer: { ...answer, body: bodyAt(answer, 'answer') },
    callbacks: callbacks.map((callback, at) => bodyAt(callback, 'callbacks', at)),
  };
}

/** A keyed digest of a request as it was sent. */
export const fingerprintOf = (leaves: Leaf[], key: Buffer): string =>
  createHmac('sha256', key)
    .update(
      JSON.stringify(leaves.map(({ path, token }) => [path, token]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))),
    )
    .digest('hex')
    .slice(0, 32);

/** What the service interface calls a request, and what its file is called; null for other paths. */
export function describeRequest(path: string, kind: BodyKind): { operation: Operation | null; subject: string } {
  const operation = operationAt(path, kind === 'form');
  const words = operation?.service ?? path.split('/').slice(-2).join('-');
  const subject =
    words
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'request';
  return { operation, subject: operation?.callback ? `${subject}-async` : subject };
}

/** What a path starts. */
export const processKindOf = (path: string): ProcessRow['kind'] =>
  /enrichment/.test(path) ? 'enrichment' : 'contentExtraction';

/** The ID of a process as a text, whichever way the account writes it; empty if there is none. */
export function processIdIn(value: unknown): string {
  const id = isObject(value) ? value['processId'] : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

export const isFailure = (body: unknown) =>
  isObject(body) && isObject(body['status']) && !/^(200|201|S100)$/.test(String(body['status']['code']));
