import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const DOCUMENT = '/openapi.json';
const PAGE = '/docs';
const FILES = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));

type Answer = { statusCode: number; headers: Record<string, number | string | string[] | undefined>; bytes: Buffer };

/**
 * Serves the OpenAPI document and Swagger UI. A second Fastify instance makes both. It is created with the first request
 * for them, because loading them would double the time to start. Each of its answers is kept, as whoever asks is given the
 * same. Each of its paths is a route here, so that any other is as unknown as elsewhere.
 */
export function serveDocumentation(app: FastifyInstance): void {
  let documentation: Promise<FastifyInstance> | null = null;
  app.addHook('onClose', async () => void (await (await documentation)?.close()));
  const files = [...readdirSync(FILES), 'swagger-initializer.js'].map((name) => `static/${name}`);
  const pages = ['', 'json', 'yaml', ...files].map((name) => `${PAGE}/${name}`);
  for (const path of [DOCUMENT, PAGE, ...pages]) {
    let answer: Promise<Answer> | null = null;
    app.get(path, { config: { isOpen: true } }, async (_request, reply) => {
      documentation ??= createDocumentation();
      const { statusCode, headers, bytes } = await (answer ??= documentation.then((made) => answerOf(made, path)));
      return reply.code(statusCode).headers(headers).send(bytes);
    });
  }
}

async function answerOf(documentation: FastifyInstance, path: string): Promise<Answer> {
  const { statusCode, headers, rawPayload: bytes } = await documentation.inject(path);
  const { connection: _connection, date: _date, ...others } = headers;
  return { statusCode, headers: { ...others, 'content-security-policy': "frame-ancestors 'none'" }, bytes };
}

async function createDocumentation(): Promise<FastifyInstance> {
  const [{ describeOperations }, { default: swaggerUi }] = await Promise.all([
    import('../documentation/openapi.ts'),
    import('@fastify/swagger-ui'),
  ]);
  return describeOperations(async (app) => {
    await app.register(swaggerUi, { routePrefix: PAGE, uiConfig: { docExpansion: 'list', tryItOutEnabled: true } });
    app.get(DOCUMENT, { schema: { hide: true } as never }, async () => app.swagger());
  });
}
