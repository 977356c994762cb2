import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OK, successEnvelope } from '../envelope.ts';
import { invalidAuthorization, noSuchOperation, tooLarge, wrongParameter } from '../errors.ts';
import { parseCallbackFault, type Faults } from '../faults.ts';
import { applyFaults } from '../plugins/applyFaults.ts';
import { SIGN_IN_LIMIT } from '../plugins/bodies.ts';
import { pathOf } from '../plugins/requestLifecycle.ts';
import { bytesOf, type Memory } from '../memory.ts';
import { signInOf } from '../plugins/strangers.ts';
import type { Processes } from '../processes/processes.ts';
import { webhookIn } from '../processes/webhook.ts';
import { isLoopback, OWN_HEADER, OWN_REQUEST, type Settings } from '../settings.ts';
import { isObject, MOST_MEMBERS, parsed } from '../json.ts';
import { isSame, type Tokens } from '../routes/authentication.ts';
import { traceContextIn } from '../traceContext.ts';
import { decodePassword, detectFormat } from '../upload/source.ts';
import type { Upload } from '../upload/upload.ts';
import { isNoAccount, LONGEST_CALLBACK } from './account.ts';
import { AnswerCheck } from './answerCheck.ts';
import { Cassette, isFailure, processKindOf } from './cassette.ts';
import { readParameters, type ReceivedParameters } from './parameters.ts';
import type { CallbackRelay } from './relay.ts';
import { notRecordedBody, Replay, replayedText } from './replay.ts';
import { asksForToken, hideSecrets, isSignIn } from './secrets.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

type RecordingsContext = {
  settings: Settings;
  processes: Processes;
  memory: Memory;
  tokens: Tokens;
  now(): number;
};

type Answering = (
  received: ReceivedParameters,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | object>;

/** Answers from an account or from recordings, in place of the sandbox's own operations; null if it does neither. */
export function openRecordings(app: FastifyInstance, context: RecordingsContext) {
  const { settings, processes, memory, tokens, now } = context;
  const { record, replay: folder, keepNames: names, maxUploadBytes, maxJsonBytes } = settings;
  // In base64 a file is a third longer.
  const maxBodyBytes = Math.ceil((maxUploadBytes * 4) / 3) + maxJsonBytes;
  if (record) {
    const { upstream: url, keepValues } = record;
    const options = { url, keepValues, names, ownAddress: () => ownAddress(app, settings), memory, now };
    const cassette = Cassette.record(record.folder);
    const upstream = openUpstream(cassette, processes, options);
    const check = settings.check ? new AnswerCheck((name) => upstream.conceal(name)) : null;
    const serve = (scope: FastifyInstance, faults: Faults) => {
      void scope.register(async (callbacks) => takeCallbacks(callbacks, upstream.callbacks));
      const answer: Answering = (...exchange) => passOn(upstream, tokens, check, ...exchange);
      serveAll(scope, { settings, faults, tokens, maxBodyBytes, answer });
    };
    return { serve, rewind: () => {}, close: () => upstream.close(), check };
  }
  if (folder === null) return null;
  const recordings = new Replay(Cassette.replay(folder), names);
  return {
    serve: (scope: FastifyInstance, faults: Faults) => {
      const answer: Answering = (...exchange) => replay(recordings, context, ...exchange);
      serveAll(scope, { settings, faults, tokens, maxBodyBytes, answer });
    },
    rewind: () => recordings.rewind(),
    close: async () => {},
    check: null,
  };
}

/** A folder that cannot be recorded in is not kept from another sandbox. */
function openUpstream(cassette: Cassette, ...others: [Processes, UpstreamOptions]): Upstream {
  try {
    return new Upstream(cassette, ...others);
  } catch (error) {
    cassette.close();
    throw error;
  }
}

/** How the account reaches this sandbox; null if it cannot. */
function ownAddress({ listeningOrigin }: FastifyInstance, { record, publicUrl }: Settings): string | null {
  if (publicUrl || !record || !isLoopback(new URL(record.upstream).hostname)) return publicUrl;
  // What stands for all addresses is none to call.
  return listeningOrigin.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
}

/** Whoever knows the address, which nobody can guess, may call back. */
function takeCallbacks(app: FastifyInstance, relay: CallbackRelay): void {
  const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
  keepBodies(app, () => LONGEST_CALLBACK);
  app.addHook('onRequest', async (request) => {
    relay.awaitedAs(idOf(request));
    request.admit();
  });
  app.all('/_sandbox/callbacks/:id', async (request, reply) => {
    const { httpStatus, answer } = await relay.callBack(idOf(request), request);
    // Fastify knows no status from 600 on; some send 999.
    reply.raw.statusCode = httpStatus;
    return reply.type('text/plain').send(answer);
  });
}

type ServedAll = {
  settings: Settings;
  faults: Faults;
  tokens: Tokens;
  maxBodyBytes: number;
  answer: Answering;
};

/**
 * Answers every request but the sandbox's own ones. Where others reach it, only those with the token of its user, and what
 * signs in with his password: an account hears nothing of strangers.
 */
function serveAll(app: FastifyInstance, { settings, faults, tokens, maxBodyBytes, answer }: ServedAll): void {
  void app.register(async (scope) => {
    // Without an authorization only what signs in is answered.
    keepBodies(scope, ({ headers }) => (headers.authorization ? maxBodyBytes : SIGN_IN_LIMIT));
    scope.addHook('onRequest', async (request) => {
      // Misspelt, it is none of the account's either.
      if (/^\/+_sandbox\b/i.test(pathOf(request))) throw noSuchOperation(`${request.method} ${pathOf(request)}`);
    });
    scope.addHook('onRequest', async ({ headers, stranger, admit }) => {
      if (stranger && (headers.authorization || 'x-sandbox-fault' in headers)) tokens.check(headers.authorization);
      if (headers.authorization) admit();
    });
    applyFaults(scope, faults);
    // Node would write the headers with a text, and in its encoding.
    scope.addHook('onSend', async (_request, _reply, payload) =>
      typeof payload === 'string' && payload !== '' ? Buffer.from(payload) : payload,
    );
    scope.all('/*', async (request, reply) => {
      const received = await readParameters(request, request.body as Upload | undefined);
      await note(request, received);
      if (request.stranger) askForPassword(request, received, settings);
      const answered = await answer(received, request, reply);
      if (reply.raw.statusCode < 400) request.admit();
      return answered;
    });
  });
}

/**
 * Refuses what has neither a token nor the password. What looks for holes at every public address, and has no text, is no
 * guess; with many texts it would be many.
 */
function askForPassword(request: FastifyRequest, { parameters }: ReceivedParameters, { password }: Settings): void {
  const texts = Object.values(parameters).filter((value) => typeof value === 'string');
  const refuse = () => {
    throw invalidAuthorization('the Authorization header is missing, and the password in SANDBOX_PASSWORD as well');
  };
  if (texts.length === 0 || texts.length > MOST_OF_SIGN_IN) refuse();
  signInOf(request, () => texts.some((text) => isSame(text, password)) || refuse());
}

/** Texts beside a password, such as a name and a tenant. */
const MOST_OF_SIGN_IN = 10;

/** Bodies go to disk as they come, so that they are passed on byte for byte. */
function keepBodies(app: FastifyInstance, limitOf: (request: FastifyRequest) => number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const [file, limit] = [request.folder.newFile(), limitOf(request)];
    const { stranger } = request;
    let taken = 0;
    void request.answered.then(() => stranger?.disk.free(taken));
    try {
      for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
        const { length } = chunk as Buffer;
        stranger?.disk.take(length);
        taken += length;
        file.write(chunk as Buffer);
        if (file.size > limit) throw tooLarge('body', `more than ${limit} bytes`);
      }
    } catch (error) {
      file.abandon();
      throw error;
    }
    return file.end();
  });
}

async function passOn(
  upstream: Upstream,
  tokens: Tokens,
  check: AnswerCheck | null,
  received: ReceivedParameters,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  say(request, { mode: 'upstream', file: null, requestId: null });
  if (OWN_HEADER in request.headers) {
    void reply.headers(OWN_REQUEST);
    throw isNoAccount();
  }
  const { answer, file } = await upstream.pass(request, received);
  const { status, headers, bytes, text, unread } = answer;
  say(request, { mode: 'upstream', file, requestId: requestIdIn(text) });
  if (status < 400 && isSignIn(pathOf(request), received.parameters, request.headers))
    tokens.adopt(tokensIn(parsed(text, MOST_MEMBERS) ?? text));
  await check?.hold({ path: pathOf(request), kind: received.kind, status, text: unread ? null : text });
  reply.raw.statusCode = status;
  return reply
    .headers(headers)
    .serializer(asWritten)
    .send(unread ?? (isUtf8(bytes) && Buffer.from(text).equals(bytes) ? text : bytes));
}

/** What an answer calls a token: the interface does not show how. A text alone is one; what is below such a name may be. */
function tokensIn(value: unknown, isNamed = typeof value === 'string', isBelow = false): string[] {
  if (typeof value === 'string') {
    const token = value.trim().replace(/^Bearer\s+/i, '');
    const isToken = isNamed || (isBelow && LIKE_A_TOKEN.test(token));
    return isToken && token.length >= SHORTEST_TOKEN ? [token] : [];
  }
  const isList = Array.isArray(value);
  return Object.entries(value ?? {}).flatMap(([name, member]) => {
    if (isList) return tokensIn(member, isNamed, isBelow);
    const isToken = TOKEN_NAME.test(name) && !OF_TOKEN.test(name);
    return tokensIn(member, isToken, (isToken || isBelow) && !OF_TOKEN.test(name));
  });
}

const SHORTEST_TOKEN = 8;
const TOKEN_NAME = /token|jwt|bearer|authorization|session|api[-_]?key|^(?:access|refresh)$/i;
/** Names of what everybody knows of a token. */
const OF_TOKEN = /type|scope|ur[il]|endpoint|client|expir|issue|format/i;
/** With a digit, and neither an address nor a date. */
const LIKE_A_TOKEN = /^(?=.*\d)(?!\d{4}-\d\d-\d\d)[^@\s]+$/;

/** Fastify would add a charset to the type of JSON. A failure may follow. */
const asWritten = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

async function replay(
  recordings: Replay,
  { processes, tokens }: RecordingsContext,
  { kind, parameters, json, text: sent }: ReceivedParameters,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { method, id: requestId, startedAt, headers } = request;
  const path = pathOf(request);
  say(request, { mode: 'replayed', file: null, requestId: null });
  const signsIn = isSignIn(path, parameters, headers);
  const isRecorded = recordings.has({ method, path });
  const mayAsk = signsIn && (isRecorded || asksForToken(path, parameters));
  if (!headers.authorization && !mayAsk) throw invalidAuthorization('the Authorization header is missing');
  // A workflow was recorded with a token, and is replayed with a sign-in.
  if (signsIn && !isRecorded) return successEnvelope({ requestId, startedAt }, OK, tokens.create('replayed-'));
  const found = await recordings.find({ method, path, kind, parameters, text: sent, headers }, requestId);
  const { file, ids } = found;
  const { answer, callbacks: recordedCallbacks } = found.recording;
  const newToken = () => tokens.create('replayed-').accessToken;
  const text = replayedText(answer.body, found, newToken);
  request.folder.takeForAnswer(bytesOf(text));
  say(request, { mode: 'replayed', file, requestId: ids.requestId?.recorded ?? requestIdIn(text) });
  if ('missing' in answer.body) throw notRecordedBody(answer.body.missing, file);
  const isStart = ids.processId !== null || recordedCallbacks.length > 0;
  if (isStart && isObject(json?.['webhook'])) {
    processes.refuseIfFull();
    const webhook = webhookIn(json['webhook']);
    if (!webhook) throw wrongParameter('webhook', 'nobody can be called back at this webhook');
    const process = processes.adopt(
      {
        ...{ id: ids.processId?.replayed ?? randomUUID(), kind: processKindOf(path), webhook, requestId },
        ...traceContextIn(request.headers),
      },
      'replayed',
      file,
    );
    const callbacks = recordedCallbacks.map((callback) => {
      const sent = replayedText(callback, found, newToken);
      return { text: sent, failed: isFailure(parsed(sent)) };
    });
    const { answered, callbackFault } = request;
    await processes.replay(process, callbacks, { answered, callbackFault: parseCallbackFault(callbackFault) });
  }
  reply.raw.statusCode = answer.status;
  const bytes = 'base64' in answer.body ? Buffer.from(answer.body.base64, 'base64') : null;
  return reply
    .headers(answer.headers)
    .serializer(asWritten)
    .send(bytes ?? text);
}

/** What the console shows of the request: what was sent, and the document. */
async function note(request: FastifyRequest, received: ReceivedParameters): Promise<void> {
  const { logEntry, folder } = request;
  const { parts, json, parameters, documents } = received;
  const isHidden = isSignIn(pathOf(request), parameters, request.headers);
  logEntry?.receive({ parts, json: isHidden ? hideSecrets(parameters, [], true) : json });
  const [document] = documents;
  if (!document) return;
  const password = parameters['filePassword'];
  try {
    const known = { path: document.path, size: document.size, format: await detectFormat(document.path) };
    folder.document = { ...known, password: decodePassword(typeof password === 'string' ? password : undefined) };
  } catch {
    // It cannot be shown; the account, or the recording, says why.
  }
}

const say = ({ logEntry }: FastifyRequest, recording: NonNullable<FastifyRequest['logEntry']>['recording']) => {
  if (logEntry) logEntry.recording = recording;
};

/** A text of its own: a piece of the answer would keep all of it in memory. */
function requestIdIn(text: string): string | null {
  const [, found] = /"requestId"\s*:\s*"([^"]{1,200})/.exec(text) ?? [];
  return found === undefined ? null : Buffer.from(found).toString();
}
