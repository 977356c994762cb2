import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { successEnvelope } from '../envelope.ts';
import { asServiceError, wrongParameter } from '../errors.ts';
import { parseCallbackFault, type Faults } from '../faults.ts';
import type { Answer } from '../content.ts';
import { bytesOf } from '../memory.ts';
import { routes, type Route } from '../operations/index.ts';
import type { Operation, OperationContext, Services } from '../operations/operation.ts';
import { applyFaults } from '../plugins/applyFaults.ts';
import { traceContextIn } from '../traceContext.ts';
import type { Counted } from '../store.ts';
import type { Settings } from '../settings.ts';
import { convertForm, isForm, mediaTypeOf, readForm, valuesOf } from '../upload/form.ts';
import type { Tokens } from './authentication.ts';

type OperationsContext = { services: Services; tokens: Tokens; faults: Faults };

/** Serves the operations: checks authorization before it reads the body, then validates the body, then answers. */
export function serveOperations(app: FastifyInstance, { services, tokens, faults }: OperationsContext): void {
  app.addHook('onRequest', async (request) => {
    tokens.check(request.headers.authorization);
    request.admit();
  });
  applyFaults(app, faults);
  for (const route of routes) {
    const { form, json } = route;
    const content = {
      ...(form && { 'multipart/form-data': { schema: form.parameters } }),
      ...(json && { 'application/json': { schema: json.parameters } }),
    };
    app.post(route.path, {
      config: { errorsAs: (form ?? json)?.errorsAs ?? 'list' },
      schema: { body: { content } },
      preValidation: (request) => readBody(request, route, services.settings),
      handler: (request, reply) => answer(operationFor(request, route), request, reply, services),
    });
  }
}

async function readBody(
  request: FastifyRequest,
  route: Route,
  { maxJsonBytes, maxUploadBytes }: Settings,
): Promise<void> {
  const operation = operationFor(request, route);
  if (isForm(request.headers)) {
    const form = await readForm(request.raw, request, { textBytes: maxJsonBytes, fileBytes: maxUploadBytes });
    request.logEntry?.receive({ parts: form.parts });
    request.body = convertForm(valuesOf(form), operation.parameters);
  } else request.logEntry?.receive({ json: request.body });
}

function operationFor(request: FastifyRequest, { form, json }: Route): Operation {
  const operation = isForm(request.headers)
    ? form
    : mediaTypeOf(request.headers) === 'application/json'
      ? json
      : undefined;
  if (operation) return operation;
  const accepted = [form && 'multipart/form-data', json && 'application/json'].filter(Boolean).join(' or ');
  throw wrongParameter('Content-Type', `this operation takes ${accepted}`);
}

async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply, services: Services) {
  const { id: requestId, startedAt, folder, answered } = request;
  const context: OperationContext = {
    services,
    requestId,
    ...traceContextIn(request.headers),
    startedAt,
    folder,
    answered,
    callbackFault: parseCallbackFault(request.callbackFault),
  };
  const given = shownOf(request.body as object, operation.parameters);
  const { text } = await counted(operation, services, async () => {
    const answered = await operation.answer(given as never, context);
    const text = JSON.stringify(successEnvelope({ requestId, startedAt }, operation.success, answered.result));
    // One that is refused is not billed.
    folder.takeForAnswer(bytesOf(text));
    return { ...answered, text };
  });
  return reply.code(operation.success.http).type('application/json').send(text);
}

/** The parameters that the interface shows. Others are ignored: nobody has checked them. */
function shownOf(given: object, schema: TSchema): object {
  const { properties, additionalProperties } = schema as Partial<TObject>;
  if (additionalProperties) return given;
  const shown = Object.keys(properties ?? {}).filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(shown.map((name) => [name, (given as Record<string, unknown>)[name]]));
}

/** Counts every request that reaches the operation, even if it fails; only what was read is billed. */
async function counted<Answered extends Answer>(
  { service }: Operation,
  { usage, processes, now }: Services,
  work: () => Promise<Answered>,
): Promise<Answered> {
  const [at, bill] = [now(), usage.begin()];
  // What was read, or accepted, is so also where the disk is full.
  const record = (amounts: Counted) => service && processes.write(() => bill(at, { service, requests: 1, ...amounts }));
  try {
    const answered = await work();
    record(answered.counted ?? NONE);
    return answered;
  } catch (error) {
    if (asServiceError(error).httpStatus !== 503) record(NONE);
    throw error;
  }
}

const NONE = { typified: 0, nonTypified: 0, billed: 0 };
