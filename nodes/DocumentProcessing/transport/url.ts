import { ValidationError } from '../common/errors';

/** The URL of a path below the credential's base URL. The token goes along, so the host is always the credential's. */
export function serviceUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = checkBaseUrl(baseUrl.trim());
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** The messages do not repeat the URL: a password may stand in it. */
function checkBaseUrl(base: string): URL {
  if (!/^https?:\/\/[^/]/i.test(base) || /[\s\\]/.test(base) || !URL.canParse(base)) {
    throw new ValidationError(
      'The "Base URL" of the credential is not a valid URL',
      'Open the credential and enter the whole URL of the service, e.g. https://api.example.com.',
    );
  }
  if (/^[^:]+:\/\/[^/?#]*@/.test(base)) {
    throw new ValidationError(
      'The "Base URL" of the credential contains a user name or a password',
      'Open the credential and remove what stands before the "@": the service takes only the access token.',
    );
  }
  if (/[?#]/.test(base)) {
    throw new ValidationError(
      'The "Base URL" of the credential contains a "?" or a "#"',
      'Open the credential and remove it with all that follows: the path of each operation is appended to the URL.',
    );
  }
  return new URL(base);
}

/** Whether a text is an absolute HTTP or HTTPS URL. */
export const isHttpUrl = (text: string): boolean =>
  // JavaScript's own reading also takes "https:example.com", and passes over line breaks.
  /^https?:\/\/[^/\\\s]\S*$/i.test(text) && URL.canParse(text);
