import { Type } from '@sinclair/typebox';
import { openSqlite, type Database, type Statement } from './sqlite.ts';

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
  CREATE INDEX IF NOT EXISTS process_request ON process (requestId);
  CREATE INDEX IF NOT EXISTS delivery_process ON delivery (processId);
  CREATE TABLE IF NOT EXISTS step (processId TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, detail TEXT);
  CREATE INDEX IF NOT EXISTS step_process ON step (processId);
  CREATE TABLE IF NOT EXISTS payload (processId TEXT PRIMARY KEY, text TEXT NOT NULL, failed INTEGER NOT NULL);
`;

/**
 * Opens the SQLite file and creates its tables if needed. Fails while another sandbox has it open: two in one folder would
 * send each other's callbacks and remove each other's files.
 */
export function openDatabase(file: string): Database {
  const database = openSqlite(file);
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  // What is deleted is overwritten: a password, a result.
  database.exec('PRAGMA secure_delete = ON;');
  database.exec(TABLES);
  return database;
}

/** Times whose years have four digits: SQLite has no date for others. */
export const [EARLIEST, LATEST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
export const instant = Type.Integer({ minimum: EARLIEST, maximum: LATEST });
/** Sums of larger ones could not be read again. */
export const quantity = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

/** What one request consumed. `billed` counts pages, addresses, codes or queries. */
export type Consumption = { service: string; requests: number; typified: number; nonTypified: number; billed: number };

/** The sum of a day (`YYYY-MM-DD`, UTC) and service. */
export type DayOfService = Consumption & { day: string };

/** What an operation reports of one request. */
export type Counted = Pick<Consumption, 'typified' | 'nonTypified' | 'billed'>;

/** The consumption history, from which billing summaries are made. */
export class Usage {
  readonly #insert: Statement;
  readonly #select: Statement;
  readonly #selectAll: Statement;
  readonly #database: Database;
  readonly #changed: () => void;

  constructor(database: Database, changed: () => void = () => {}) {
    this.#database = database;
    this.#changed = changed;
    this.#insert = database.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)');
    this.#select = database.prepare(`
      SELECT date(at / 1000, 'unixepoch') AS day, service, sum(requests) AS requests, sum(typified) AS typified,
             sum(nonTypified) AS nonTypified, sum(billed) AS billed
      FROM usage WHERE at BETWEEN ? AND ? GROUP BY day, service ORDER BY day, service`);
    this.#selectAll = database.prepare('SELECT * FROM usage ORDER BY at');
  }

  record(at: number, { service, requests, typified, nonTypified, billed }: Consumption): void {
    this.#insert.run(at, service, requests, typified, nonTypified, billed);
    this.#changed();
  }

  clear(): void {
    this.#database.exec('DELETE FROM usage');
    this.#changed();
  }

  all(): (Consumption & { at: number })[] {
    return this.#selectAll.all() as unknown as (Consumption & { at: number })[];
  }

  between(start: number, end: number): DayOfService[] {
    return this.#select.all(start, end) as unknown as DayOfService[];
  }
}
