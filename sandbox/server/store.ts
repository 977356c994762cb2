import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { Type, type Static } from '@sinclair/typebox';
import { openAlone, type Database, type Statement } from './sqlite.ts';

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

/** Of these tables. A file that has another one is of another version of the sandbox; one that is new has 0. */
const VERSION = 1;

/** The database of a data folder. */
export class SandboxDatabase {
  readonly #file: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  #timer: NodeJS.Timeout | null = null;
  #isStale = false;
  /** How often what a transaction had written was undone. */
  timesUndone = 0;

  /**
   * Opens the file and creates its tables if needed. Fails while another sandbox has it open: two in one folder would send
   * each other's callbacks and remove each other's files.
   */
  constructor(file: string) {
    this.#file = file;
    // SQLite gives the files beside it the same mode.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
    const lock = 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;';
    this.#database = openAlone(file, lock);
    try {
      this.#check();
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.overwriteDeleted();
  }

  #check(): void {
    // What is deleted is overwritten: a password, a result.
    this.#database.exec('PRAGMA secure_delete = ON;');
    const [found] = this.#database.prepare('PRAGMA quick_check(1)').all();
    if (found?.['quick_check'] !== 'ok')
      throw Object.assign(new Error('its pages do not fit together'), { code: 'SQLITE_CORRUPT' });
    const [{ user_version: written } = {}] = this.#database.prepare('PRAGMA user_version').all();
    if (written !== 0 && written !== VERSION)
      throw Object.assign(new Error(`its tables have version ${String(written)}, those of this one ${VERSION}`), {
        code: 'SQLITE_OTHER_VERSION',
      });
    this.#database.exec(`${TABLES} PRAGMA user_version = ${VERSION};`);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** On its disk, besides what it has taken already. */
  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#file);
    return bavail * bsize;
  }

  /** Compiling a statement takes longer than running it. */
  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** All of it is written, or nothing. One may be part of another. */
  transaction(work: () => void): void {
    this.#database.exec('SAVEPOINT work');
    try {
      work();
      this.#database.exec('RELEASE work');
    } catch (error) {
      this.timesUndone++;
      try {
        this.#database.exec('ROLLBACK TO work; RELEASE work');
      } catch {
        // SQLite has done so itself, as where the disk is full.
      }
      throw error;
    }
  }

  /** What was deleted stands in the write-ahead log until that is emptied: at once, but at most once a second. */
  overwriteDeleted(): void {
    this.#isStale = true;
    if (this.#timer) return;
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      this.#isStale = false;
    } catch {
      // The disk is full.
    }
    const again = () => {
      this.#timer = null;
      if (this.#isStale) this.overwriteDeleted();
    };
    this.#timer = setTimeout(again, 1000).unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#database.close();
  }
}

/** Times whose years have four digits: SQLite has no date for others. */
export const [EARLIEST, LATEST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
export const instant = Type.Integer({ minimum: EARLIEST, maximum: LATEST });
/** Sums of larger ones could not be read again. */
const LARGEST = 1_000_000_000;
export const quantity = Type.Integer({ minimum: 0, maximum: LARGEST });

/** A summary has it again for each day. */
export const serviceName = Type.String({ minLength: 1, maxLength: 1000 });

/** What one request consumed, and when. `billed` counts pages, addresses, codes or queries. */
export const exportedConsumption = Type.Object({
  at: instant,
  service: serviceName,
  requests: quantity,
  typified: quantity,
  nonTypified: quantity,
  billed: quantity,
});
export type Consumption = Omit<Static<typeof exportedConsumption>, 'at'>;

/** The sum of a day (`YYYY-MM-DD`, UTC) and service. */
export type DayOfService = Consumption & { day: string };

/** What an operation reports of one request. */
export type Counted = Pick<Consumption, 'typified' | 'nonTypified' | 'billed'>;

const SUMS =
  'sum(requests) AS requests, sum(typified) AS typified, sum(nonTypified) AS nonTypified, sum(billed) AS billed';
const QUARTER = 15 * 60_000;
const DAY = 24 * 60 * 60_000;
/** After so many, those of earlier days are put together. */
const MOST_SINGLE = 10_000;

const amountsOf = <C extends Consumption>(of: C, amountOf: (amount: number) => number): C => ({
  ...of,
  requests: amountOf(of.requests),
  typified: amountOf(of.typified),
  nonTypified: amountOf(of.nonTypified),
  billed: amountOf(of.billed),
});

/** The consumption history, from which billing summaries are made. */
export class Usage {
  readonly #database: SandboxDatabase;
  readonly #now: () => number;
  readonly #changed: () => void;
  #single = 0;
  #timesCleared = 0;

  constructor(database: SandboxDatabase, now: () => number, changed: () => void = () => {}) {
    this.#database = database;
    this.#now = now;
    this.#changed = changed;
    this.#condense();
  }

  record(at: number, { service, requests, typified, nonTypified, billed }: Consumption): void {
    this.#database
      .prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)')
      .run(at, service, requests, typified, nonTypified, billed);
    if (++this.#single % MOST_SINGLE === 0) this.#condense();
    this.#changed();
  }

  /** How to record what a request consumes that begins now: nothing, if all was forgotten before it ends. */
  begin(): Usage['record'] {
    const timesCleared = this.#timesCleared;
    return (at, consumption) => {
      if (timesCleared === this.#timesCleared) this.record(at, consumption);
    };
  }

  clear(): void {
    this.#timesCleared++;
    this.#database.exec('DELETE FROM usage');
    this.#changed();
  }

  /** Each as it is read: there may be many. One that was put together may be larger than any that is taken. */
  *rows(): Generator<Consumption & { at: number }> {
    const select = this.#database.prepare(
      'SELECT rowid AS row, * FROM usage WHERE rowid > ? ORDER BY rowid LIMIT 1000',
    );
    for (let last = 0, isMore = true; isMore;) {
      const rows = select.all(last) as unknown as (Consumption & { at: number; row: number })[];
      for (const { row, ...consumption } of rows) {
        last = row;
        let rest = consumption;
        while (Math.max(rest.requests, rest.typified, rest.nonTypified, rest.billed) > LARGEST) {
          yield amountsOf(rest, (amount) => Math.min(amount, LARGEST));
          rest = amountsOf(rest, (amount) => Math.max(amount - LARGEST, 0));
        }
        yield rest;
      }
      isMore = rows.length > 0;
    }
  }

  between(start: number, end: number): DayOfService[] {
    // A quotient of integers would be rounded towards 1970.
    const select = `SELECT date(at / 1000.0, 'unixepoch') AS day, service, ${SUMS}
      FROM usage WHERE at BETWEEN ? AND ? GROUP BY day, service ORDER BY day, service`;
    return this.#database.prepare(select).all(start, end) as unknown as DayOfService[];
  }

  /** Puts together what is older than a day, by the quarter of an hour: days begin at one in every time zone. */
  #condense(): void {
    const quarter = `at - (at % ${QUARTER} + ${QUARTER}) % ${QUARTER}`;
    const single = `FROM usage WHERE at < ? AND at % ${QUARTER} <> 0`;
    const until = Math.floor((this.#now() - DAY) / QUARTER) * QUARTER;
    const insert = `INSERT INTO usage SELECT ${quarter} AS quarter, service, ${SUMS} ${single} GROUP BY quarter, service`;
    this.#database.transaction(() => {
      this.#database.prepare(insert).run(until);
      this.#database.prepare(`DELETE ${single}`).run(until);
    });
  }
}
