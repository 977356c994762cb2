import { ValidationError } from '../common/errors';

/** The URL of a path below the credential's base URL. The token goes along, so the host is always the credential's. */
export function serviceUrl(baseUrl: string, path: string): string {
  const base = baseUrl.trim().replace(/(?<!\/)\/+$/, '');
  if (isWebUrl(base)) return `${base}/${path.replace(/^\/+/, '')}`;
  throw new ValidationError(
    'The "Base URL" of the credential is not a valid URL',
    'Open the credential and enter the whole URL of the service, e.g. https://api.example.com.',
  );
}

/** A URL from a parameter, checked to be an absolute HTTP or HTTPS URL. */
export function checkUrl(text: string, parameter: string): string {
  if (isWebUrl(text)) return text;
  throw new ValidationError(
    `The parameter "${parameter}" is not a valid URL`,
    'Enter a whole URL that begins with https:// or http://.',
  );
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
