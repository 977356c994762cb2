import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openAlone, type Database } from '../sqlite.ts';

const NAME = 'recording.lock';

/**
 * Keeps a folder to one sandbox that records: two would give their files the same names. Returns how to let go of it. The
 * lock is one of SQLite's, which the system takes back from a process that is killed.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, NAME);
  let database: Database;
  try {
    database = openAlone(path, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new Error(
      `another sandbox records in the folder ${folder}. Stop that one, or choose another folder: --record. If there is ` +
        `none, one was killed: remove ${NAME}.lock in the folder, if it is there`,
    );
  }
  return () => {
    database.close();
    rmSync(path, { force: true });
  };
}
