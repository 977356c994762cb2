import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { successEnvelope } from '../envelope.ts';
import { asServiceError, wrongParameter } from '../errors.ts';
import type { Route } from '../operations/index.ts';
import type { Answer, Call, Operation, Services } from '../operations/operation.ts';
import { parseCallbackFault } from '../processes/callbackFault.ts';
import { receiveForm } from '../upload/form.ts';
import { typedForm } from '../upload/typedForm.ts';
import { answerWithFault, spoilAnswer } from './applyFault.ts';
import type { Faults } from './faults.ts';
import { summarise } from './journal.ts';
import { pathOf } from './requestLife.ts';
import type { Tokens } from './tokens.ts';

export type OperationsContext = { services: Services; tokens: Tokens; faults: Faults; routes: Route[] };

/**
 * Puts the operations on their paths: authorization before the body is read, then the body, then its schema, then the
 * operation.
 */
export function serveOperations(app: FastifyInstance, { services, tokens, faults, routes }: OperationsContext): void {
  app.addHook('onRequest', async (request) => tokens.check(request.headers.authorization));
  addFaults(app, faults);
  for (const route of routes) {
    const { form, json } = route;
    const content = {
      ...(form && { 'multipart/form-data': { schema: form.parameters } }),
      ...(json && { 'application/json': { schema: json.parameters } }),
    };
    app.post(route.path, {
      config: { errorsAs: (form ?? json)?.errorsAs ?? 'list' },
      schema: { body: { content } },
      preValidation: (request) => readBody(request, route),
      handler: (request, reply) => answer(operationFor(request, route), request, reply, services),
    });
  }
}

/** Also used by signing in, which has no operation. */
export function addFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request, reply) => {
    const header = (name: string) => request.headers[name]?.toString();
    const taken = faults.take(pathOf(request), header('x-sandbox-fault'), header('x-sandbox-callback'));
    request.fault = taken.request;
    request.callbackFault = taken.callback;
    if (taken.request.has('early') && (await answerWithFault(request, reply, taken.request))) return reply;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!request.fault.has('early') && (await answerWithFault(request, reply, request.fault))) return reply;
  });
  app.addHook('onSend', async (request, reply, payload) =>
    typeof payload === 'string' ? spoilAnswer(request, reply, request.fault, payload) : payload,
  );
}

async function readBody(request: FastifyRequest, route: Route): Promise<void> {
  const operation = operationFor(request, route);
  if (request.isMultipart()) {
    const { values, parts } = await receiveForm(request.parts(), request.folder);
    if (request.journal) request.journal.parts = parts;
    request.body = typedForm(values, operation.parameters);
  } else if (request.journal) request.journal.json = summarise(request.body);
}

function operationFor(request: FastifyRequest, { form, json }: Route): Operation {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const operation = request.isMultipart() ? form : type === 'application/json' ? json : undefined;
  if (operation) return operation;
  const taken = [form && 'multipart/form-data', json && 'application/json'].filter(Boolean).join(' or ');
  throw wrongParameter('Content-Type', `this operation takes ${taken}`);
}

async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply, services: Services) {
  const { id: requestId, startedAt, folder, answered } = request;
  const call: Call = {
    services,
    requestId,
    startedAt,
    folder,
    answered,
    callbackFault: parseCallbackFault(request.callbackFault),
  };
  const { result } = await counted(operation, services, () => operation.answer(request.body as never, call));
  return reply.code(operation.success.http).send(successEnvelope({ requestId, startedAt }, operation.success, result));
}

/** A request the operation took on is counted, also when it fails; only what was read is billed. */
async function counted({ service }: Operation, { usage, now }: Services, work: () => Promise<Answer>): Promise<Answer> {
  const record = (what: NonNullable<Answer['counted']>) =>
    service && usage.record(now(), { service, requests: 1, ...what });
  try {
    const done = await work();
    record(done.counted ?? NOTHING);
    return done;
  } catch (error) {
    if (asServiceError(error).httpStatus !== 503) record(NOTHING);
    throw error;
  }
}

const NOTHING = { typified: 0, nonTypified: 0, billed: 0 };
