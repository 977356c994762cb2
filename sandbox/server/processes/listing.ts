import { explain } from './explain.ts';
import type { Standing, StoredProcess } from './processStore.ts';
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

/** How a process stands, for the row of its request. */
export const listStanding = ({ state, last }: Standing) => ({
  state,
  deliveries: last ? [{ httpStatus: last.httpStatus, error: last.error, explanation: explain(last) }] : [],
});

/** Whether nobody has taken its callback: it was refused, or could not be sent, or was not sent at all. */
export const isUndelivered = ({ state, last }: Standing) =>
  (state === 'finished' || state === 'failed') && (last === null || explain(last) !== null);

const timestamp = (at: number) => new Date(at).toISOString();
