import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureEnvelope, type ErrorsShape } from '../envelope.ts';
import { asServiceError, errorsOf, noSuchOperation, ServiceError } from '../errors.ts';
import { pathOf } from './requestLife.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorsAs?: ErrorsShape;
  }
}

/** The one place where a failure becomes an answer. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ServiceError) && asServiceError(error).code === 'E100') request.log.error(error);
    return sendFailure(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendFailure(noSuchOperation(`${request.method} ${pathOf(request)}`), request, reply),
  );
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asServiceError(error);
  if (failure.retryAfterSeconds !== null) reply.header('retry-after', failure.retryAfterSeconds);
  const { code, message } = failure;
  const errors = errorsOf(failure, request.routeOptions?.config?.errorsAs ?? 'list');
  // A request that failed before its first hook has no beginning.
  const asked = { requestId: request.id, startedAt: request.startedAt || performance.now() };
  return reply
    .code(failure.httpStatus)
    .type('application/json')
    .send(failureEnvelope(asked, { code, message, errors }));
}

/** For what is not HTTP at all. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  const failure = {
    code: status.startsWith('400') ? 'R101' : status.slice(0, 3),
    message: 'The request is not HTTP that can be understood',
    errors: [],
  };
  const body = JSON.stringify(failureEnvelope({ requestId: randomUUID(), startedAt: performance.now() }, failure));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
