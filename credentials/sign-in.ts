import { ApplicationError, type ICredentialDataDecryptedObject, type IHttpRequestHelper } from 'n8n-workflow';

/**
 * Gets a token with the request that the credential describes. The service interface names the sign-in operation, but
 * shows neither its request nor its response ("Authentication").
 */
export async function signIn(
  { helpers }: IHttpRequestHelper,
  credentials: ICredentialDataDecryptedObject,
): Promise<string> {
  const text = (name: string): string => String(credentials[name] ?? '').trim();
  const response: unknown = await helpers
    .httpRequest({
      method: 'POST',
      url: `${text('baseUrl').replace(/\/+$/, '')}/${text('signInPath').replace(/^\/+/, '')}`,
      body: parseBody(text('signInSecret')),
      json: true,
      disableFollowRedirect: true,
    })
    .catch((error: { response?: { status?: number }; code?: string }) => ({
      rejected: error.response?.status ?? error.code,
    }));
  return readToken(response, text('answerLocation'));
}

function parseBody(text: string): object {
  const body = parse(text);
  // Nothing of the cause goes in: the parser's message quotes the body, and with it the password.
  if (!isObject(body) || Array.isArray(body))
    throw new ApplicationError('The "Sign-In Body" of the credential is not a JSON object', { level: 'warning' });
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readToken(response: unknown, location: string): string {
  const token = location
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), response);
  if (typeof token === 'string' && token !== '') return token;
  const rejected = isObject(response) && 'rejected' in response ? ` (${String(response['rejected'])})` : '';
  throw new ApplicationError(
    rejected
      ? `The sign-in was rejected${rejected}. Check the "Sign-In Path" and "Sign-In Body" of the credential.`
      : `The response to the sign-in has no token at "${location}". Check the "Token Location" of the credential.`,
    { level: 'warning' },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
