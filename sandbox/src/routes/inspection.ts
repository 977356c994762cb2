import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Faults } from '../plugins/faults.ts';
import type { Journal } from '../plugins/journal.ts';
import type { Stats } from '../plugins/stats.ts';
import { maskWebhook } from '../processes/webhook.ts';
import type { ProcessStore } from '../store/processes.ts';
import type { Usage } from '../store/usage.ts';
import { processesPage } from './processesPage.ts';

export type Inspection = { journal: Journal; stats: Stats; faults: Faults; store: ProcessStore; usage: Usage };

const fault = Type.Object({
  path: Type.Optional(Type.String()),
  fault: Type.Optional(Type.String()),
  callback: Type.Optional(Type.String()),
  times: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
});

const count = Type.Optional(Type.Integer({ minimum: 0 }));
const consumption = Type.Object({
  date: Type.String(),
  serviceName: Type.String({ minLength: 1 }),
  requestCount: count,
  typifiedItemCount: count,
  nonTypifiedItemCount: count,
  billingCount: count,
});
const consumptions = Type.Union([Type.Array(consumption), consumption]);

/** Routes of the sandbox alone: what it received, what it did, what it is to get wrong. They need no token. */
export function serveInspection(app: FastifyInstance, { journal, stats, faults, store, usage }: Inspection): void {
  app.get('/_sandbox/requests', async (request) => ({
    requests: journal.list((request.query as { path?: string }).path),
  }));
  app.delete('/_sandbox/requests', async () => done(() => journal.clear()));
  app.get('/_sandbox/stats', async () => stats.read());
  app.delete('/_sandbox/stats', async () => done(() => stats.reset()));
  app.get('/_sandbox/faults', async () => ({ faults: faults.list() }));
  app.post('/_sandbox/faults', { schema: { body: fault } }, async (request) =>
    faults.arm(request.body as Static<typeof fault>),
  );
  app.delete('/_sandbox/faults', async () => done(() => faults.disarm()));
  app.post('/_sandbox/usage', { schema: { body: consumptions } }, async (request) =>
    seedUsage(usage, request.body as Static<typeof consumptions>),
  );
  app.get('/_sandbox/processes', async () => ({ processes: shownProcesses(store) }));
  app.get('/_sandbox', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(processesPage(shownProcesses(store))),
  );
}

/** Processes without the secrets their webhooks carry, and without the files they were given. */
function shownProcesses(store: ProcessStore) {
  return store.list().map(({ job: _job, webhook, createdAt, finishedAt, outcome, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    webhook: maskWebhook(webhook),
    outcome: outcome === null ? null : outcome.slice(0, 2000),
    deliveries: row.deliveries.map(({ processId: _id, at, ...delivery }) => ({
      at: new Date(at).toISOString(),
      ...delivery,
    })),
  }));
}

export type ShownProcess = ReturnType<typeof shownProcesses>[number];

function seedUsage(usage: Usage, given: Static<typeof consumptions>) {
  const items = [given].flat();
  for (const item of items) {
    const { serviceName, requestCount = 0, typifiedItemCount = 0, nonTypifiedItemCount = 0, billingCount = 0 } = item;
    const counted = {
      requests: requestCount,
      typified: typifiedItemCount,
      nonTypified: nonTypifiedItemCount,
      billed: billingCount,
    };
    usage.record(Date.parse(item.date) || 0, { service: serviceName, ...counted });
  }
  return { recorded: items.length };
}

function done(work: () => void) {
  work();
  return { done: true };
}
