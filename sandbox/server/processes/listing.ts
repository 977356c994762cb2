import { explain } from './explain.ts';
import type { StoredProcess } from './processStore.ts';
import { maskWebhook } from './webhook.ts';

/** A process for people to see: without the secrets of its webhook and without its file. */
export function listProcess({ job: _job, webhook, createdAt, finishedAt, outcome, ...row }: StoredProcess) {
  return {
    ...row,
    createdAt: timestamp(createdAt),
    finishedAt: finishedAt === null ? null : timestamp(finishedAt),
    webhook: maskWebhook(webhook),
    outcome: outcome === null ? null : outcome.slice(0, 2000),
    steps: row.steps.map(({ at, ...step }) => ({ at: timestamp(at), ...step })),
    deliveries: row.deliveries.map(({ processId: _id, at, ...delivery }) => ({
      at: timestamp(at),
      ...delivery,
      explanation: explain({ processId: row.id, at, ...delivery }),
    })),
  };
}

export type ListedProcess = ReturnType<typeof listProcess>;

const timestamp = (at: number) => new Date(at).toISOString();
