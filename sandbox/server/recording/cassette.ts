import { createHmac, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { routes } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import type { ProcessRow } from '../processes/processStore.ts';
import { isObject } from '../json.ts';
import { lockFolder } from './folderLock.ts';
import { flatten, type BodyKind } from './parameters.ts';

/** A body that is JSON, or the text of one that is not. */
export type RecordedBody = { body: unknown } | { text: string };

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
    parameters: Record<string, unknown>;
    /** Tells requests apart that are alike once their values are replaced; null where they are not. */
    fingerprint: string | null;
  };
  answer: { status: number; headers: Record<string, string> } & RecordedBody;
  callbacks: RecordedBody[];
};

export type NamedRecording = { file: string; recording: Recording };

const KEY = 'replacements.key';
const NAME = /^(\d{4,})-[a-z0-9-]+\.json$/;

/** A folder of recordings, and the key with which values are replaced. */
export class Cassette {
  readonly folder: string;
  /** Lets another sandbox record in the folder. */
  readonly close: () => void;
  #last: number;

  private constructor(folder: string, close = () => {}) {
    this.folder = folder;
    this.close = close;
    this.#last = Math.max(0, ...this.#names().map((name) => Number(NAME.exec(name)?.[1])));
  }

  /** Opens a folder to add recordings to it. */
  static record(folder: string): Cassette {
    try {
      mkdirSync(folder, { recursive: true });
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

  /** The next name, numbered in the order of the requests. */
  nextFile(subject: string): string {
    return `${String(++this.#last).padStart(4, '0')}-${subject}.json`;
  }

  write(file: string, recording: Recording): void {
    const path = join(this.folder, file);
    writeFileSync(`${path}.part`, `${JSON.stringify(recording, null, 2)}\n`);
    renameSync(`${path}.part`, path);
  }

  /** All recordings, in order. */
  read(): NamedRecording[] {
    return this.#names().map((file) => ({ file, recording: parseRecording(join(this.folder, file)) }));
  }

  /** The key with which values are replaced; a new folder gets one. */
  key(): Buffer {
    const path = join(this.folder, KEY);
    if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    return this.keyIfAny() as Buffer;
  }

  /** Null if values were kept, or the key was left out of what was published. */
  keyIfAny(): Buffer | null {
    const path = join(this.folder, KEY);
    return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8').trim(), 'hex') : null;
  }

  #names(): string[] {
    return readdirSync(this.folder)
      .filter((name) => NAME.test(name))
      .sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
  }
}

function parseRecording(path: string): Recording {
  let recording: Partial<Recording> | null = null;
  try {
    recording = JSON.parse(readFileSync(path, 'utf8')) as Partial<Recording> | null;
  } catch {
    // Said below.
  }
  const { request, answer, callbacks } = recording ?? {};
  const isWhole =
    isObject(request?.parameters) && typeof request.path === 'string' && isObject(answer) && Array.isArray(callbacks);
  if (!isWhole) throw new Error(`${path} is not a recording of the sandbox`);
  return recording as Recording;
}

/** A keyed digest of a request as it was sent. */
export const fingerprintOf = (parameters: Record<string, unknown>, key: Buffer): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([...flatten(parameters)].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 32);

/** What the service interface calls a request, and what its file is called; null for other paths. */
export function describeRequest(path: string, kind: BodyKind): { operation: Operation | null; subject: string } {
  const route = routes.find((candidate) => candidate.path === path);
  const operation = (kind === 'form' ? route?.form : route?.json) ?? route?.form ?? route?.json ?? null;
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
