import swagger from '@fastify/swagger';
import { Type, type TSchema } from '@sinclair/typebox';
import Fastify, { type FastifyInstance } from 'fastify';
import { SERVICE_CODES } from '../errors.ts';
import { routes, type Route } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { components, envelopeMembers, errorShapes } from '../schemas/results.ts';
import { question } from '../routes/verify.ts';
import { closed } from '../schemas/shorthand.ts';
import { version } from '../settings.ts';
import * as notes from './notes.ts';

export type OperationEntry = ReturnType<typeof entryOf>;

/**
 * A Fastify instance that only describes the operations, so that response schemas never reach the serializer of the real
 * one and `@fastify/swagger` is only loaded when somebody asks for the document. `serve` may add routes to read it.
 */
export async function describeOperations(
  serve: (app: FastifyInstance) => Promise<void> = async () => {},
): Promise<FastifyInstance> {
  const app = Fastify() as unknown as FastifyInstance;
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Document processing service', version, description: notes.introduction },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: notes.authentication,
            'x-sandbox': notes.authenticationSandbox,
          },
        },
      },
      security: [{ token: [] }],
      'x-errors': { ...notes.errors, codes: SERVICE_CODES },
      'x-notes': notes.notes,
    } as never,
    // Components keep their names; the default would number them.
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `def-${index}`) },
  });
  for (const schema of components) app.addSchema(schema);
  for (const route of routes) app.post(route.path, { schema: describe(route) }, async () => null);
  app.post('/user/authenticate', { schema: signIn }, async () => null);
  app.post('/_sandbox/verify', { schema: verification }, async () => null);
  await serve(app);
  await app.ready();
  return app;
}

/** The published document, OpenAPI 3.1. */
export async function openApiDocument() {
  const app = await describeOperations();
  const document = structuredClone(app.swagger()) as unknown as OpenApiDocument;
  await app.close();
  return document;
}

export type JsonSchema = { [member: string]: unknown };
export type OpenApiOperation = {
  'x-operations'?: OperationEntry[];
  requestBody: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
  callbacks?: Record<
    string,
    Record<string, { post: { requestBody: { content: Record<string, { schema: JsonSchema }> } } }>
  >;
};
export type OpenApiDocument = {
  info: { title: string; version: string; description: string };
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: { token: { description: string; 'x-sandbox': string[] } };
  };
  paths: Record<string, { post: OpenApiOperation }>;
  'x-errors': notes.Note & { codes: Record<string, { http: number; meaning: string }> };
  'x-notes': notes.Note[];
};

function describe({ path, form, json }: Route): object {
  const operations = Object.entries({ 'multipart/form-data': form, 'application/json': json })
    .filter((pair): pair is [string, Operation] => pair[1] !== undefined)
    .toSorted(([, a], [, b]) => a.number - b.number);
  const success = new Map(operations.map(([, operation]) => [operation.success.http, successResponse(operation)]));
  const callback = operations.find(([, operation]) => operation.callback)?.[1];
  return {
    operationId: path.slice(1).replaceAll(/(?<![^a-z])[^a-z]+([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    summary: operations.map(([, { number, name }]) => `${number}. ${name}`).join(' · '),
    description: operations.map(([, operation]) => describedText(operation)).join('\n\n'),
    'x-operations': operations.map(([contentType, operation]) => entryOf(contentType, operation)),
    body: {
      content: Object.fromEntries(operations.map(([type, { parameters }]) => [type, { schema: sent(parameters) }])),
    },
    response: { ...Object.fromEntries(success), ...failureResponses(operations.map(([, operation]) => operation)) },
    ...(callback && { callbacks: { result: { '{$request.body#/webhook/url}': { post: callbackRequest(callback) } } } }),
  };
}

/** One operation of the service interface; two of them can share a path in OpenAPI. */
function entryOf(contentType: string, operation: Operation) {
  const { number, name, description, sandbox = [], success, errorCodes, callback } = operation;
  return {
    ...{ number, name, description, sandbox, contentType, httpStatus: success.http, errorCodes },
    callback: callback ? { description: callback.description, sandbox: callback.sandbox } : null,
  };
}

const describedText = ({ number, description, sandbox = [] }: Operation) =>
  [`**${number}.** ${description}`, ...sandbox.map((choice) => `**Sandbox:** ${choice}`)].join(' ');

/** The parameters as a client sends them: a received file is binary, or a string of base64. */
function sent(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    const { upload, ...rest } = (value ?? {}) as { upload?: string };
    if (upload === 'binary') return { type: 'string', format: 'binary', ...rest };
    if (upload === 'base64') return { type: 'string', contentEncoding: 'base64', ...rest };
    return value;
  }) as object;
}

const fixed = (value: unknown) => ({ const: value });

function successResponse({ success: { code, message, errors }, result }: Operation): object {
  const status = {
    code: fixed(code),
    message: fixed(message),
    errors: errors === null ? Type.Null() : { type: 'array', maxItems: 0 },
  };
  return {
    description: `Success: \`${code}\`, \`${message}\``,
    ...envelopeOf(result, status),
  };
}

function envelopeOf(result: object, status: object, more: Record<string, object> = {}): object {
  const { requestId, elapsedMilliseconds } = envelopeMembers;
  return {
    type: 'object',
    required: ['result', 'requestId', 'elapsedMilliseconds', 'status', ...Object.keys(more)],
    properties: {
      result,
      requestId,
      elapsedMilliseconds,
      status: { type: 'object', required: ['code', 'message', 'errors'], properties: status },
      ...more,
    },
  };
}

/** Failures by HTTP status. The codes that the service interface does not list for the operation are the sandbox's. */
function failureResponses(operations: Operation[]): Record<string, object> {
  const listed = new Set<string>(operations.flatMap(({ errorCodes }) => errorCodes));
  const [shape = 'list'] = operations.map(({ errorsAs }) => errorsAs);
  const codes = Object.entries(SERVICE_CODES).map(([code, { http, meaning }]) => ({ code, http, meaning }));
  const own = [
    { code: '413', http: 413, meaning: 'The request is too large' },
    { code: '415', http: 415, meaning: 'The body is compressed' },
    { code: '503', http: 503, meaning: 'Too many documents are waiting to be read' },
  ];
  const byStatus = Map.groupBy([...codes, ...own], ({ http }) => http);
  return Object.fromEntries(
    [...byStatus].map(([http, failures]) => {
      const mark = (code: string) => (listed.has(code) ? '' : ' (**Sandbox:** not listed for this operation)');
      const description = failures.map(({ code, meaning }) => `\`${code}\`: ${meaning}${mark(code)}`).join('; ');
      const code = { enum: failures.map((failure) => failure.code) };
      const status = { code, message: { type: ['string', 'null'] }, errors: errorShapes[shape] };
      return [http, { description, ...envelopeOf({ type: 'null' }, status) }];
    }),
  );
}

function callbackRequest({ callback, success }: Operation): object {
  const { result, payload } = callback ?? {};
  const anyStatus = { code: Type.String(), message: { type: ['string', 'null'] }, errors: {} };
  const schema = payload ?? envelopeOf({ anyOf: [result, { type: 'null' }] }, anyStatus, { processId: Type.String() });
  return {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '2XX': { description: `The result of the process that was accepted with ${success.code}.` } },
  };
}

const signIn = {
  operationId: 'userAuthenticate',
  summary: 'Sign in',
  description: notes.authentication,
  'x-sandbox': notes.authenticationSandbox,
  security: [],
  body: {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string' } },
  },
  response: {
    200: {
      description: 'Success',
      ...envelopeOf(
        {
          type: 'object',
          required: ['accessToken', 'expiresIn'],
          properties: { accessToken: { type: 'string' }, expiresIn: { type: 'integer', description: 'Seconds' } },
        },
        { code: fixed('200'), message: fixed('Ok'), errors: Type.Null() },
      ),
    },
  },
};

const refused = (description: string, code: string) => {
  const status = { code: fixed(code), message: Type.String(), errors: errorShapes.list };
  return { description, ...envelopeOf({ type: 'null' }, status) };
};

const matched = Type.Integer();
const others = Type.Array(Type.Unknown());
const verification = {
  operationId: 'verify',
  summary: 'Verify how often a request was sent',
  description: notes.verification,
  security: [],
  body: closed(question),
  response: {
    200: { description: 'As many requests match as must', ...Type.Object({ matched }) },
    400: refused('The question makes no sense', 'R101'),
    406: {
      description: 'More or fewer match',
      ...Type.Object({ matched, message: Type.String(), requests: others, nearMisses: others }),
    },
    409: refused('The request log no longer has all requests', '409'),
    415: refused('The body has another Content-Type', '415'),
  },
};
