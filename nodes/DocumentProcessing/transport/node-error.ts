import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
  ConnectionError,
  EnvelopeError,
  HttpStatusError,
  ITEM_NUMBER,
  ServiceError,
  TimeoutError,
  ValidationError,
  whyUnsent,
} from '../common/errors';
import { asText, leavesOf, own, textOf } from '../common/shape';
import { redact, redactOwn, type Secrets } from './redact';

export type NodeError = NodeApiError | NodeOperationError;

/** What a parameter of the service is called in the editor, and what to do about it. */
export interface EditorParameter {
  label: string;
  advice: string;
}

/** Finds a parameter of the service in the editor; `undefined` if the operation has none of this name. */
type FindParameter = (name: string) => EditorParameter | undefined;

/** As an error shows it: n8n passes it on to an error workflow, and a password may be typed into its parameters. */
export const withoutTypedValues = ({ parameters: { resource, operation }, ...node }: INode): INode => ({
  ...node,
  parameters: { resource, operation },
});

/** The one place that turns whatever was thrown into an error of n8n that names its item. */
export function asNodeError(
  node: INode,
  cause: unknown,
  itemIndex: number,
  secrets: Secrets,
  findParameter?: FindParameter,
): NodeError {
  const failure = cause instanceof ServiceError ? withoutSecrets(cause, secrets) : undefined;
  const { message, description } = failure
    ? describeServiceError(failure, findParameter)
    : describeError(cause, secrets);
  const text = `${message} [item ${itemIndex}]`;
  const shown = withoutTypedValues(node);
  const options = { message: text, description, itemIndex };
  const error = failure
    ? // Nothing of the cause goes in: an error of the HTTP client carries the request's headers, and so the token.
      new NodeApiError(shown, {}, { ...options, httpCode: failure.httpOrNetworkCode })
    : new NodeOperationError(shown, text, options);
  // n8n replaces a message that contains a code such as EPERM, even inside a word, with its own words.
  error.message = text;
  error.description = description;
  error.messages = [];
  if (failure) Object.assign(error.context, contextOf(failure));
  return error;
}

/** With the service's own details as they came: the editor shows `data` when the details of an error are opened. */
function contextOf(failure: ServiceError) {
  const { requestId, errors } = failure.details;
  const code = failure instanceof EnvelopeError ? failure.code : undefined;
  const isMissing = (errors ?? null) === null || (Array.isArray(errors) && errors.length === 0);
  return { requestId, code, ...(!isMissing && { data: { ...(requestId && { requestId }), errors } }) };
}

/** What any error says, without secrets. */
export function describeError(cause: unknown, secrets: Secrets = []): ErrorText {
  if (cause instanceof ServiceError) return describeServiceError(withoutSecrets(cause, secrets));
  const { message, description } = cause as { message?: unknown; description?: unknown };
  const text = {
    message: typeof message === 'string' ? message.replace(ITEM_NUMBER, '') : String(cause),
    description: typeof description === 'string' ? description : '',
  };
  if (!(cause instanceof ValidationError)) return redact(text, secrets);
  const own = redactOwn(text, secrets);
  return { message: withShortValues(own.message), description: withShortValues(own.description) };
}

/** What any error says, as one text. */
export function explainError(cause: unknown, secrets: Secrets): string {
  const { message, description } = describeError(cause, secrets);
  return sentences(message, description);
}

/** Sentences after one another; one that ends with a request ID has no full stop. */
export const sentences = (first: string | null | undefined, second: string): string =>
  !first || !second ? first || second : `${first}${/[.!?…]$/.test(first) ? '' : '.'} ${second}`;

/** The same without secrets in what others have said. */
export function withoutSecrets(failure: ServiceError, secrets: Secrets): ServiceError {
  const { requestId } = failure.details;
  const details = {
    ...redact(failure.details, secrets),
    ...(requestId && { requestId: redactOwn(requestId, secrets) }),
  };
  const code = failure instanceof EnvelopeError ? { code: redactOwn(failure.code, secrets) } : {};
  return Object.assign(Object.create(failure) as ServiceError, { details, ...code });
}

interface ErrorText {
  message: string;
  description: string;
}

type Meaning = [meaning: string, advice: string];
type Meanings = Record<string | number, Meaning>;

/** Own members only: a code may be called `toString`. */
const meaningOf = (table: Meanings, code: string | number) => (Object.hasOwn(table, code) ? table[code] : undefined);

const WRONG_PARAMETER = 'R101';

const RENEW_TOKEN =
  'Renew the access token in the credential, or let the credential sign in by itself. If it does, check its user and the "Token Location".';
const TRY_AGAIN = 'Try again later, or set the option "Repeat Uncertain Requests".';

// The service interface does not show all codes.
const UNKNOWN_CODE =
  'Check the parameters of this item. If it keeps happening, give the request ID to the support of the service.';

// Service interface, "Errors".
export const SERVICE_CODES: Meanings = {
  [WRONG_PARAMETER]: [
    'A specified parameter is wrong',
    'Check the parameters of this item: the one it names, or else the file or its URL, the password of an encrypted PDF, the tags.',
  ],
  R117: ['Invalid authorization data', RENEW_TOKEN],
  R130: [
    'Unsupported file format',
    'Convert the file to a format the service reads, and check that the input is the document you meant.',
  ],
  E100: [
    'The request could not be processed',
    'Try again later. If it keeps happening, give the request ID to the support of the service.',
  ],
};

export const HTTP_STATUS: Meanings = {
  304: [
    'The service answered that nothing has changed, without a result',
    'A cache between n8n and the service may answer in its place: exclude the service from it.',
  ],
  400: ['The service did not understand the request', 'Check the parameters of this item.'],
  401: ['The service did not accept the access token', RENEW_TOKEN],
  402: ['The service asks for a payment', 'Check the account at the provider.'],
  403: ['The service does not allow this request', 'Ask the provider whether your account may use this operation.'],
  404: ['The service does not know this address', 'Check the "Base URL" of the credential, and the path.'],
  405: [
    'The service does not take this method here',
    'Check the "Base URL" of the credential, the path and the method.',
  ],
  407: [
    'A proxy between n8n and the service wants to know who asks',
    'Put its user and password into the proxy variables of n8n, e.g. HTTPS_PROXY.',
  ],
  408: ['The service did not get the whole request in time', 'Try again with a lower "Max Concurrency".'],
  410: ['The service has nothing at this address any more', 'Check the "Base URL" of the credential, and the path.'],
  413: ['The request is too large for the service', 'Send a smaller file, or fewer pages.'],
  429: ['The service receives too many requests', 'Lower the option "Max Concurrency", or raise "Retries".'],
  500: ['The service could not process the request', TRY_AGAIN],
  502: ['The service is not reachable behind its gateway', TRY_AGAIN],
  503: ['The service is busy or under maintenance', 'Try again later, or raise the option "Retries".'],
  504: ['The service took too long behind its gateway', TRY_AGAIN],
};

/** What to do where nothing sent is a file. */
const WITHOUT_FILE = {
  [WRONG_PARAMETER]: 'Check the parameters of this item.',
  413: 'Send less at once.',
};

const CUT: Meaning = [
  'The connection was cut before the whole response came',
  'The service may have processed the request. It is repeated, and may be billed again, only with the option "Repeat Uncertain Requests".',
];

export const CUT_CODES = ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ECONNABORTED', 'ERR_NETWORK'];

export const NETWORK_CODES: Meanings = {
  ECONNREFUSED: [
    'The service refused the connection',
    'Check the "Base URL" of the credential, and that the service is running.',
  ],
  ENOTFOUND: ["The service's host name was not found", 'Check the "Base URL" of the credential.'],
  EAI_AGAIN: ["The service's host name could not be looked up", 'Check the network of this n8n instance.'],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: [
    'The service asks for a client certificate, and n8n has none for it',
    'Ask the provider for another address, or enter that of a proxy of yours that sends the certificate as "Base URL".',
  ],
  ERR_CANCELED: ['The request was canceled', 'The execution was stopped before the response came.'],
  ...Object.fromEntries(CUT_CODES.map((code) => [code, CUT])),
};

/** The message says what happened, with the service's code; the description what to do, with the request ID. */
function describeServiceError(failure: ServiceError, find?: FindParameter): ErrorText {
  const findParameter = find ?? (() => undefined);
  const { message, description } = mainText(failure);
  // Each operation that sends a file has its password.
  const sendsFile = !find || find('filePassword') !== undefined;
  const code = failure instanceof EnvelopeError ? failure.code : failure.httpOrNetworkCode;
  const { errors, requestId, hasResult, retryAfter } = failure.details;
  const parts = [
    parameterIn(failure, findParameter)?.advice ??
      (sendsFile ? description : (asText(own(WITHOUT_FILE, code)) ?? description)),
    retryAfter && `The service asks to wait (Retry-After: ${shorten(retryAfter)}).`,
    describeServiceErrors(errors, message, (text) => findParameter(text) !== undefined),
    hasResult && 'The service sent a result all the same, and may have billed it.',
    requestId && `Request ID: ${shorten(requestId)}`,
  ];
  const inEditorsWords = (text: string) =>
    text.replace(WORD, (word) => (isServiceName(word) ? (quoted(findParameter(word)?.label) ?? word) : word));
  return { message: inEditorsWords(message), description: inEditorsWords(parts.filter(Boolean).join(' ')) };
}

const WORD = /\w+/g;

/** A name that is no English word, e.g. filePassword: "file" or "tags" in a sentence may just be the word. */
const isServiceName = (word: string): boolean => /^[a-z]+[A-Z0-9][A-Za-z0-9]*$/.test(word);

const quoted = (label: string | undefined) => (label === undefined ? undefined : `"${label}"`);

/** The parameter that the service did not accept: one its details name, or its message. */
function parameterIn(failure: ServiceError, findParameter: FindParameter) {
  if (!(failure instanceof HttpStatusError)) return undefined;
  if (!isAboutParameters(failure)) return undefined;
  const { message = '', errors } = failure.details;
  const texts = textsIn(errors);
  const named = texts.filter((text) => /^\w+$/.test(text));
  // As JSON, the names of members too.
  const inSentences = [message, ...texts, textOf(errors)]
    .flatMap((text) => text.match(WORD) ?? [])
    .filter(isServiceName);
  return [...named, ...inSentences].map(findParameter).find(Boolean);
}

/** Whether it is about what was sent. Other codes and statuses have a meaning of their own, and advice that fits it. */
export function isAboutParameters(failure: HttpStatusError): boolean {
  const { httpStatus } = failure;
  if (failure instanceof EnvelopeError)
    return failure.code === WRONG_PARAMETER || (httpStatus < 500 && !meaningOf(SERVICE_CODES, failure.code));
  return httpStatus === 400 || (httpStatus < 500 && !meaningOf(HTTP_STATUS, httpStatus));
}

function mainText(failure: ServiceError): ErrorText {
  if (failure instanceof EnvelopeError) return withCode(codeMeaning(failure), shorten(failure.code));
  if (failure instanceof HttpStatusError) return withCode(statusMeaning(failure), `HTTP ${failure.httpStatus}`);
  if (failure instanceof TimeoutError)
    return {
      message: `No complete response came within ${failure.seconds} seconds`,
      description: `Raise the option "Timeout". ${CUT[1]}`,
    };
  if (failure instanceof ConnectionError && failure.httpOrNetworkCode !== '')
    return withCode(networkMeaning(failure), failure.httpOrNetworkCode);
  return { message: shorten(failure.details.message ?? failure.message), description: failure.advice };
}

const withCode = ([meaning, advice]: Meaning, code: string): ErrorText => ({
  message: `${meaning} (${code})`,
  description: advice,
});

function codeMeaning({ code, httpStatus, details }: EnvelopeError): Meaning {
  const [meaning, advice] = meaningOf(SERVICE_CODES, code) ??
    meaningOf(HTTP_STATUS, httpStatus) ?? ['The service did not accept the request', UNKNOWN_CODE];
  return [shorten(details.message || meaning), advice];
}

function statusMeaning({ httpStatus, details: { location, message }, content }: HttpStatusError): Meaning {
  if (httpStatus >= 300 && httpStatus < 400 && httpStatus !== 304) {
    const address = location ? ` The address is ${location.slice(0, 200)}.` : '';
    return [
      'The service redirects the request to another address',
      'Redirects are not followed, because they would send the access token to that address.' +
        `${address} Check the "Base URL" of the credential.`,
    ];
  }
  if (httpStatus >= 200 && httpStatus < 300)
    return [
      `The service answered with ${content ?? 'something else'} instead of a result`,
      'Check the "Base URL" of the credential: another server may be answering there. If it is the service, it may have ' +
        'processed the request, and billed it.',
    ];
  const [meaning, advice] = meaningOf(HTTP_STATUS, httpStatus) ?? [
    'The service did not process the request',
    httpStatus < 500 ? 'Check the parameters of this item.' : 'Try again later.',
  ];
  return [shorten(message || meaning), content ? `${advice} The response was ${content}.` : advice];
}

const TRUST =
  'If its authority is one of your own, set NODE_EXTRA_CA_CERTS of n8n to the file with the certificate of that authority. ' +
  'If it has expired or is for another host, the service needs another. Also check the "Base URL" of the credential.';

function networkMeaning(failure: ConnectionError): Meaning {
  const { httpOrNetworkCode: code, details } = failure;
  // OpenSSL's own lines have the reason between names of its functions and files.
  const message = /SSL routines:[^:]*:([^:]+)/.exec(details.message ?? '')?.[1] ?? details.message;
  const reason = message ? `: ${shorten(message)}` : '';
  const unsent = whyUnsent(failure);
  // There was nothing to cut.
  const isNeverMade = CUT_CODES.includes(code) && unsent === 'unconnected';
  const known = isNeverMade ? undefined : meaningOf(NETWORK_CODES, code);
  const [, address] = /^(?:connect|getaddrinfo) E\w+ (\S+)/.exec(details.message ?? '') ?? [];
  if (known && address)
    return [
      known[0],
      `${known[1]} n8n tried ${shorten(address)}: if that is not the service, it is a proxy, of HTTPS_PROXY or HTTP_PROXY.`,
    ];
  if (known) return known;
  // Of Node.js, for an answer that it cannot parse.
  if (code.startsWith('HPE_'))
    return [
      `The response of the service is no valid HTTP${reason}`,
      'Check the "Base URL" of the credential, and what stands between n8n and the service. The request may have been processed.',
    ];
  if (unsent === 'untrusted') return [`n8n does not trust the certificate of the service${reason}`, TRUST];
  return unsent === 'unencrypted'
    ? [
        `n8n and the service could not agree on encryption${reason}`,
        'Check the "Base URL" of the credential. Where the service is not encrypted, it begins with "http://".',
      ]
    : [`The service could not be reached${reason}`, 'Check the "Base URL" of the credential and the network.'];
}

/** The sentences in the service's own details, whose shape varies, or else its words, unless they are told already. */
function describeServiceErrors(errors: unknown, message: string, isTold: (text: string) => boolean): string {
  const texts = [...new Set(textsIn(errors))].filter((text) => text.trim() !== '' && !message.includes(text));
  const sentences = texts.filter((text) => /\s/.test(text.trim()));
  const said = sentences.length > 0 ? sentences : texts.filter((text) => !isTold(text));
  return said.length > 0 ? `The service says: ${shorten(said.join('; ')).replace(/(?<![.!?…])$/, '.')}` : '';
}

/** Every text in a value of any shape. */
const textsIn = (value: unknown): string[] => leavesOf(value).filter((leaf) => typeof leaf === 'string');

/** A sentence of our own may repeat a whole document that was given for a name. */
const withShortValues = (text: string): string => shorten(text.replace(/"([^"]{500})[^"]+"/g, '"$1…"'), 2000);

const shorten = (text: string, longest = 500): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
