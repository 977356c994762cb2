import { createRequire } from 'node:module';

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

function openInWebAssembly(file: string): Database {
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
