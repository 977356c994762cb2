import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openReader } from 'document-processing-reader';
import Fastify, { type FastifyInstance } from 'fastify';
import { Faults } from './faults.ts';
import { routes } from './operations/index.ts';
import type { Services } from './operations/operation.ts';
import { readBodies } from './plugins/bodies.ts';
import { handleClientError, handleErrors, sendFailure } from './plugins/errorHandler.ts';
import { followRequests, Stats } from './plugins/requestLifecycle.ts';
import { RequestLog } from './plugins/requestLog.ts';
import { ajvOptions, lazySchemas } from './plugins/validation.ts';
import { Processes } from './processes/processes.ts';
import { serveAuthentication, Tokens } from './routes/authentication.ts';
import { serveDocumentation } from './routes/documentation.ts';
import { serveInspection } from './routes/inspection.ts';
import { serveOperations } from './routes/operations.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { openDatabase, ProcessStore, Usage } from './store.ts';

export type AppOptions = Partial<Settings> & { now?: () => number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Loads the engines that read pictures; returns what is missing. */
    warm(): Promise<string[]>;
  }
}

/** The sandbox, ready to answer but not listening. `now` replaces the clock in tests. */
export async function buildApp({ now = Date.now, ...overrides }: AppOptions = {}): Promise<FastifyInstance> {
  const settings = { ...defaultSettings, ...overrides };
  const folder = settings.dataFolder ?? mkdtempSync(join(settings.temporaryFolder, 'document-processing-sandbox-'));
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads, { recursive: true });
  const app = newFastify();
  const database = openDatabase(join(folder, 'sandbox.sqlite'));
  const [store, usage] = [new ProcessStore(database), new Usage(database)];
  const reader = openReader({
    ...settings,
    timeoutMs: settings.readingTimeoutMs,
    pageTimeoutMs: settings.readingTimeoutMs / 2,
  });
  const processes = new Processes({ settings, reader, store, usage, now, folder: join(folder, 'processes') });
  const services: Services = { settings, reader, usage, processes, now };
  const [requestLog, stats, faults, tokens] = [
    new RequestLog(settings.requestLogLength),
    new Stats(),
    new Faults(),
    new Tokens(settings, now),
  ];

  handleErrors(app);
  followRequests(app, { requestLog, stats, now, uploads });
  await readBodies(app, settings);
  await app.register(async (scope) => serveAuthentication(scope, tokens, faults));
  await app.register(async (scope) => serveOperations(scope, { services, tokens, faults, routes }));
  await app.register(async (scope) => serveInspection(scope, { requestLog, stats, faults, store, usage }));
  serveDocumentation(app);
  app.addHook('onReady', async () => processes.resume());
  app.decorate('warm', () => reader.warm());
  app.addHook('onClose', async () => {
    await processes.close();
    await reader.close();
    database.close();
    // Remove what belongs to this run only.
    const temporary = settings.dataFolder === null ? folder : uploads;
    await rm(temporary, { recursive: true, force: true });
  });
  return app;
}

function newFastify(): FastifyInstance {
  return Fastify({
    logger: { level: 'error' },
    genReqId: () => randomUUID(),
    // Bodies have their own limits; this one would count the base64 of a file.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    schemaController: { compilersFactory: lazySchemas },
    ajv: ajvOptions,
  }) as unknown as FastifyInstance;
}
