import {
  ApplicationError,
  type IAuthenticate,
  type ICredentialDataDecryptedObject,
  type ICredentialTestRequest,
  type ICredentialType,
  type IDataObject,
  type IHttpRequestHelper,
  type INodeProperties,
  type Icon,
} from 'n8n-workflow';
import { signIn } from './sign-in';

const whenSigningIn = { show: { authentication: ['signIn'] } };

// A day in the past of which the summary can be asked; asking it bills nothing.
const DAY = "{{ $now.toUTC().minus({ days: 1 }).toFormat('yyyy-MM-dd') }}";

// An answer without a status code, e.g. a web page, is none of the service's.
const NOT_THE_SERVICE = 'Something else than the service answers at this address. Check the base URL.';

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
      description: 'The address of the service, with or without a slash at its end',
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
          description: 'A request that obtains a token, and a new one when it has expired',
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
      description: 'The token sent as <code>Authorization: Bearer</code>',
    },
    {
      displayName: 'Sign-In Path',
      name: 'signInPath',
      type: 'string',
      displayOptions: whenSigningIn,
      default: 'user/authenticate',
      description: 'The path of the sign-in operation, below the base URL',
    },
    {
      displayName: 'Sign-In Body',
      name: 'signInSecret',
      type: 'string',
      typeOptions: { password: true },
      displayOptions: whenSigningIn,
      default: '',
      placeholder: 'e.g. {"username": "…", "password": "…"}',
      description: 'The JSON your provider has told you to send',
    },
    {
      displayName: 'Token Location',
      name: 'answerLocation',
      type: 'string',
      displayOptions: whenSigningIn,
      default: 'result.accessToken',
      placeholder: 'e.g. result.accessToken',
      description: 'Where in the answer the token stands, names separated by dots',
    },
    {
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
    {
      displayName: 'Callback Secret',
      name: 'callbackSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'A long random text by which callbacks are recognised as asked for. Derived from the token, or the sign-in, when empty.',
    },
  ];

  authenticate: IAuthenticate = async (credentials, request) => ({
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${tokenOf(credentials)}` },
  });

  test: ICredentialTestRequest = {
    request: {
      method: 'POST',
      url: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}/billing/daily-summary',
      body: { startDate: `=${DAY} 00:00:00.000Z`, endDate: `=${DAY} 23:59:59.999Z` },
      disableFollowRedirect: true,
    },
    rules: [undefined, 'E100', 'R101', 'R117', 'R130'].map((value) => ({
      type: 'responseSuccessBody',
      properties: {
        key: 'status.code',
        value,
        message: value
          ? `The service did not accept the request (${value}). Check the base URL and the token.`
          : NOT_THE_SERVICE,
      },
    })),
  };

  async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
    return credentials['authentication'] === 'signIn' ? { sessionToken: await signIn(this, credentials) } : {};
  }
}

function tokenOf(credentials: ICredentialDataDecryptedObject): string {
  const token = credentials['authentication'] === 'signIn' ? credentials['sessionToken'] : credentials['accessToken'];
  const text = String(token ?? '').trim();
  if (text !== '') return text;
  throw new ApplicationError('The credential has no access token. Open it and give one, or let it sign in.', {
    level: 'warning',
  });
}
