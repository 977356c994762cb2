import { wrongParameter } from '../errors.ts';
import { isObject } from '../json.ts';
import { MOST_PAIRS, type NameAndValue, type ProcessRow, type Webhook } from './processStore.ts';

/** The `webhook` parameter of an asynchronous operation. */
export type WebhookParameter = {
  url: string;
  fallbackUrl?: string;
  authorization?: { headers?: NameAndValue[]; queryStrings?: NameAndValue[]; mtls?: boolean } | null;
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers of the connection itself; a client that set them would break the callback. */
const CONNECTION_HEADERS = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'trailer',
  'upgrade',
  'expect',
];

/** No receiver takes longer headers, and each of them is looked for wherever it might be repeated. */
const LONGEST_WEBHOOK = 16_384;

/** Checks the `webhook` parameter and fills in what is absent. */
export function parseWebhook({ url, fallbackUrl, authorization }: WebhookParameter): Webhook {
  checkUrl('webhook.url', url);
  if (fallbackUrl) checkUrl('webhook.fallbackUrl', fallbackUrl);
  const [headers, queryStrings] = [authorization?.headers ?? [], authorization?.queryStrings ?? []];
  if (!Array.isArray(headers) || !Array.isArray(queryStrings))
    throw wrongParameter('webhook.authorization', 'headers and queryStrings must be lists');
  if (headers.length > MOST_PAIRS || queryStrings.length > MOST_PAIRS)
    throw wrongParameter('webhook.authorization', `more than ${MOST_PAIRS} headers or query strings`);
  for (const header of headers) checkHeader(header);
  for (const pair of queryStrings) checkQueryString(pair);
  if (JSON.stringify([url, fallbackUrl, headers, queryStrings]).length > LONGEST_WEBHOOK)
    throw wrongParameter('webhook', `webhook has more than ${LONGEST_WEBHOOK} characters`);
  return { url, fallbackUrl: fallbackUrl || null, headers, queryStrings, mtls: authorization?.mtls ?? false };
}

/** The webhook of a request that no schema has checked; null if it cannot be called back. */
export function webhookIn(parameter: unknown): Webhook | null {
  try {
    return parseWebhook(parameter as WebhookParameter);
  } catch {
    return null;
  }
}

function checkUrl(name: string, text: string): void {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw wrongParameter(name, `${name} is not an http or https URL`);
}

export const canBeSent = ({ name, value }: NameAndValue) =>
  HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !CONNECTION_HEADERS.includes(name.toLowerCase());

function checkHeader(header: NameAndValue): void {
  if (!canBeSent(header))
    throw wrongParameter('webhook.authorization.headers', `the header ${JSON.stringify(header.name)} cannot be sent`);
}

/** Half of a surrogate pair has no encoding. */
function checkQueryString({ name, value }: NameAndValue): void {
  if (!name.isWellFormed() || !value.isWellFormed())
    throw wrongParameter(
      'webhook.authorization.queryStrings',
      `the query string ${JSON.stringify(name)} cannot be sent`,
    );
}

/** Adds to the query of a URL without changing what is there: it may be signed. What was imported may be half a letter. */
export function urlWithQuery(url: string, pairs: NameAndValue[]): string {
  if (pairs.length === 0) return url;
  const [address = '', fragment] = url.split('#', 2);
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  const added = pairs.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&');
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${added}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Stands for a secret. */
export const HIDDEN = '•••';

/** An address without user name and password, and without the values of its query, which may sign it. */
export function maskUrl(url: string): string {
  // Parsers also take `http:\\user:password@host` for a URL.
  const text = WRITTEN_OUT.test(url) || !URL.canParse(url) ? url : new URL(url).href;
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  const shown = address.replace(/^(\s*[a-z][a-z\d+.-]*:\/\/)?[^/]*@/i, (_, scheme = '') => `${scheme}${HIDDEN}@`);
  const pairs = query
    .split('&')
    .map((pair) => pair.replace(/(?<==).+|^\??[^=?]+$/s, (text) => (text.startsWith('?') ? `?${HIDDEN}` : HIDDEN)));
  return `${shown}${pairs.join('&')}${fragment && `#${HIDDEN}`}`;
}

const WRITTEN_OUT = /^[a-z][a-z\d+.-]*:\/\/[^\s\\]*$/i;

/** A webhook without its secrets. */
export function maskWebhook({ url, fallbackUrl, headers, queryStrings, mtls }: Webhook) {
  const hide = ({ name }: NameAndValue) => ({ name, value: HIDDEN });
  return {
    url: maskUrl(url),
    fallbackUrl: fallbackUrl && maskUrl(fallbackUrl),
    headers: headers.map(hide),
    queryStrings: queryStrings.map(hide),
    mtls,
  };
}

/** The job of a process in whose result something was hidden. */
export const MASKED = { isMasked: true };

/** Whether something was hidden in its webhook or its result: what others are sent must not be that. */
export const isMasked = ({ webhook: { url, fallbackUrl, headers, queryStrings }, job }: ProcessRow) =>
  isResultMasked(job) ||
  [url, fallbackUrl, ...[...headers, ...queryStrings].map(({ value }) => value)].some((text) => text?.includes(HIDDEN));

/** The job of a process that came with an import. */
export const IMPORTED = { isImported: true };

/** It is sent by hand only: who has it to look at need not know whom it calls back. */
export const isImported = ({ job }: ProcessRow) => isObject(job) && job['isImported'] === true;

export const isResultMasked = (job: unknown) => isObject(job) && job['isMasked'] === true;
