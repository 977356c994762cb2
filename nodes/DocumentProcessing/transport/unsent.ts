// Which failures say that a request never reached the service: it can be repeated without being billed twice.
import { AuthenticationError, ConnectionError, type ServiceError } from '../common/errors';

const UNCONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
// Other codes are also those of a connection that was cut later: Node's message tells.
const WHILE_CONNECTING = /^(?:connect E|Client network socket disconnected before secure TLS connection)/;
const UNENCRYPTED = /^(?:EPROTO$|ERR_TLS_)/;
// What breaks an encrypted connection later has a code ERR_SSL_….
const UNTRUSTED = /^(?:UNABLE_TO_|(?!ERR_SSL_).*CERT)/;
// Where n8n guards its network. It has no code.
const BLOCKED = /^The request was blocked because/;

/** Whether there was no connection to send anything over, nor the sign-in before it. Another attempt may have one. */
export const isUnconnected = (failure: ServiceError): boolean =>
  failure instanceof AuthenticationError
    ? failure.failure !== undefined && isUnconnected(failure.failure)
    : failure instanceof ConnectionError &&
      (UNCONNECTED.includes(failure.httpOrNetworkCode) || WHILE_CONNECTING.test(failure.details.message ?? ''));

/** Whether n8n does not trust the certificate of the service. */
export const isUntrusted = (failure: ServiceError): boolean =>
  failure instanceof ConnectionError && UNTRUSTED.test(failure.httpOrNetworkCode);

/** Whether both sides did not agree on encryption. */
export const isUnencrypted = (failure: ServiceError): boolean =>
  failure instanceof ConnectionError && UNENCRYPTED.test(failure.httpOrNetworkCode);

/** Whether n8n, which guards its network, has not let it out. */
export const isBlocked = (failure: ServiceError): boolean =>
  failure instanceof ConnectionError && BLOCKED.test(failure.details.message ?? '');

/** Whether nothing of a request has left this n8n. */
export const isUnsent = (failure: ServiceError): boolean =>
  failure instanceof AuthenticationError ||
  isUnconnected(failure) ||
  isUntrusted(failure) ||
  isUnencrypted(failure) ||
  isBlocked(failure);
