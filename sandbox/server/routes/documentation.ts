import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const DOCUMENT = '/openapi.json';
const PAGE = '/docs';
const FILES = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));

/**
 * Serves the OpenAPI document and Swagger UI. A second Fastify instance holds both. It is created with the first request
 * for them, because loading them would double the time to start. Each of its paths is a route here, so that any other is
 * as unknown as elsewhere.
 */
export function serveDocumentation(app: FastifyInstance): void {
  let documentation: Promise<FastifyInstance> | null = null;
  app.addHook('onClose', async () => void (await (await documentation)?.close()));
  const files = [...readdirSync(FILES), 'swagger-initializer.js'].map((name) => `static/${name}`);
  const pages = ['', 'json', 'yaml', ...files].map((name) => `${PAGE}/${name}`);
  for (const path of [DOCUMENT, PAGE, ...pages]) {
    app.get(path, async (request, reply) => {
      const { routing } = await (documentation ??= createDocumentation());
      reply.raw.setHeader('content-security-policy', "frame-ancestors 'none'");
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
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
