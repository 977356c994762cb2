import type { DatabaseSync } from 'node:sqlite';
import type { Webhook } from '../processes/webhook.ts';

/** The sandbox's own states; the interface shows none. */
export type ProcessState = 'waiting' | 'running' | 'finished' | 'failed';

export type ProcessRow = {
  id: string;
  kind: 'contentExtraction' | 'enrichment';
  state: ProcessState;
  createdAt: number;
  finishedAt: number | null;
  requestId: string;
  webhook: Webhook;
  job: unknown;
  outcome: string | null;
};

/** One call of a webhook and what came of it. */
export type Delivery = {
  processId: string;
  at: number;
  target: 'url' | 'fallbackUrl';
  url: string;
  milliseconds: number;
  httpStatus: number | null;
  answer: string | null;
  error: string | null;
  certificate: string | null;
};

export class ProcessStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(row: Omit<ProcessRow, 'state' | 'finishedAt' | 'outcome'>): void {
    this.#database
      .prepare(
        `INSERT INTO process (id, kind, state, createdAt, requestId, webhook, job) VALUES (?, ?, 'waiting', ?, ?, ?, ?)`,
      )
      .run(row.id, row.kind, row.createdAt, row.requestId, JSON.stringify(row.webhook), JSON.stringify(row.job));
  }

  setState(id: string, state: ProcessState, finishedAt: number | null, outcome: string | null): void {
    this.#database
      .prepare('UPDATE process SET state = ?, finishedAt = ?, outcome = ? WHERE id = ?')
      .run(state, finishedAt, outcome, id);
  }

  addDelivery(d: Delivery): void {
    this.#database
      .prepare('INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(d.processId, d.at, d.target, d.url, d.milliseconds, d.httpStatus, d.answer, d.error, d.certificate);
  }

  /** The newest first. */
  list(most = 200): (ProcessRow & { deliveries: Delivery[] })[] {
    const rows = this.#database.prepare('SELECT * FROM process ORDER BY createdAt DESC, rowid DESC LIMIT ?').all(most);
    return rows.map(asRow).map((row) => ({ ...row, deliveries: this.#deliveriesOf(row.id) }));
  }

  /** What a run that ended early left behind. */
  unfinished(): ProcessRow[] {
    const rows = this.#database
      .prepare(`SELECT * FROM process WHERE state IN ('waiting', 'running') ORDER BY createdAt`)
      .all();
    return rows.map(asRow);
  }

  #deliveriesOf(id: string): Delivery[] {
    const rows = this.#database.prepare('SELECT * FROM delivery WHERE processId = ? ORDER BY at, rowid').all(id);
    return rows as unknown as Delivery[];
  }
}

function asRow(row: Record<string, unknown>): ProcessRow {
  const { webhook, job } = row as { webhook: string; job: string };
  return {
    ...(row as unknown as ProcessRow),
    webhook: JSON.parse(webhook) as Webhook,
    job: JSON.parse(job) as unknown,
  };
}
