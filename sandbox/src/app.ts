import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { routes } from './operations/index.ts';
import type { Services } from './operations/operation.ts';
import { receiveBodies } from './plugins/bodies.ts';
import { answerBrokenHttp, answerFailures, sendFailure } from './plugins/failures.ts';
import { Faults } from './plugins/faults.ts';
import { Journal } from './plugins/journal.ts';
import { lateSchemas } from './plugins/lateSchemas.ts';
import { serveOperations } from './plugins/operations.ts';
import { followRequests } from './plugins/requestLife.ts';
import { Stats } from './plugins/stats.ts';
import { Tokens } from './plugins/tokens.ts';
import { Processes } from './processes/processes.ts';
import { Reader } from '../../reader/src/reader.ts';
import { serveInspection } from './routes/inspection.ts';
import { serveSignIn } from './routes/signIn.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { openDatabase } from './store/database.ts';
import { ProcessStore } from './store/processes.ts';
import { Usage } from './store/usage.ts';
import { Upload } from './upload/upload.ts';

export type AppOptions = Partial<Settings> & { now?: () => number };

declare module 'fastify' {
  interface FastifyInstance {
    /** Loads the engines that read pictures; answers what is missing. */
    warm(): Promise<string[]>;
  }
}

/** The sandbox, ready to answer but not listening. */
export async function buildApp({ now = Date.now, ...overrides }: AppOptions = {}): Promise<FastifyInstance> {
  const settings = { ...defaultSettings, ...overrides };
  const folder = settings.dataFolder ?? mkdtempSync(join(settings.temporaryFolder, 'document-processing-sandbox-'));
  mkdirSync(folder, { recursive: true });
  const app = newFastify();
  const database = openDatabase(join(folder, 'sandbox.sqlite'));
  const [store, usage, reader] = [new ProcessStore(database), new Usage(database), new Reader(settings)];
  const processes = new Processes({ settings, reader, store, usage, now, folder: join(folder, 'processes') });
  const services: Services = { settings, reader, usage, processes, now };
  const [journal, stats, faults, tokens] = [
    new Journal(settings.journalLength),
    new Stats(),
    new Faults(),
    new Tokens(settings, now),
  ];

  answerFailures(app);
  followRequests(app, { journal, stats, now, uploads: join(folder, 'uploads') });
  await receiveBodies(app, settings);
  await app.register(async (scope) => serveSignIn(scope, tokens, faults));
  await app.register(async (scope) => serveOperations(scope, { services, tokens, faults, routes }));
  await app.register(async (scope) => serveInspection(scope, { journal, stats, faults, store, usage }));
  app.addHook('onReady', async () => processes.resume());
  app.decorate('warm', () => reader.warm());
  app.addHook('onClose', async () => {
    await processes.close();
    await reader.close();
    database.close();
    // What belongs to this run alone goes with it.
    const temporary = settings.dataFolder === null ? folder : join(folder, 'uploads');
    await rm(temporary, { recursive: true, force: true });
  });
  return app;
}

function newFastify(): FastifyInstance {
  return Fastify({
    logger: { level: 'error' },
    genReqId: () => randomUUID(),
    // Sizes are bounded where bodies are received; this bound would count the base64 of a file.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    schemaController: { compilersFactory: lateSchemas },
    ajv: {
      // JSON says itself what type a value has, so nothing is turned into something else.
      customOptions: { coerceTypes: false, removeAdditional: false },
      plugins: [defineUpload],
    },
  }) as unknown as FastifyInstance;
}

/** Lets schemas ask for a received file, which no JSON can pretend to be. */
function defineUpload(ajv: { addKeyword(keyword: never): unknown }): never {
  const validate = (_: unknown, value: unknown) => value instanceof Upload;
  return ajv.addKeyword({ keyword: 'upload', validate, error: { message: 'must be a file' } } as never) as never;
}
