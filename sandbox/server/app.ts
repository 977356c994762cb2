import { randomUUID } from 'node:crypto';
import { openReader } from 'document-processing-reader';
import Fastify, { type FastifyInstance } from 'fastify';
import { Events } from './console/events.ts';
import { KeptDocuments } from './console/keptDocuments.ts';
import { DocumentPages } from './console/pages.ts';
import { DataFolder } from './dataFolder.ts';
import { Faults, SIGN_IN_PATH } from './faults.ts';
import { Memory } from './memory.ts';
import { routes } from './operations/index.ts';
import type { Services } from './operations/operation.ts';
import { Access, guard, guardService } from './plugins/access.ts';
import { readBodies } from './plugins/bodies.ts';
import { handleClientError, handleErrors, sendFailure } from './plugins/errorHandler.ts';
import { takeOnlyWhatIsNamed } from './plugins/ownRoutes.ts';
import { followRequests, Stats } from './plugins/requestLifecycle.ts';
import { RequestLog } from './plugins/requestLog.ts';
import { Strangers } from './plugins/strangers.ts';
import { ajvOptions, lazySchemas } from './plugins/validation.ts';
import { ProcessStore } from './processes/processStore.ts';
import { Processes } from './processes/processes.ts';
import type { AnswerCheck } from './recording/answerCheck.ts';
import { serveAuthentication, Tokens } from './routes/authentication.ts';
import { serveConsole } from './routes/console.ts';
import { serveDocumentation } from './routes/documentation.ts';
import { Engines, serveHealth } from './routes/health.ts';
import { serveInspection } from './routes/inspection.ts';
import { serveOperations } from './routes/operations.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { SandboxDatabase, Usage } from './store.ts';

export type AppOptions = Partial<Settings> & { now?: () => number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Loads the engines that read pictures; returns what is missing. */
    warm(): Promise<string[]>;
    /** What the console and the inspection ask for; null if they need no token. */
    consoleToken: string | null;
    /** Where the answers of the account depart from the OpenAPI document; null if they are not checked. */
    check: AnswerCheck | null;
  }
}

/** The sandbox, ready to answer but not listening. `now` replaces the clock in tests. */
export async function buildApp({ now = Date.now, ...overrides }: AppOptions = {}): Promise<FastifyInstance> {
  const settings = { ...defaultSettings, ...overrides };
  const folder = new DataFolder(settings);
  let database: SandboxDatabase | null = null;
  try {
    database = new SandboxDatabase(folder.database);
    return await buildIn({ folder, database, settings, now });
  } catch (error) {
    database?.close();
    if (settings.dataFolder === null) folder.leave(new Set());
    throw error;
  }
}

type Foundation = { folder: DataFolder; database: SandboxDatabase; settings: Settings; now(): number };

async function buildIn({ folder, database, settings, now }: Foundation): Promise<FastifyInstance> {
  const app = newFastify(settings);
  const events = new Events();
  const store = new ProcessStore(database, (id) => events.tell('processes', id));
  const usage = new Usage(database, now, () => events.tell('usage'));
  const faults = new Faults(() => events.tell('faults'), now);
  const memory = new Memory(settings.memoryBytes);
  const requestLog = new RequestLog(settings.requestLogLength, memory, ({ requestId }) =>
    events.tell('requests', requestId),
  );
  const keptDocuments = new KeptDocuments({
    ...settings.kept,
    memoryBytes: settings.memoryBytes,
    folder: folder.files,
  });
  const reader = openReader({
    ...settings,
    timeoutMs: settings.readingTimeoutMs,
    pictureBytes: settings.memoryBytes / 2,
  });
  const processes = new Processes({
    ...{ settings, reader, database, store, usage, keptDocuments, now },
    folder: folder.files,
    log: (error) => app.log.error(error),
  });
  folder.sweep(processes.filesToKeep(), settings.temporaryFolder);
  const services: Services = { settings, reader, usage, processes, now };
  const [stats, tokens, access, engines] = [
    new Stats(),
    new Tokens(settings, now),
    new Access(settings),
    new Engines(),
  ];
  const pages = new DocumentPages(reader, memory);
  const isRecorded = settings.record !== null || settings.replay !== null;
  const recordings = isRecorded
    ? (await import('./recording/serve.ts')).openRecordings(app, {
        settings,
        processes,
        memory,
        tokens,
        now,
      })
    : null;
  const rewind = () => recordings?.rewind();
  // An account, and a recording of it, may have other paths.
  const faultPaths = recordings ? null : [SIGN_IN_PATH, ...routes.map(({ path }) => path)];
  const parts = { requestLog, keptDocuments, pages, store, faults, usage, stats, events, rewind, database };
  const inspection = { ...parts, processes, faultPaths, now };

  handleErrors(app);
  const { answerTimeoutMs } = settings;
  const strangers = Strangers.of(settings, now);
  const room = { requestLog, memory, strangers, keptDocuments, uploads: folder.files };
  followRequests(app, { ...room, stats, now, answerTimeoutMs });
  readBodies(app, settings);
  await app.register(async (service) => {
    guardService(service, settings);
    service.addHook('onRequest', async () => folder.check());
    if (recordings) return recordings.serve(service, faults);
    await service.register(async (scope) => serveAuthentication(scope, tokens, faults));
    await service.register(async (scope) => serveOperations(scope, { services, tokens, faults }));
  });
  await app.register(async (own) => {
    takeOnlyWhatIsNamed(own, settings);
    serveDocumentation(own);
    serveHealth(own, engines, settings);
    await own.register(async (scope) => {
      guard(scope, access);
      serveInspection(scope, inspection);
      serveConsole(scope, { ...inspection, access });
    });
  });
  app.addHook('onReady', async () => processes.resume());
  app.decorate('consoleToken', access.token);
  app.decorate('check', recordings?.check ?? null);
  app.decorate('warm', () => engines.load(reader.warm()));
  app.addHook('onClose', async () => {
    await processes.close();
    await reader.close();
    await recordings?.close();
    const needed = processes.filesToKeep();
    database.close();
    folder.leave(needed);
  });
  return app;
}

function newFastify({ requestTimeoutMs }: Settings): FastifyInstance {
  return Fastify({
    // Node looks after them each half minute unless it is told otherwise, and gives no request less than its headers.
    requestTimeout: requestTimeoutMs,
    http: {
      connectionsCheckingInterval: Math.min(30_000, requestTimeoutMs),
      headersTimeout: Math.min(60_000, requestTimeoutMs),
    },
    // A logger's own stream ends the process, or waits for ever, where nothing can be written: on a full disk, say.
    logger: { level: 'error', stream: { write: (line) => console.log(line.trimEnd()) } },
    genReqId: () => randomUUID(),
    // A request may have a whole address as its target, or what behind the account's would be another one: where it goes is
    // not for its sender to say.
    rewriteUrl: ({ url = '/' }) => url.replace(/^(?:[a-z]+:\/\/[^/?]*\/?|(?!\/))/i, '/'),
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
