import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { ClientCertificate } from './certificate.ts';

const LONGEST_ANSWER = 2048;

export type CallbackRequest = {
  url: string;
  headers: Record<string, string | string[]>;
  body: string;
  certificate: ClientCertificate | null;
  /** Trusted beside the usual authorities. */
  ca: string | null;
  timeoutMs: number;
};

export type CallbackAnswer = { httpStatus: number; answer: string };

/**
 * One POST. Any HTTP answer is an answer; only a failed communication throws. Redirects are not followed: they would
 * carry the credentials off.
 */
export function postCallback({
  url,
  headers,
  body,
  certificate,
  ca,
  timeoutMs,
}: CallbackRequest): Promise<CallbackAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallbackAnswer>();
  const bytes = Buffer.from(body);
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, 'content-length': bytes.length },
    signal: AbortSignal.timeout(timeoutMs),
    agent: false as const,
    ...(ca ? { ca: [...rootCertificates, ca] } : {}),
    ...(certificate ? { cert: certificate.cert, key: certificate.key } : {}),
  };
  const outgoing = send(url, options, (incoming) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (size < LONGEST_ANSWER) chunks.push(chunk);
      size += chunk.length;
    });
    const finish = () =>
      resolve({
        httpStatus: incoming.statusCode ?? 0,
        answer: Buffer.concat(chunks).toString('utf8').slice(0, LONGEST_ANSWER),
      });
    incoming.on('end', finish).on('error', finish);
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) =>
    reject(new Error(error.code ? `${error.code}: ${error.message}` : error.message)),
  );
  outgoing.end(bytes);
  return promise;
}
