import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { sessionTokenOf } from './session';

// What people copy along with a token.
const BEFORE_TOKEN = /^(?:[\s"'`]|authorization:|bearer(?=[\s"'`]|$))+/i;
const AFTER_TOKEN = /[\s"'`]/;

/** A token as it is sent after `Bearer`, without what was copied along: white space, quotes, `Bearer` itself. */
export function cleanToken(pasted: string): string {
  const text = pasted.replace(BEFORE_TOKEN, '');
  let end = text.length;
  while (end > 0 && AFTER_TOKEN.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The token of a credential as it is sent, whichever way it authenticates, or what is wrong with it. */
export function accessTokenOf(credentials: ICredentialDataDecryptedObject): string | ValidationError {
  const signsIn = credentials['authentication'] === 'signIn';
  const token = cleanToken(signsIn ? sessionTokenOf(credentials) : String(credentials['accessToken'] ?? ''));
  if (token === '')
    return new ValidationError('The credential has no access token', 'Open it and enter one, or let it sign in.');
  // The error of the HTTP client would not say what is meant.
  if (!/[^\t -~\u0080-\u00ff]/.test(token)) return token;
  return signsIn
    ? new ValidationError(
        'The token in the response to the sign-in has a character that cannot be sent, e.g. a line break',
        'Check the "Token Location" of the credential.',
      )
    : new ValidationError(
        'The "Access Token" of the credential has a character that cannot be sent, e.g. a line break or a curly quote',
        'Open the credential and paste the token again.',
      );
}
