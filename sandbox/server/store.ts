import { DatabaseSync, type StatementSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS usage (
    at INTEGER NOT NULL, service TEXT NOT NULL, requests INTEGER NOT NULL,
    typified INTEGER NOT NULL, nonTypified INTEGER NOT NULL, billed INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS usage_at ON usage (at);
  CREATE TABLE IF NOT EXISTS process (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, createdAt INTEGER NOT NULL, finishedAt INTEGER,
    requestId TEXT NOT NULL, webhook TEXT NOT NULL, job TEXT NOT NULL, outcome TEXT
  );
  CREATE TABLE IF NOT EXISTS delivery (
    processId TEXT NOT NULL, at INTEGER NOT NULL, target TEXT NOT NULL, url TEXT NOT NULL, milliseconds INTEGER NOT NULL,
    httpStatus INTEGER, answer TEXT, error TEXT, certificate TEXT
  );
  CREATE INDEX IF NOT EXISTS delivery_process ON delivery (processId);
`;

/** Opens the SQLite file and creates its tables if needed. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec(TABLES);
  return database;
}

/** What one request consumed. `billed` counts pages, addresses, codes or queries. */
export type Consumption = { service: string; requests: number; typified: number; nonTypified: number; billed: number };

/** The sum of a day (`YYYY-MM-DD`, UTC) and service. */
export type DayOfService = Consumption & { day: string };

/** What an operation reports of one request. */
export type Counted = Pick<Consumption, 'typified' | 'nonTypified' | 'billed'>;

/** The consumption history, from which billing summaries are made. */
export class Usage {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)');
    this.#select = database.prepare(`
      SELECT date(at / 1000, 'unixepoch') AS day, service, sum(requests) AS requests, sum(typified) AS typified,
             sum(nonTypified) AS nonTypified, sum(billed) AS billed
      FROM usage WHERE at BETWEEN ? AND ? GROUP BY day, service ORDER BY day, service`);
  }

  record(at: number, { service, requests, typified, nonTypified, billed }: Consumption): void {
    this.#insert.run(at, service, requests, typified, nonTypified, billed);
  }

  between(start: number, end: number): DayOfService[] {
    return this.#select.all(start, end) as unknown as DayOfService[];
  }
}

export type NameAndValue = { name: string; value: string };

/** Where a result is sent, and the credentials sent with it. */
export type Webhook = {
  url: string;
  fallbackUrl: string | null;
  headers: NameAndValue[];
  queryStrings: NameAndValue[];
  mtls: boolean;
};

/** The sandbox's own states; the service interface shows none. */
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

/** One call of a webhook and its outcome. */
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

  addDelivery(delivery: Delivery): void {
    this.#database
      .prepare('INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        delivery.processId,
        delivery.at,
        delivery.target,
        delivery.url,
        delivery.milliseconds,
        delivery.httpStatus,
        delivery.answer,
        delivery.error,
        delivery.certificate,
      );
  }

  /** Newest first. */
  list(maximum = 200): (ProcessRow & { deliveries: Delivery[] })[] {
    const rows = this.#database
      .prepare('SELECT * FROM process ORDER BY createdAt DESC, rowid DESC LIMIT ?')
      .all(maximum);
    return rows.map(asRow).map((row) => ({ ...row, deliveries: this.#deliveriesOf(row.id) }));
  }

  /** Processes that an earlier run did not finish. */
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
