import { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportState, importState, list, reset, resetBody, type Parts } from '../console/state.ts';
import { checkCallbackFault, checkFault } from '../directives.ts';
import { ServiceError, wrongParameter } from '../errors.ts';
import { armedText, type ArmedFault } from '../faults.ts';
import { listProcess, listProcesses } from '../processes/listing.ts';
import type { Processes } from '../processes/processes.ts';
import { only } from '../schemas/shorthand.ts';
import { EARLIEST, LATEST, quantity, serviceName } from '../store.ts';
import { isForm, readForm } from '../upload/form.ts';
import { Upload } from '../upload/upload.ts';
import { question, verify } from './verify.ts';

export type Inspection = Parts & {
  processes: Processes;
  /** Paths that faults can be armed for; null for all. */
  faultPaths: string[] | null;
  now(): number;
};

const fault = only({
  path: Type.Optional(armedText),
  fault: Type.Optional(armedText),
  callback: Type.Optional(armedText),
  times: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
});

/** For what forgets something: it takes no filter. */
const noQuery = only({});

const count = Type.Optional(quantity);
const consumption = Type.Object({
  date: Type.String(),
  serviceName,
  requestCount: count,
  typifiedItemCount: count,
  nonTypifiedItemCount: count,
  billingCount: count,
});
const consumptions = Type.Union([Type.Array(consumption), consumption]);
const JSON_TYPE = 'application/json; charset=utf-8';
/** Besides the file. */
const LONGEST_TEXT = 2 ** 20;
const sending = only({ callback: Type.Optional(Type.String()) });

/** The sandbox's own routes: the requests it received, its processes, statistics, faults, usage, and the state as a whole. */
export function serveInspection(app: FastifyInstance, inspection: Inspection): void {
  const { requestLog, stats, faults, usage } = inspection;
  app.get('/_sandbox/requests', async (request, reply) => {
    const { path } = request.query as { path?: string };
    return reply.type(JSON_TYPE).send(Readable.from(list('{"requests":', requestLog.list(path), '}')));
  });
  app.post('/_sandbox/verify', { schema: { body: question } }, async (request, reply) => {
    const asked = request.body as Static<typeof question>;
    checkPath(asked.path, inspection.faultPaths);
    const answer = await verify(requestLog, asked);
    return reply.code('message' in answer ? 406 : 200).send(answer);
  });
  app.delete('/_sandbox/requests', { schema: { querystring: noQuery } }, async () =>
    done(() => reset(inspection, { parts: ['requests'] })),
  );
  app.get('/_sandbox/stats', async () => stats.read());
  app.delete('/_sandbox/stats', async () => done(() => stats.reset()));
  app.get('/_sandbox/faults', async () => ({ faults: faults.list() }));
  app.post('/_sandbox/faults', { schema: { body: fault } }, async (request) =>
    arm(inspection, request.body as Static<typeof fault>),
  );
  app.delete('/_sandbox/faults', async () => done(() => faults.disarm()));
  app.delete('/_sandbox/faults/:id', async (request) => {
    const { id } = request.params as { id: string };
    if (!faults.end(Number(id))) throw new ServiceError('404', 404, `No fault ${id} is armed`);
    return { done: true };
  });
  app.get('/_sandbox/usage', async () => ({ days: usage.between(EARLIEST, LATEST) }));
  app.post('/_sandbox/usage', { schema: { body: consumptions } }, async (request) =>
    seedUsage(inspection, request.body as Static<typeof consumptions>),
  );
  app.delete('/_sandbox/usage', async () => done(() => usage.clear()));
  serveProcesses(app, inspection);
  serveState(app, inspection);
}

/** Refuses what would never go wrong: it would be used up, or wait, without a word. */
function arm({ faults, faultPaths }: Inspection, wanted: Static<typeof fault>): ArmedFault {
  const { path, fault: text, callback } = wanted;
  if (!text && !callback) throw wrongParameter('fault', 'fault or callback must say what goes wrong');
  checkFault(text, 'fault');
  checkCallbackFault(callback, 'callback');
  checkPath(path, faultPaths);
  return faults.arm(wanted);
}

function checkPath(path: string | undefined, known: string[] | null): void {
  if (path !== undefined && known && !known.includes(path))
    throw wrongParameter('path', `no requests are answered on the path "${path}". Known are: ${known.join(', ')}`);
}

/** No body is one without members: everything is forgotten, a callback is sent as it is. */
const noBody = async (request: FastifyRequest) => {
  if (request.body === undefined && !isForm(request.headers)) request.body = {};
};

function serveProcesses(app: FastifyInstance, { store, processes }: Inspection): void {
  app.get('/_sandbox/processes', async () => ({ processes: await listProcesses(store.list()) }));
  app.post('/_sandbox/processes/:id/send', { preValidation: noBody, schema: { body: sending } }, async (request) => {
    const { id } = request.params as { id: string };
    const { callback } = request.body as Static<typeof sending>;
    checkCallbackFault(callback, 'callback');
    await processes.send(id, callback);
    const sent = store.find(id);
    return { process: sent && listProcess(sent) };
  });
}

function serveState(app: FastifyInstance, inspection: Inspection): void {
  app.post(
    '/_sandbox/reset',
    { preValidation: noBody, schema: { body: resetBody, querystring: noQuery } },
    async (request) => reset(inspection, request.body as Static<typeof resetBody>),
  );
  app.get('/_sandbox/state', async (request, reply) => {
    const isWithSecrets = (request.query as { secrets?: string }).secrets === 'include';
    const state = exportState(inspection, isWithSecrets, new Date(inspection.now()).toISOString());
    return reply
      .type(JSON_TYPE)
      .header('content-disposition', 'attachment; filename="sandbox-state.json"')
      .send(Readable.from(state));
  });
  app.post('/_sandbox/state', async (request) => {
    if (!isForm(request.headers)) throw wrongParameter('Content-Type', 'the state is sent as a form with a file');
    const { given } = await readForm(request.raw, request, { textBytes: LONGEST_TEXT });
    const file = given.map(([, value]) => value).find((value) => value instanceof Upload);
    if (!file) throw wrongParameter('file', 'the form has no file');
    return importState(inspection, file);
  });
}

function seedUsage({ usage, database }: Inspection, records: Static<typeof consumptions>) {
  const items = [records].flat();
  const dates = items.map(({ date }) => instantOf(date));
  const wrong = dates.findIndex((date) => !(date >= EARLIEST && date <= LATEST));
  if (wrong >= 0) throw wrongParameter('date', `"${items[wrong]?.date}" is not a date`);
  database.transaction(() => {
    for (const [index, item] of items.entries()) {
      const { serviceName, requestCount = 0, typifiedItemCount = 0, nonTypifiedItemCount = 0, billingCount = 0 } = item;
      const amounts = {
        requests: requestCount,
        typified: typifiedItemCount,
        nonTypified: nonTypifiedItemCount,
        billed: billingCount,
      };
      usage.record(dates[index] as number, { service: serviceName, ...amounts });
    }
  });
  return { recorded: items.length };
}

/** NaN of 30 February, which is 2 March to JavaScript. */
function instantOf(date: string): number {
  const day = date.slice(0, 10);
  return new Date(day).toJSON()?.startsWith(day) ? Date.parse(date) : NaN;
}

function done(work: () => void) {
  work();
  return { done: true };
}
