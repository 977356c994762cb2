import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { partsOf } from '../console/answer.ts';
import { newestRequests, summaryOf } from '../console/requests.ts';
import { ServiceError, wrongParameter } from '../errors.ts';
import { parsed } from '../json.ts';
import { routes } from '../operations/index.ts';
import type { Access } from '../plugins/access.ts';
import { SIGN_IN_LIMIT } from '../plugins/bodies.ts';
import { signInOf } from '../plugins/strangers.ts';
import { isUndelivered, listProcess, listProcesses, maskResult } from '../processes/listing.ts';
import type { ProcessStore, StoredProcess } from '../processes/processStore.ts';
import type { Inspection } from './inspection.ts';

const PAGE = new URL('../console/page/', import.meta.url);
/** By this library the page draws itself. What `import` would find of it is for Node. */
const LIBRARY = new URL('../', import.meta.resolve('lit-html'));
const OF_LIBRARY = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];
const MEDIA_TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

const session = Type.Object({ token: Type.String() });
const limited = {
  limit: Type.Optional(Type.String({ pattern: '^0*[1-9]\\d*$', description: 'a whole number from 1' })),
};
const listing = Type.Object({ ...limited, search: Type.Optional(Type.String()) });
const LONGEST_LIST = 5000;
/** In bytes. A larger result is several times in memory, here and in the browser, where nobody reads it. */
const LARGEST_SHOWN = 2 ** 25;
/** Each with the answers of its receiver. */
const MOST_PROCESSES = 500;

/** What is asked for of a list. */
function listingIn({ query }: FastifyRequest) {
  const { search = '', limit = 100 } = query as Static<typeof listing>;
  return { search, limit: Math.min(LONGEST_LIST, Number(limit)) };
}

type ConsoleContext = Inspection & { access: Access };

/** The console: its page, signing in to it, what it shows of requests, and the stream of what happens. */
export function serveConsole(app: FastifyInstance, context: ConsoleContext): void {
  const { access, events, requestLog, keptDocuments, pages, store } = context;
  servePage(app);
  const signIn = { config: { isOpen: true }, schema: { body: session }, bodyLimit: SIGN_IN_LIMIT };
  app.post('/_sandbox/session', signIn, async (request, reply) => {
    const { token } = request.body as Static<typeof session>;
    signInOf(request, () => {
      if (!access.signIn(token, reply)) throw new ServiceError('401', 401, 'This is not the console token');
    });
    return { done: true };
  });
  app.get('/_sandbox/console/operations', async () => ({ operations: OPERATIONS }));
  app.get('/_sandbox/console/requests', { schema: { querystring: listing } }, async (request) =>
    newestRequests(requestLog.list(), store, listingIn(request)),
  );
  app.get('/_sandbox/console/requests/:id', async (request) => {
    const { id } = request.params as { id: string };
    const entry = requestLog.find(id) ?? null;
    // What it has started is kept longer, also while the sandbox does not run.
    const process = store.startedBy(id);
    if (!entry && !process) throw new ServiceError('404', 404, `The request ${id} is not among the last that are kept`);
    const answer = entry?.answer ?? null;
    return {
      request: entry,
      summary: entry && summaryOf(entry, store),
      answer,
      parts: partsOf(parsed(answer ?? '')),
      process: process && { ...listProcess(process), ...(await resultOf(process, store)) },
      hasDocument: keptDocuments.of(id) !== null,
    };
  });
  const documentOf = (id: string) => {
    const document = keptDocuments.of(id);
    if (!document) throw new ServiceError('404', 404, 'The document of this request is no longer kept');
    return document;
  };
  app.get('/_sandbox/console/requests/:id/pages', async (request) => {
    const { id } = request.params as { id: string };
    const process = store.startedBy(id);
    const isShown = process && store.payloadBytes(process.id) <= LARGEST_SHOWN;
    const result = isShown ? store.payloadOf(process.id)?.text : null;
    const answer = process ? result : requestLog.find(id)?.answer;
    return { pages: await pages.list(id, documentOf(id), parsed(answer ?? '')) };
  });
  app.get('/_sandbox/console/requests/:id/pages/:number', async (request, reply) => {
    const { id, number } = request.params as { id: string; number: string };
    const image = await pages.image(id, documentOf(id), Number(number));
    if (!image) throw new ServiceError('404', 404, `The document has no picture of a page ${number}`);
    return reply.type('image/jpeg').send(image);
  });
  app.get('/_sandbox/console/processes', { schema: { querystring: Type.Object(limited) } }, async (request) => {
    const { limit } = listingIn(request);
    if (limit > MOST_PROCESSES) throw wrongParameter('limit', `limit must be at most ${MOST_PROCESSES}`);
    const undelivered = store.standings().filter(isUndelivered).length;
    return { processes: await listProcesses(store, limit), undelivered };
  });
  app.get('/_sandbox/console/events', async (_request, reply) => events.open(reply));
}

/** Its files hold nothing of anyone's documents, so they need no token: the page asks for it. */
function servePage(app: FastifyInstance): void {
  const serve = (path: string, file: URL) => {
    const type = `${MEDIA_TYPES[extname(file.pathname)]}; charset=utf-8`;
    let bytes: Promise<Buffer> | null = null;
    app.get(path, { config: { isOpen: true } }, async (_request, reply) =>
      reply.type(type).send(await (bytes ??= readFile(file))),
    );
  };
  serve('/_sandbox', new URL('index.html', PAGE));
  for (const name of readdirSync(PAGE)) serve(`/_sandbox/page/${name}`, new URL(name, PAGE));
  for (const name of OF_LIBRARY) serve(`/_sandbox/page/${name}`, new URL(name, LIBRARY));
}

const OPERATIONS = routes.map(({ path, form, json }) => ({
  path,
  names: [form?.name, json?.name].filter((name) => name !== undefined),
}));

async function resultOf(process: StoredProcess, store: ProcessStore) {
  const bytes = store.payloadBytes(process.id);
  const payload = bytes <= LARGEST_SHOWN ? store.payloadOf(process.id) : null;
  const result = payload && (await maskResult(process, payload.text));
  const parts = partsOf(parsed(result ?? ''));
  // The answer is written next.
  await pause();
  return { result, parts, hiddenBytes: payload ? 0 : bytes };
}
