import type { IncomingMessage } from 'node:http';
import * as tls from 'node:tls';
import { corruptSecret, type CallbackFault } from '../faults.ts';
import { sendRequest, type FailedRequest } from '../outgoing.ts';
import { OWN_REQUEST, reachedAs, type Settings } from '../settings.ts';
import type { Delivery, NameAndValue, Webhook } from './processStore.ts';
import type { Upload } from '../upload/upload.ts';
import { maskUrl, urlWithQuery } from './webhook.ts';

/** In bytes, of an answer. There may be many. */
const LONGEST_ANSWER = 1000;
const LONGEST_ERROR = 2048;

export type DeliveryContext = {
  certificates: CertificateSource;
  ca: string | null;
  localhost: string | null;
  timeoutMs: number;
  now(): number;
};

export type Attempt = {
  processId: string;
  target: Delivery['target'];
  url: string;
  webhook: Webhook;
  /** Writes what is sent; that it cannot is a reason to try again later. */
  bodyOf(): Promise<Upload>;
  fault: CallbackFault;
};

/** Calls an address. What its answer begins with comes later; null if nobody has answered. */
export async function deliver(
  { processId, target, url, webhook, bodyOf, fault }: Attempt,
  { certificates, now, ...context }: DeliveryContext,
): Promise<{ delivery: Delivery; answer: Promise<string> | null }> {
  const started = performance.now();
  const secrets = (pairs: NameAndValue[]) =>
    fault.noSecret ? [] : pairs.map(({ name, value }) => ({ name, value: corruptSecret(value, fault) }));
  const address = urlWithQuery(url, secrets(webhook.queryStrings));
  const delivery: Delivery = { ...NO_OUTCOME, processId, at: now(), target, url: maskUrl(address) };
  let answer: Promise<string> | null = null;
  try {
    const certificate = webhook.mtls ? await certificates.get() : null;
    delivery.certificate = certificate?.origin ?? null;
    const headers = withTrace(asHeaders(secrets(webhook.headers)), webhook);
    const called = { url: reachedAs(address, context), headers, body: await bodyOf(), certificate, ...context };
    ({ httpStatus: delivery.httpStatus, answer } = await postCallback(called));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // That of a certificate has all names for which it is valid.
    delivery.error = (code ? `${code}: ${message}` : message).slice(0, LONGEST_ERROR);
  }
  delivery.milliseconds = Math.round(performance.now() - started);
  return { delivery, answer };
}

const NO_OUTCOME = { milliseconds: 0, httpStatus: null, answer: null, error: null, certificate: null };

type CallbackHeaders = Record<string, string | string[]>;

/** Without a prototype; a name given twice is sent twice. */
function asHeaders(pairs: NameAndValue[]): CallbackHeaders {
  const headers = Object.create(null) as CallbackHeaders;
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    const earlier = headers[key];
    headers[key] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}

/** A trace that the webhook asks for goes before that of the request. */
function withTrace(headers: CallbackHeaders, { traceparent, tracestate }: Webhook): CallbackHeaders {
  if (!traceparent || headers['traceparent'] !== undefined) return headers;
  headers['traceparent'] = traceparent;
  if (tracestate) headers['tracestate'] ??= tracestate;
  return headers;
}

type CallbackRequest = {
  url: URL;
  headers: CallbackHeaders;
  body: Upload;
  certificate: ClientCertificate | null;
  /** A certificate authority (PEM) trusted in addition to the usual ones. */
  ca: string | null;
  timeoutMs: number;
};

/** Also those of NODE_EXTRA_CA_CERTS and of the system, which an older Node does not tell. */
const usualAuthorities = () => (tls as Partial<typeof tls>).getCACertificates?.('default') ?? tls.rootCertificates;

/** One for all callbacks: each takes a megabyte, which V8 does not count. */
const contexts = new Map<string, tls.SecureContext>();

function secureContextOf(ca: string | null, certificate: ClientCertificate | null): tls.SecureContext {
  const { cert, key } = certificate ?? {};
  const name = `${ca} ${cert}`;
  const context =
    contexts.get(name) ??
    tls.createSecureContext({
      ...(ca ? { ca: [...usualAuthorities(), ca] } : {}),
      ...(cert && key ? { cert, key } : {}),
    });
  contexts.set(name, context);
  return context;
}

type CallbackAnswer = { httpStatus: number; answer: Promise<string> };

/** Aborts after a time, but not before what has come meanwhile is read: a computer that slept has it all at once. */
function afterPending(milliseconds: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => setImmediate(() => late.abort()), milliseconds).unref();
  return late.signal;
}

/** Sends one POST. Any HTTP answer resolves, also one whose head goes on as no parser takes it, or breaks off. */
async function postCallback({
  url,
  headers,
  body,
  certificate,
  ca,
  timeoutMs,
}: CallbackRequest): Promise<CallbackAnswer> {
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, 'content-length': body.size, ...OWN_REQUEST },
    signal: afterPending(timeoutMs),
    ...(ca || certificate ? { secureContext: secureContextOf(ca, certificate) } : {}),
  };
  try {
    const incoming = await sendRequest(url, options, body);
    return { httpStatus: incoming.statusCode ?? 0, answer: readAnswer(incoming) };
  } catch (error) {
    const { received = '' } = error as FailedRequest;
    const [, status] = STATUS_LINE.exec(received) ?? [];
    if (status === undefined) throw error;
    return { httpStatus: Number(status), answer: Promise.resolve(received.slice(0, LONGEST_ANSWER)) };
  }
}

const STATUS_LINE = /^\s*HTTP\/\d\S* ([2-9]\d\d)(?!\d)/i;

const LONGEST_ANSWER_MS = 2000;

/** The beginning of an answer is enough to show: it may be slow, or have no end. */
async function readAnswer(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => incoming.destroy(), LONGEST_ANSWER_MS);
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LONGEST_ANSWER) break;
    }
  } catch {
    // Cut off, or too late.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, LONGEST_ANSWER);
}

export type ClientCertificate = { cert: string; key: string; origin: 'configured' | 'self-signed' };

/** The client certificate of callbacks with mutual TLS: the configured one, or a self-signed one. */
export class CertificateSource {
  readonly #settings: Settings;
  #certificate: Promise<ClientCertificate> | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get(): Promise<ClientCertificate> {
    const { mtls } = this.#settings;
    return (this.#certificate ??= mtls ? Promise.resolve({ ...mtls, origin: 'configured' }) : selfSigned());
  }
}

async function selfSigned(): Promise<ClientCertificate> {
  // Slow to load and rarely needed.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'document-processing-sandbox' }], {
    keyType: 'ec',
  });
  return { cert, key, origin: 'self-signed' };
}
