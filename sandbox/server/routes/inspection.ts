import { Readable } from 'node:stream';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportState, importState, list, reset, resetBody, type Parts } from '../console/state.ts';
import { stateFile, type CheckState } from '../console/stateFile.ts';
import { checkCallbackFault, checkFault, parseDirectives } from '../directives.ts';
import { ServiceError, unknownName, wrongParameter } from '../errors.ts';
import { armedText, type ArmedFault } from '../faults.ts';
import { listProcess, listProcesses } from '../processes/listing.ts';
import type { Processes } from '../processes/processes.ts';
import { upload } from '../schemas/parameters.ts';
import { closed } from '../schemas/shorthand.ts';
import { EARLIEST, LATEST, quantity, serviceName } from '../store.ts';
import { readForm, valuesOf } from '../upload/form.ts';
import { question, verify } from './verify.ts';

export type Inspection = Parts & {
  processes: Processes;
  /** Paths that faults can be armed for; null for all. */
  faultPaths: string[] | null;
  now(): number;
};

const ofPath = Type.Object({ path: Type.Optional(Type.String({ ...armedText, minLength: 1 })) });
const fault = Type.Object({
  ...ofPath.properties,
  fault: Type.Optional(armedText),
  callback: Type.Optional(armedText),
  times: Type.Optional(Type.Integer({ minimum: 1 })),
});

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
const sending = Type.Object({ callback: Type.Optional(armedText) });
const exporting = Type.Object({ secrets: Type.Optional(Type.Literal('include')) });
const importing = Type.Object({ file: upload('binary', 'What was exported') });

/** The sandbox's own routes: the requests it received, its processes, statistics, faults, usage, and the state as a whole. */
export function serveInspection(app: FastifyInstance, inspection: Inspection): void {
  const { requestLog, stats, faults, usage } = inspection;
  app.get('/_sandbox/requests', { schema: { querystring: ofPath } }, async (request, reply) => {
    const { path } = request.query as Static<typeof ofPath>;
    return reply.type(JSON_TYPE).send(Readable.from(list('{"requests":', requestLog.list(path), '}')));
  });
  app.post('/_sandbox/verify', { schema: { body: question } }, async (request, reply) => {
    const asked = request.body as Static<typeof question>;
    checkPath(asked.path, inspection.faultPaths);
    const answer = await verify(requestLog, asked);
    return reply.code('message' in answer ? 406 : 200).send(answer);
  });
  app.delete('/_sandbox/requests', async () => done(() => reset(inspection, { parts: ['requests'] })));
  app.get('/_sandbox/stats', async () => stats.read());
  app.delete('/_sandbox/stats', async () => done(() => stats.reset()));
  app.get('/_sandbox/faults', async () => ({ faults: faults.list() }));
  app.post('/_sandbox/faults', { schema: { body: fault } }, async (request) =>
    arm(inspection, request.body as Static<typeof fault>),
  );
  app.delete('/_sandbox/faults', async () => done(() => faults.disarm()));
  app.delete('/_sandbox/faults/:id', async (request) => {
    const { id } = request.params as { id: string };
    if (!faults.end(id)) throw new ServiceError('404', 404, `No fault ${id} is armed`);
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
  const { path, fault: text, callback, times } = wanted;
  if (!text && !callback) throw wrongParameter('fault', 'fault or callback must say what goes wrong');
  checkFault(text, 'fault');
  checkCallbackFault(callback, 'callback');
  checkPath(path, faultPaths);
  const written = parseDirectives(text);
  if (written.has('key')) throw wrongParameter('fault', 'fault: "key" tells headers apart, and this is none');
  const timesInText = Number(written.get('times') ?? times ?? 1);
  if (times !== undefined && times !== timesInText)
    throw wrongParameter('times', `times is ${times}, and in fault it is ${timesInText}`);
  return faults.arm({ ...wanted, times: timesInText });
}

function checkPath(path: string | undefined, known: string[] | null): void {
  if (path !== undefined && known && !known.includes(path))
    throw wrongParameter('path', unknownName(path, known, `the path "${path}"`));
}

/** No body is one without members: everything is forgotten, a callback is sent as it is. */
const noBody = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {};
};

function serveProcesses(app: FastifyInstance, { store, processes }: Inspection): void {
  app.get('/_sandbox/processes', async () => ({ processes: await listProcesses(store) }));
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
  app.post('/_sandbox/reset', { preValidation: noBody, schema: { body: resetBody } }, async (request) =>
    reset(inspection, request.body as Static<typeof resetBody>),
  );
  app.get('/_sandbox/state', { schema: { querystring: exporting } }, async (request, reply) => {
    const isWithSecrets = (request.query as Static<typeof exporting>).secrets !== undefined;
    const state = exportState(inspection, isWithSecrets, new Date(inspection.now()).toISOString());
    return reply
      .type(JSON_TYPE)
      .header('content-disposition', 'attachment; filename="sandbox-state.json"')
      .send(Readable.from(state));
  });
  app.post('/_sandbox/state', {
    config: { takes: 'multipart/form-data' },
    schema: { body: importing },
    preValidation: async (request) => {
      request.body = valuesOf(await readForm(request.raw, request, { textBytes: LONGEST_TEXT }));
    },
    handler: (request) =>
      importState(
        inspection,
        (request.body as Static<typeof importing>).file,
        request.compileValidationSchema(closed(stateFile)) as CheckState,
      ),
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
