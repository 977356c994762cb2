import {
  type IAuthenticate,
  type ICredentialDataDecryptedObject,
  type ICredentialType,
  type IDataObject,
  type IHttpRequestHelper,
  type INodeProperties,
  type Icon,
} from 'n8n-workflow';
import { AuthenticationError } from '../nodes/DocumentProcessing/common/errors';
import { accessTokenOf } from '../nodes/DocumentProcessing/transport/credential';
import { sessionOf, signInKeyOf } from '../nodes/DocumentProcessing/transport/session';
import { signIn } from '../nodes/DocumentProcessing/transport/sign-in';

const whenSigningIn = { show: { authentication: ['signIn'] } };

export class DocumentProcessingApi implements ICredentialType {
  name = 'documentProcessingApi';

  displayName = 'Document Processing API';

  icon: Icon = {
    light: 'file:../nodes/DocumentProcessing/documentProcessing.svg',
    dark: 'file:../nodes/DocumentProcessing/documentProcessing.dark.svg',
  };

  documentationUrl = 'https://github.com/n8n-nodes-document-processing/n8n-nodes-document-processing#credential';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com',
      description: 'The URL of the service, with or without a slash at the end',
    },
    {
      displayName: 'Authentication',
      name: 'authentication',
      type: 'options',
      options: [
        { name: 'Access Token', value: 'accessToken', description: 'A token you already have' },
        {
          name: 'Sign-In Request',
          value: 'signIn',
          description: 'A request that gets a token, and a new one when it expires',
        },
      ],
      default: 'accessToken',
    },
    {
      displayName: 'Access Token',
      name: 'accessToken',
      type: 'string',
      typeOptions: { password: true },
      displayOptions: { show: { authentication: ['accessToken'] } },
      default: '',
      required: true,
      description: 'The token sent as <code>Authorization: Bearer</code>',
    },
    {
      displayName: 'Sign-In Path',
      name: 'signInPath',
      type: 'string',
      displayOptions: whenSigningIn,
      default: 'user/authenticate',
      description: 'The path of the sign-in operation, relative to the base URL',
    },
    {
      displayName: 'Sign-In Body',
      name: 'signInSecret',
      type: 'string',
      typeOptions: { password: true },
      displayOptions: whenSigningIn,
      default: '',
      placeholder: 'e.g. {"username": "…", "password": "…"}',
      description: 'The JSON object that your provider told you to send',
    },
    {
      displayName: 'Token Location',
      name: 'answerLocation',
      type: 'string',
      displayOptions: whenSigningIn,
      default: 'result.accessToken',
      placeholder: 'e.g. result.accessToken',
      description:
        'The path of the token in the response, e.g. result.accessToken or result.tokens[0].value; $ if the response is the token itself',
    },
    {
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
    // What the session token was got with.
    {
      displayName: 'Session Token Key',
      name: 'sessionTokenKey',
      type: 'hidden',
      typeOptions: { password: true },
      default: '',
    },
    {
      displayName: 'Own Callback Secret',
      name: 'callbackSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'A long random text that signs callbacks, so that others are rejected. Enter the same in each credential that ' +
        'receives them. If empty, the token or the sign-in body signs them.',
    },
    {
      displayName: 'Previous Callback Secret',
      name: 'previousCallbackSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'The callback secret, access token or sign-in body from before you changed it. ' +
        'Results of requests sent with it are still accepted. Empty it once they are in.',
    },
  ];

  authenticate: IAuthenticate = async (credentials, request) => {
    const token = accessTokenOf(credentials);
    if (typeof token !== 'string') throw new AuthenticationError(`${token.message}. ${token.description}`);
    return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
  };

  /** n8n calls it where there is no session token, and after a 401 to one of its own nodes. */
  async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
    if (credentials['authentication'] !== 'signIn') return {};
    const session = sessionOf(credentials);
    const refused = String(credentials['sessionToken'] ?? '');
    if (refused !== '') session.refuse(refused);
    const sessionToken = await session.open(
      async () => await signIn(async (options) => await this.helpers.httpRequest(options), credentials),
    );
    return { sessionToken, sessionTokenKey: signInKeyOf(credentials) };
  }
}
