import { DatabaseSync } from 'node:sqlite';

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

export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec(TABLES);
  return database;
}
