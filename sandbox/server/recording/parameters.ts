import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { readForm as readParts, type ReceivedPart } from '../upload/form.ts';
import { isObject, parseJson } from '../json.ts';
import { readJsonBody } from '../upload/jsonBody.ts';
import { Upload } from '../upload/upload.ts';

/** A file in the parameters, as recordings have it. */
export type FileParameter = { name?: string; size: number; sha256: string };

/** How the parameters are sent; on some paths it selects the operation. */
export type BodyKind = 'form' | 'json' | 'none' | 'other';

export type ReceivedParameters = {
  kind: BodyKind;
  /** By name: texts, what JSON has, and files. Members of the query string begin with `?`. */
  parameters: Record<string, unknown>;
  /** The parts of a form, for the request log. */
  parts: ReceivedPart[] | null;
  /** The body of a JSON request; its `fileBase64` is an upload. */
  json: Record<string, unknown> | null;
  documents: Upload[];
};

/** Of JSON besides its file, and of a form besides its files: what is larger is passed on, and recorded as a file. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** Reads the parameters of a request whose body is on disk. What cannot be read is a file of the name `body`. */
export async function readParameters(request: FastifyRequest, body: Upload | undefined): Promise<ReceivedParameters> {
  const query = Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [`?${name}`, value]);
  const read = body && body.size > 0 ? await readBody(request, body) : { ...NOTHING, kind: 'none' as const };
  return { ...read, parameters: { ...Object.fromEntries(query), ...read.parameters } };
}

const NOTHING = { parameters: {}, parts: null, json: null, documents: [] };

async function readBody(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const type = request.headers['content-type']?.toLowerCase() ?? '';
  try {
    if (type.startsWith('multipart/form-data')) return await readForm(request, body);
    if (type.startsWith('application/x-www-form-urlencoded')) return await readUrlEncoded(body);
    if (/^application\/([\w.-]+\+)?json/.test(type)) return await readJson(request, body);
  } catch {
    // The account answers what it thinks of such a body.
  }
  return { ...NOTHING, kind: 'other', parameters: { body: fileParameter(body) } };
}

async function readJson(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const json = await readJsonBody(createReadStream(body.path), request.folder, MAXIMUM_BYTES);
  if (!isObject(json)) return { ...NOTHING, kind: 'json', parameters: { body: json } };
  const file = json['fileBase64'];
  if (!(file instanceof Upload)) return { ...NOTHING, kind: 'json', parameters: json, json };
  return {
    ...NOTHING,
    kind: 'json',
    parameters: { ...json, fileBase64: fileParameter(file) },
    json,
    documents: [file],
  };
}

async function readUrlEncoded(body: Upload): Promise<ReceivedParameters> {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(await readFile(body.path, 'utf8'))) add(parameters, name, value);
  return { ...NOTHING, kind: 'form', parameters };
}

/** The names of files do not count, and neither does what stands between the parts. */
async function readForm(request: FastifyRequest, body: Upload): Promise<ReceivedParameters> {
  const { given, parts } = await readParts(createReadStream(body.path), request, { textBytes: MAXIMUM_BYTES });
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of given)
    add(parameters, name, value instanceof Upload ? fileParameter(value) : structureIn(value));
  const documents = given.map(([, value]) => value).filter((value) => value instanceof Upload);
  return { ...NOTHING, kind: 'form', parameters, parts, documents };
}

function add(parameters: Record<string, unknown>, name: string, value: unknown): void {
  const earlier = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  parameters[name] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value];
}

const fileParameter = ({ size, sha256 }: Upload, name?: string): FileParameter => ({
  ...(name && { name }),
  size,
  sha256,
});

/** A form parameter may hold the text of a list or an object; its members have no order. */
function structureIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Whether it can only be a file: an object of a request that has more members than one is none. */
export const isFileParameter = (value: unknown): value is FileParameter =>
  isObject(value) &&
  Object.entries(value).every(([name, member]) => Object.hasOwn(OF_FILE, name) && OF_FILE[name]?.(member)) &&
  'sha256' in value &&
  'size' in value;

const OF_FILE: Record<string, (member: unknown) => boolean> = {
  name: (name) => typeof name === 'string',
  size: (size) => Number.isSafeInteger(size),
  sha256: (digest) => typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest),
};

/** Texts that tell two requests apart, by the path of the parameter: `contents[0].street`. A webhook does not count. */
export function flatten(parameters: Record<string, unknown>): Map<string, string> {
  const flat = new Map<string, string>();
  const collect = (value: unknown, path: string): void => {
    if (isFileParameter(value)) flat.set(path, `${value.size} bytes, SHA-256 ${value.sha256}`);
    else if (Array.isArray(value) && value.length > 0)
      // A form parameter that is sent once is no list.
      for (const [at, member] of value.entries())
        collect(member, at === 0 && !isObject(member) ? path : `${path}[${at}]`);
    else if (isObject(value) && Object.keys(value).length > 0)
      for (const [name, member] of Object.entries(value)) collect(member, path === '' ? name : `${path}.${name}`);
    else flat.set(path, JSON.stringify(value) ?? 'null');
  };
  collect({ ...parameters, webhook: undefined }, '');
  flat.delete('webhook');
  return flat;
}

/** Values of a request that are others in its recording, with those; longer ones first. */
export function replacedValues(
  sent: Record<string, unknown>,
  concealed: Record<string, unknown>,
): [sent: string, recorded: string][] {
  const others = flatten(concealed);
  const pairs = [...flatten(sent)].flatMap(([parameter, text]) => {
    const [value, other] = [parsed(text), parsed(others.get(parameter) ?? 'null')];
    const isValue = typeof value === 'string' || typeof value === 'number';
    if (!isValue || other === null || value === other) return [];
    const written = [String(value), ...(typeof value === 'string' && URL.canParse(value) ? [new URL(value).href] : [])];
    return written.map((found) => [found, String(other)] as [string, string]);
  });
  return pairs.sort(([a], [b]) => b.length - a.length);
}

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
