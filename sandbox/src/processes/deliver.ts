import type { Delivery } from '../store/processes.ts';
import { spoilBody, spoilSecret, type CallbackFault } from './callbackFault.ts';
import { postCallback } from './callback.ts';
import type { CertificateSource } from './certificate.ts';
import { maskUrl, urlWithQuery, type NameAndValue, type Webhook } from './webhook.ts';

export type DeliveryContext = {
  certificates: CertificateSource;
  ca: string | null;
  timeoutMs: number;
  now(): number;
  record(delivery: Delivery): void;
};

/** Brings a result to its webhook; the other address is tried only where communication with the first failed. */
export async function deliver(
  processId: string,
  webhook: Webhook,
  outcome: Record<string, unknown>,
  fault: CallbackFault,
  context: DeliveryContext,
): Promise<boolean> {
  const body = spoilBody(outcome, fault);
  const tryTarget = (target: Delivery['target'], url: string) =>
    attempt({ processId, target, url, webhook, body, fault }, context);
  if (await tryTarget('url', webhook.url)) return true;
  return webhook.fallbackUrl ? tryTarget('fallbackUrl', webhook.fallbackUrl) : false;
}

type Attempt = {
  processId: string;
  target: Delivery['target'];
  url: string;
  webhook: Webhook;
  body: string;
  fault: CallbackFault;
};

async function attempt(
  { processId, target, url, webhook, body, fault }: Attempt,
  context: DeliveryContext,
): Promise<boolean> {
  const started = performance.now();
  const secrets = (pairs: NameAndValue[]) =>
    fault.noSecret ? [] : pairs.map(({ name, value }) => ({ name, value: spoilSecret(value, fault) }));
  const address = urlWithQuery(url, secrets(webhook.queryStrings));
  const delivery: Delivery = { ...NOT_YET, processId, at: context.now(), target, url: maskUrl(address) };
  try {
    const certificate = webhook.mtls ? await context.certificates.get() : null;
    delivery.certificate = certificate?.origin ?? null;
    const { ca, timeoutMs } = context;
    Object.assign(
      delivery,
      await postCallback({
        url: address,
        headers: asHeaders(secrets(webhook.headers)),
        body,
        certificate,
        ca,
        timeoutMs,
      }),
    );
  } catch (error) {
    delivery.error = (error as Error).message;
  }
  context.record({ ...delivery, milliseconds: Math.round(performance.now() - started) });
  return delivery.error === null;
}

const NOT_YET = { milliseconds: 0, httpStatus: null, answer: null, error: null, certificate: null };

/** Null-prototype, and a name given twice is sent twice. */
function asHeaders(pairs: NameAndValue[]): Record<string, string | string[]> {
  const headers = Object.create(null) as Record<string, string | string[]>;
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    const earlier = headers[key];
    headers[key] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}
