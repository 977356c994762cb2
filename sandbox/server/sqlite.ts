import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';

type Value = string | number | null;
type Row = Record<string, unknown>;

export type Statement = {
  run(...values: Value[]): { lastInsertRowid: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
};

export type Database = { exec(sql: string): void; prepare(sql: string): Statement; close(): void };

/** The part of `node-sqlite3-wasm` that is used. */
type WebAssemblyStatement = {
  run(values: Value[]): { lastInsertRowid: number | bigint };
  all(values: Value[]): Row[];
  finalize(): void;
};
type WebAssemblySqlite = {
  Database: new (file: string) => {
    exec(sql: string): void;
    prepare(sql: string): WebAssemblyStatement;
    close(): void;
  };
};

/** Opens a file with the SQLite of Node; where Node has none (before 22.13), with one in WebAssembly. */
export function openSqlite(file: string): Database {
  const own = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  return own ? (new own.DatabaseSync(file) as Database) : openInWebAssembly(file);
}

const isInWebAssembly = () => process.getBuiltinModule('node:sqlite') === undefined;

/**
 * SQLite in WebAssembly locks a file with a folder beside it, which Node's own does not look at, as that does not look at the
 * locks of the system. For Node's own a file of the same name, once it has its lock, keeps the other one out. Either tells
 * its process, the folder in a file, and is no lock once that has ended. Of another host, such as a container with the same
 * folder, nobody here knows that.
 */
const lockBeside = (file: string) => `${file}.lock`;
const OWNER = 'process';
/** Those of this process. */
const held = new Set<string>();

export function isLockedInWebAssembly(file: string): boolean {
  unlockIfLeft(file);
  return lstatSync(lockBeside(file), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Opens a file for this process alone, until it is closed. `lock` is the SQL that locks it. */
export function openAlone(file: string, lock: string): Database {
  if (!isInWebAssembly() && isLockedInWebAssembly(file))
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  const owner = isInWebAssembly() ? join(lockBeside(file), OWNER) : lockBeside(file);
  const database = openSqlite(file);
  try {
    database.exec(lock);
    if (lstatSync(owner, { throwIfNoEntry: false })?.isFile() && !/^\d+ /.test(readFileSync(owner, 'utf8')))
      throw new Error(`${owner} is no lock of the sandbox: move it elsewhere`);
  } catch (error) {
    database.close();
    throw error;
  }
  // It may be one that was left, or a link to another file.
  rmSync(owner, { force: true });
  writeFileSync(owner, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 });
  held.add(lockBeside(file));
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql),
    close: () => {
      held.delete(lockBeside(file));
      // The folder goes with its lock, if it is empty.
      if (isInWebAssembly()) rmSync(owner, { force: true });
      database.close();
      rmSync(owner, { force: true });
    },
  };
}

/** Removes the lock of a process that was killed. */
function unlockIfLeft(file: string): void {
  const lock = lockBeside(file);
  const isFolder = lstatSync(lock, { throwIfNoEntry: false })?.isDirectory();
  const owner = isFolder ? join(lock, OWNER) : lock;
  if (!lstatSync(owner, { throwIfNoEntry: false })?.isFile()) return;
  const [id, host] = readFileSync(owner, 'utf8').split(' ');
  if (host !== hostname() || held.has(lock)) return;
  try {
    // The first process of a container has the ID of the one before.
    if (Number(id) === process.pid) rmSync(lock, { recursive: true });
    else process.kill(Number(id), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(lock, { recursive: true });
  }
}

function openInWebAssembly(file: string): Database {
  unlockIfLeft(file);
  const sqlite = createRequire(import.meta.url)('node-sqlite3-wasm') as WebAssemblySqlite;
  const database = new sqlite.Database(file);
  const statements: WebAssemblyStatement[] = [];
  return {
    exec: (sql) => database.exec(sql),
    close: () => {
      // A statement that is left keeps the file open, and locked after the process has ended.
      for (const statement of statements) statement.finalize();
      database.close();
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      statements.push(statement);
      return {
        run: (...values) => statement.run(values),
        // Its own `get` keeps the file locked until all rows were read.
        get: (...values) => statement.all(values)[0],
        all: (...values) => statement.all(values),
      };
    },
  };
}
