import { Refusal } from '../common/errors';

/**
 * The whole address of a path below the credential's base URL; any other host is refused, because the token goes along.
 */
export function serviceUrl(baseUrl: string, path: string): string {
  const base = baseUrl.trim().replace(/\/+$/, '');
  if (!isWebAddress(base)) {
    throw new Refusal(
      'The "Base URL" of the credential is not a valid URL',
      'Open the credential and give the whole address of the service, e.g. https://api.example.com.',
    );
  }
  const url = `${base}/${path.replace(/^\/+/, '')}`;
  if (new URL(url).origin === new URL(base).origin) return url;
  throw new Refusal('The path leads to another host', 'Give a path below the base URL of the credential.');
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An address people gave, which must be of the web. */
export function checkUrl(text: string, parameter: string): string {
  if (isWebAddress(text)) return text;
  throw new Refusal(
    `The parameter "${parameter}" is not a valid URL`,
    'Give a whole address that begins with https:// or http://.',
  );
}
