import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { partsOf } from '../console/answer.ts';
import { requestPage, summaryOf } from '../console/requests.ts';
import { Events } from '../console/events.ts';
import { ServiceError, wrongParameter } from '../errors.ts';
import { parsed } from '../json.ts';
import type { Route } from '../operations/index.ts';
import type { Access } from '../plugins/access.ts';
import { isUndelivered, listProcess, listProcesses, maskResult } from '../processes/listing.ts';
import type { Payload, StoredProcess } from '../processes/processStore.ts';
import type { Inspection } from './inspection.ts';

const PAGE = new URL('../console/page/', import.meta.url);
const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const session = Type.Object({ token: Type.String() });
const text = Type.Optional(Type.String());
/** One of each: a name that is given twice has a list. */
const listing = Type.Object({ search: text, before: text, limit: text });

const LONGEST_PAGE = 200;

/** How many are asked for; more than a page has are a page. */
function limitIn({ limit }: Static<typeof listing>, usual: number): number {
  if (limit !== undefined && !/^0*[1-9]\d*$/.test(limit)) throw wrongParameter('limit', 'limit is no number from 1 on');
  return Math.min(LONGEST_PAGE, Number(limit ?? usual));
}

export type ConsoleContext = Inspection & { access: Access; routes: Route[] };

/** The console: its page, signing in to it, what it shows of requests, and the stream of what happens. */
export function serveConsole(app: FastifyInstance, context: ConsoleContext): void {
  const { access, requestLog, keptDocuments, pages, store, routes } = context;
  const events = new Events(context);
  servePage(app);
  app.post('/_sandbox/session', { config: { isOpen: true }, schema: { body: session } }, async (request, reply) => {
    const { token } = request.body as Static<typeof session>;
    if (!access.signIn(token, reply)) throw new ServiceError('401', 401, 'This is not the console token');
    return { done: true };
  });
  app.get('/_sandbox/console/operations', async () => ({ operations: operationsOf(routes) }));
  app.get('/_sandbox/console/requests', { schema: { querystring: listing } }, async (request) =>
    requestPage(requestLog.list(), context, {
      ...(request.query as Static<typeof listing>),
      limit: limitIn(request.query as Static<typeof listing>, 100),
    }),
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
      summary: entry && summaryOf(entry, context),
      answer,
      parts: partsOf(parsed(answer ?? '')),
      process: process && { ...listProcess(process), ...(await resultOf(process, store.payloadOf(process.id))) },
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
    const answer = process ? (store.payloadOf(process.id)?.text ?? null) : (requestLog.find(id)?.answer ?? null);
    return { pages: await pages.list(id, documentOf(id), parsed(answer ?? '')) };
  });
  app.get('/_sandbox/console/requests/:id/pages/:number', async (request, reply) => {
    const { id, number } = request.params as { id: string; number: string };
    const image = await pages.image(id, documentOf(id), Number(number));
    if (!image) throw new ServiceError('404', 404, `The document has no picture of a page ${number}`);
    return reply.type('image/jpeg').send(image);
  });
  app.get('/_sandbox/console/processes', { schema: { querystring: listing } }, async (request) => ({
    processes: await listProcesses(store.list(limitIn(request.query as Static<typeof listing>, 50))),
    undelivered: store.standings().filter(isUndelivered).length,
  }));
  app.get('/_sandbox/console/events', async (_request, reply) => events.open(reply));
}

/** Its files hold nothing of anyone's documents, so they need no token: the page asks for it. */
function servePage(app: FastifyInstance): void {
  const send = (name: string) => ({
    type: MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
    bytes: readFileSync(new URL(name, PAGE)),
  });
  app.get('/_sandbox', { config: { isOpen: true } }, async (_request, reply) => {
    const { type, bytes } = send('index.html');
    return reply.type(type).send(bytes);
  });
  app.get('/_sandbox/page/:name', { config: { isOpen: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!(await readdir(PAGE)).includes(name)) throw new ServiceError('404', 404, `The console has no file ${name}`);
    const { type, bytes } = send(name);
    return reply.type(type).send(bytes);
  });
}

const operationsOf = (routes: Route[]) =>
  routes.map(({ path, form, json }) => ({
    path,
    names: [form?.name, json?.name].filter((name) => name !== undefined),
    isAsynchronous: Boolean(form?.callback ?? json?.callback),
  }));

async function resultOf(process: StoredProcess, payload: Payload | null) {
  const result = payload && (await maskResult(process, payload.text));
  return { result, parts: partsOf(parsed(result ?? '')) };
}
