import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults.ts';
import type { Stats } from '../plugins/requestLifecycle.ts';
import type { RequestLog } from '../plugins/requestLog.ts';
import { maskWebhook } from '../processes/webhook.ts';
import type { ProcessStore, Usage } from '../store.ts';

export type Inspection = { requestLog: RequestLog; stats: Stats; faults: Faults; store: ProcessStore; usage: Usage };

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

/** The sandbox's own routes: the requests it received, its processes, statistics, faults and usage. They need no token. */
export function serveInspection(app: FastifyInstance, { requestLog, stats, faults, store, usage }: Inspection): void {
  app.get('/_sandbox/requests', async (request) => ({
    requests: requestLog.list((request.query as { path?: string }).path),
  }));
  app.delete('/_sandbox/requests', async () => done(() => requestLog.clear()));
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
  app.get('/_sandbox/processes', async () => ({ processes: listProcesses(store) }));
  app.get('/_sandbox', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(processesPage(listProcesses(store))),
  );
}

/** Processes without their webhooks' secrets and without their files. */
function listProcesses(store: ProcessStore) {
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

type ListedProcess = ReturnType<typeof listProcesses>[number];

function seedUsage(usage: Usage, records: Static<typeof consumptions>) {
  const items = [records].flat();
  for (const item of items) {
    const { serviceName, requestCount = 0, typifiedItemCount = 0, nonTypifiedItemCount = 0, billingCount = 0 } = item;
    const amounts = {
      requests: requestCount,
      typified: typifiedItemCount,
      nonTypified: nonTypifiedItemCount,
      billed: billingCount,
    };
    usage.record(Date.parse(item.date) || 0, { service: serviceName, ...amounts });
  }
  return { recorded: items.length };
}

function done(work: () => void) {
  work();
  return { done: true };
}

/** A page without scripts or assets. It escapes everything that came from outside. */
function processesPage(processes: ListedProcess[]): string {
  const rows = processes.map(processRow).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox: processes</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}code{word-break:break-all}</style></head>
<body><h1>Processes</h1><p>${processes.length} shown, newest first.
As JSON: <a href="/_sandbox/processes">/_sandbox/processes</a>.
Requests: <a href="/_sandbox/requests">/_sandbox/requests</a>. Interface: <a href="/docs">/docs</a>.</p>
<table><thead><tr><th>process</th><th>kind</th><th>state</th><th>accepted</th><th>webhook</th>
<th>deliveries and answers</th></tr></thead>
<tbody>${rows}</tbody></table></body></html>`;
}

function processRow({ id, kind, state, createdAt, webhook, deliveries }: ListedProcess): string {
  const calls = deliveries.map(deliveryText).join('<br>') || 'none yet';
  return `<tr><td><code>${escape(id)}</code></td><td>${escape(kind)}</td><td>${escape(state)}</td><td>${escape(createdAt)}</td>
<td><code>${escape(webhook.url)}</code>${webhook.mtls ? ' (mutual TLS)' : ''}</td><td>${calls}</td></tr>`;
}

function deliveryText(delivery: ListedProcess['deliveries'][number]): string {
  const { at, target, url, httpStatus, milliseconds, answer, error } = delivery;
  const outcome = error
    ? `failed: ${error}`
    : `HTTP ${httpStatus} in ${milliseconds} ms: ${(answer ?? '').slice(0, 200)}`;
  const certificate = delivery.certificate ? ` (${escape(delivery.certificate)} certificate)` : '';
  return `${escape(at)} ${escape(target)} <code>${escape(url)}</code>${certificate} ${escape(outcome)}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
