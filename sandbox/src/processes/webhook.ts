import { wrongParameter } from '../errors.ts';

export type NameAndValue = { name: string; value: string };

/** Where a result goes, and what goes with it. */
export type Webhook = {
  url: string;
  fallbackUrl: string | null;
  headers: NameAndValue[];
  queryStrings: NameAndValue[];
  mtls: boolean;
};

type Given = {
  url: string;
  fallbackUrl?: string;
  authorization?: { headers?: NameAndValue[]; queryStrings?: NameAndValue[]; mtls?: boolean };
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers that belong to the connection; sending them as told would break the callback. */
const OF_THE_CONNECTION = ['host', 'content-length', 'transfer-encoding', 'connection'];

export function asWebhook({ url, fallbackUrl, authorization = {} }: Given): Webhook {
  checkUrl('webhook.url', url);
  if (fallbackUrl) checkUrl('webhook.fallbackUrl', fallbackUrl);
  const { headers = [], queryStrings = [], mtls = false } = authorization;
  for (const header of headers) checkHeader(header);
  return { url, fallbackUrl: fallbackUrl || null, headers, queryStrings, mtls };
}

function checkUrl(name: string, text: string): void {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw wrongParameter(name, `${name} is not an http or https URL`);
}

function checkHeader({ name, value }: NameAndValue): void {
  const usable = HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !OF_THE_CONNECTION.includes(name.toLowerCase());
  if (!usable)
    throw wrongParameter('webhook.authorization.headers', `the header ${JSON.stringify(name)} cannot be sent`);
}

/** Adds to the URL's query without touching what it has: a query may be signed. */
export function urlWithQuery(url: string, pairs: NameAndValue[]): string {
  if (pairs.length === 0) return url;
  const [address = '', fragment] = url.split('#', 2);
  const added = pairs.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${added}${fragment === undefined ? '' : `#${fragment}`}`;
}

const HIDDEN = '•••';

/** What may be shown of a URL: not the values of its query, they may be tickets. */
export function maskUrl(url: string): string {
  const [address = '', query] = url.replace(/\/\/[^/@?#]*@/, `//${HIDDEN}@`).split('?', 2);
  if (query === undefined) return address;
  return `${address}?${query.replace(/=[^&#]*/g, `=${HIDDEN}`)}`;
}

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
