import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CredentialError, ServiceError, type ServiceErrorFacts, ValidationError } from '../common/errors';
import { leavesOf, namesOf } from '../common/shape';
import { redact, type Secrets } from './redact';

export type NodeError = NodeApiError | NodeOperationError;

/** What a parameter of the service is called in the editor, and what to do about it. */
export interface EditorParameter {
  label: string;
  advice: string;
}

/** Finds a parameter of the service in the editor; `undefined` if the operation has none of this name. */
export type FindParameter = (name: string) => EditorParameter | undefined;

/** The one place that turns whatever was thrown into an error of n8n that names its item. */
export function asNodeError(
  node: INode,
  cause: unknown,
  itemIndex: number,
  secrets: Secrets,
  findParameter?: FindParameter,
): NodeError {
  const facts = cause instanceof ServiceError ? redactFacts(cause.facts, secrets) : undefined;
  const { message, description } = facts ? describeServiceError(facts, findParameter) : describeWithout(secrets, cause);
  const text = `${message} [item ${itemIndex}]`;
  const options = { message: text, description, itemIndex };
  const error = facts
    ? // Nothing of the cause goes in: an error of the HTTP client carries the request's headers, and so the token.
      new NodeApiError(node, {}, { ...options, httpCode: String(facts.httpStatus ?? facts.networkCode ?? '') })
    : new NodeOperationError(node, text, options);
  // n8n replaces a message that contains a code such as EPERM, even inside a word, with its own words.
  error.message = text;
  error.description = options.description;
  error.messages = [];
  if (facts) Object.assign(error.context, { requestId: facts.requestId, code: facts.code, ...dataOf(facts) });
  return error;
}

/** The service's own details as they came: the editor shows `data` when the details of an error are opened. */
const dataOf = ({ details, requestId }: ServiceErrorFacts) =>
  isMissing(details) ? {} : { data: { ...(requestId ? { requestId } : {}), errors: details } };

/** What any error says, without secrets in what it repeats from outside: texts of our own stay as they are. */
export function describeWithout(secrets: Secrets, cause: unknown): ErrorText {
  if (cause instanceof ServiceError) return describeServiceError(redactFacts(cause.facts, secrets));
  if (cause instanceof ValidationError) return cause.withValues((value) => redact(value, secrets));
  if (cause instanceof CredentialError) return { message: cause.message, description: '' };
  const { message, description } = cause as { message?: unknown; description?: unknown };
  return redact(
    {
      message: typeof message === 'string' ? message.replace(/ \[item \d+\]$/, '') : String(cause),
      description: typeof description === 'string' ? description : '',
    },
    secrets,
  );
}

/** The facts that come from outside, without secrets. A short code is kept: a short password stands in it only by chance. */
function redactFacts(facts: ServiceErrorFacts, secrets: Secrets): ServiceErrorFacts {
  const { code, serviceMessage, details, requestId, location, networkMessage, reason } = facts;
  return {
    ...facts,
    code: code !== undefined && code.length > 8 ? redact(code, secrets) : code,
    serviceMessage: redact(serviceMessage, secrets),
    details: redact(details, secrets),
    requestId: redact(requestId, secrets),
    location: redact(location, secrets),
    networkMessage: redact(networkMessage, secrets),
    reason: typeof reason === 'object' ? reason.withValues((value) => redact(value, secrets)) : reason,
  };
}

export interface ErrorText {
  message: string;
  description: string;
}

type Meanings = Record<string | number, [meaning: string, advice: string]>;

/** Own members only: a code may be called `toString`. */
const meaningOf = (table: Meanings, code: string | number) => (Object.hasOwn(table, code) ? table[code] : undefined);

const WRONG_PARAMETER = 'R101';

// Service interface, "Errors".
export const SERVICE_CODES: Meanings = {
  [WRONG_PARAMETER]: [
    'A specified parameter is wrong',
    'Check the parameters of this item: the file or its URL, the password of an encrypted PDF, the tags.',
  ],
  R117: [
    'Invalid authorization data',
    'Renew the access token in the credential, or let the credential sign in by itself.',
  ],
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
  400: ['The service did not understand the request', 'Check the parameters of this item.'],
  401: [
    'The service did not accept the access token',
    'Renew the access token in the credential, or let the credential sign in by itself.',
  ],
  403: ['The service does not allow this request', 'Ask the provider whether your account may use this operation.'],
  404: ['The service does not know this address', 'Check the "Base URL" of the credential, and the path.'],
  408: ['The service did not get the whole request in time', 'Try again with a lower "Max Concurrency".'],
  413: ['The file is too large for the service', 'Send a smaller file, or fewer pages.'],
  429: ['The service receives too many requests', 'Lower the option "Max Concurrency", or raise "Retries".'],
  500: ['The service could not process the request', 'Try again later, or set the option "Repeat Uncertain Requests".'],
  502: [
    'The service is not reachable behind its gateway',
    'Try again later, or set the option "Repeat Uncertain Requests".',
  ],
  503: ['The service is busy or under maintenance', 'Try again later, or raise the option "Retries".'],
  504: [
    'The service took too long behind its gateway',
    'Try again later, or set the option "Repeat Uncertain Requests".',
  ],
};

export const NETWORK_CODES: Meanings = {
  ECONNREFUSED: [
    'The service refused the connection',
    'Check the "Base URL" of the credential, and that the service is running.',
  ],
  ENOTFOUND: ["The service's host name was not found", 'Check the "Base URL" of the credential.'],
  EAI_AGAIN: ["The service's host name could not be looked up", 'Check the network of this n8n instance.'],
  ERR_CANCELED: ['The request was canceled', 'The execution was stopped before the response came.'],
};

export const CUT_CODES = ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ECONNABORTED', 'ERR_NETWORK'];

/** The message says what happened, with the service's code; the description what to do, with the request ID. */
export function describeServiceError(
  facts: ServiceErrorFacts,
  findParameter: FindParameter = () => undefined,
): ErrorText {
  const { message, description } = mainText(facts);
  const parameter = parameterIn(facts, findParameter);
  const parts = [
    parameter?.advice ?? description,
    describeDetails(facts.details, message),
    facts.requestId && `Request ID: ${shorten(facts.requestId)}`,
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
function parameterIn({ code, details, serviceMessage }: ServiceErrorFacts, findParameter: FindParameter) {
  // Other codes have a meaning of their own, and advice that fits it.
  if (code !== undefined && code !== WRONG_PARAMETER && meaningOf(SERVICE_CODES, code)) return undefined;
  const texts = textsIn(details);
  const named = texts.filter((text) => /^\w+$/.test(text));
  const inSentences = [serviceMessage ?? '', ...texts, ...namesOf(details)]
    .flatMap((text) => text.match(WORD) ?? [])
    .filter(isServiceName);
  for (const name of new Set([...named, ...inSentences])) {
    const found = findParameter(name);
    if (found) return found;
  }
  return undefined;
}

function mainText(facts: ServiceErrorFacts): ErrorText {
  if (facts.reason !== undefined) return { message: shorten(String(facts.reason)), description: facts.advice ?? '' };
  if (facts.networkCode !== undefined) return networkText(facts, facts.networkCode);
  if (facts.code !== undefined) return codeText(facts, facts.code);
  return statusText(facts, facts.httpStatus ?? 0);
}

function codeText({ serviceMessage, httpStatus = 0 }: ServiceErrorFacts, code: string): ErrorText {
  const [meaning, advice] = meaningOf(SERVICE_CODES, code) ??
    meaningOf(HTTP_STATUS, httpStatus) ?? ['The service did not accept the request', ''];
  return { message: `${serviceMessage ? shorten(serviceMessage) : meaning} (${shorten(code)})`, description: advice };
}

function statusText({ content, location, serviceMessage }: ServiceErrorFacts, status: number): ErrorText {
  if (status >= 300 && status < 400) {
    const address = location ? ` The address is ${location.slice(0, 200)}.` : '';
    return {
      message: `The service redirects the request to another address (HTTP ${status})`,
      description:
        'Redirects are not followed, because they would send the access token to that address.' +
        `${address} Check the "Base URL" of the credential.`,
    };
  }
  if (status >= 200 && status < 300) {
    return {
      message: `The service answered with ${content ?? 'something else'} instead of a result (HTTP ${status})`,
      description: 'Check the "Base URL" of the credential: another server may be answering there.',
    };
  }
  const [meaning, advice] = meaningOf(HTTP_STATUS, status) ?? [
    'The service did not process the request',
    'Try again later.',
  ];
  return {
    message: `${serviceMessage ? shorten(serviceMessage) : meaning} (HTTP ${status})`,
    description: `${advice}${content ? ` The response was ${content}.` : ''}`,
  };
}

function networkText({ networkMessage, timeoutSeconds }: ServiceErrorFacts, code: string): ErrorText {
  if (code === 'ETIMEDOUT') {
    return {
      message: `No complete response came within ${timeoutSeconds} seconds`,
      description: 'Raise the option "Timeout". The service may have processed the request, so it was not repeated.',
    };
  }
  if (CUT_CODES.includes(code)) {
    return {
      message: `The connection was cut before the whole response came (${code})`,
      description:
        'The service may have processed the request. Set the option "Repeat Uncertain Requests" if it may be sent, and billed, twice.',
    };
  }
  const [meaning, advice] = meaningOf(NETWORK_CODES, code) ?? [
    `The service could not be reached: ${shorten(networkMessage ?? '')}`,
    'Check the "Base URL" of the credential and the network.',
  ];
  return { message: `${meaning} (${code})`, description: advice };
}

/** The sentences in the service's own details, whose shape varies, unless the message says the same. */
function describeDetails(details: unknown, message: string): string {
  const sentences = [...new Set(textsIn(details))].filter((text) => /\s/.test(text.trim()) && !message.includes(text));
  return sentences.length > 0 ? `The service says: ${shorten(sentences.join('; ')).replace(/(?<![.!?…])$/, '.')}` : '';
}

const isMissing = (details: unknown): boolean =>
  details === null || details === undefined || (Array.isArray(details) && details.length === 0);

/** Every text in a value of any shape. */
const textsIn = (value: unknown): string[] => leavesOf(value).filter((leaf) => typeof leaf === 'string');

const shorten = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text);
