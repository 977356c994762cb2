import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { MOST_PARTS, readForm as readParts, type ReceivedPart } from '../upload/form.ts';
import { asServiceError, wrongParameter } from '../errors.ts';
import { isObject, parseJson } from '../json.ts';
import { readJsonBody } from '../upload/jsonBody.ts';
import { Upload } from '../upload/upload.ts';

/** A file in the parameters, as a recording has it: its name does not count. */
const textOfFile = ({ size, sha256 }: Upload) => `${size} bytes, SHA-256 ${sha256}`;

/** Whether a value is a file, or says no more than one. */
export const isFile = (value: unknown) =>
  typeof value === 'string' && /^\d{1,16} bytes, SHA-256 [\da-f]{64}$/.test(value);

/** How the parameters are sent; on some paths it selects the operation. */
export type BodyKind = 'form' | 'json' | 'none' | 'other';

export type ReceivedParameters = {
  kind: BodyKind;
  /** By name: texts, what JSON has, and files as texts. Members of the query string begin with `?`. */
  parameters: Record<string, unknown>;
  /** The parts of a form, for the request log. */
  parts: ReceivedPart[] | null;
  /** The body of a JSON request; its `fileBase64` is an upload. */
  json: Record<string, unknown> | null;
  /** What that was parsed from: parsed numbers are not those that were sent. */
  text: string;
  documents: Upload[];
};

/** Of a message besides its files. A larger request is recorded as a file; of a larger answer or callback, only its size. */
export const MAXIMUM_BYTES = 4 * 1024 * 1024;

/** Reads the parameters of a request whose body is on disk. What cannot be read is a file of the name `body`. */
export async function readParameters(request: FastifyRequest, body: Upload | undefined): Promise<ReceivedParameters> {
  const query = Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [`?${name}`, value]);
  const read = body && body.size > 0 ? await readBody(request, body) : { ...NOTHING, kind: 'none' as const };
  const parameters = { ...Object.fromEntries(query), ...read.parameters };
  request.folder.takeMemory(bytesOfLeaves(parameters));
  return { ...read, parameters };
}

/** Of a value without its place, and of a character of that, which is written as it was sent and as it is recorded. */
const [BYTES_OF_LEAF, BYTES_OF_PLACE] = [250, 4];

/** What the values take in memory with their places, which tell a request from others: each is a text of its own. */
function bytesOfLeaves(value: unknown, place = 0): number {
  if (typeof value !== 'object' || value === null) return BYTES_OF_LEAF + BYTES_OF_PLACE * place;
  let bytes = 0;
  for (const [name, member] of Object.entries(value)) bytes += bytesOfLeaves(member, place + name.length + 1);
  return bytes;
}

const NOTHING = { parameters: {}, parts: null, json: null, text: '', documents: [] };

async function readBody(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const type = request.headers['content-type']?.toLowerCase() ?? '';
  try {
    if (type.startsWith('multipart/form-data')) return await readForm(request, body);
    if (type.startsWith('application/x-www-form-urlencoded')) return await readUrlEncoded(request, body);
    if (/^application\/([\w.-]+\+)?json/.test(type)) return await readJson(request, body);
  } catch (error) {
    // Passed on unread, its webhook would not be replaced.
    if (asServiceError(error).httpStatus === 503) throw error;
    // The account answers what it thinks of such a body.
  }
  return { ...NOTHING, kind: 'other', parameters: { body: textOfFile(body) } };
}

async function readJson(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const { json, text } = await readJsonBody(createReadStream(body.path), request.folder, MAXIMUM_BYTES);
  if (!isObject(json)) return { ...NOTHING, kind: 'json', parameters: { body: json } };
  const file = json['fileBase64'];
  if (!(file instanceof Upload)) return { ...NOTHING, kind: 'json', parameters: json, json, text };
  return {
    ...NOTHING,
    kind: 'json',
    parameters: { ...json, fileBase64: textOfFile(file) },
    ...{ json, text },
    documents: [file],
  };
}

async function readUrlEncoded(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const parameters = Object.create(null) as Record<string, unknown>;
  const text = await readFile(body.path, 'utf8');
  // What curl sends so without a header: all of it would be the name of a parameter, which nothing hides.
  if (/^\s*[{[]/.test(text)) return readJson(request, body);
  const pairs = new URLSearchParams(text);
  if (pairs.size > MOST_PARTS) throw wrongParameter('body', 'it has more parts than the sandbox reads');
  for (const [name, value] of pairs) add(parameters, name, value);
  return { ...NOTHING, kind: 'form', parameters };
}

/** The names of files do not count, and neither does what stands between the parts. */
async function readForm(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  // Where nobody reads it, as without a boundary, nobody hears what it fails with.
  const file = createReadStream(body.path).on('error', () => {});
  const { given, parts } = await readParts(file, request, { textBytes: MAXIMUM_BYTES }).finally(() => file.destroy());
  const parameters = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of given)
    add(parameters, name, value instanceof Upload ? textOfFile(value) : structureIn(value, request));
  const documents = given.map(([, value]) => value).filter((value) => value instanceof Upload);
  return { ...NOTHING, kind: 'form', parameters, parts, documents };
}

function add(parameters: Record<string, unknown>, name: string, value: unknown): void {
  const earlier = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (Array.isArray(earlier)) earlier.push(value);
  else parameters[name] = earlier === undefined ? value : [earlier, value];
}

/** A form parameter may hold the text of a list or an object; its members have no order. */
function structureIn(text: string, { folder }: FastifyRequest): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJson(text, folder);
  } catch (error) {
    if (asServiceError(error).httpStatus === 503) throw error;
    return text;
  }
}
