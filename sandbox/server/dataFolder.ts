import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { isLockedInWebAssembly, openSqlite } from './sqlite.ts';

/** Of the sandbox's own folder: the one in the folder of a user, and the beginning of the temporary ones. */
export const NAME = 'document-processing-sandbox';
const OF_A_RUN = new RegExp(`^${NAME}-\\w{6}$`);
/** A folder without this file in it is somebody else's. */
const MARK = 'made-by-the-sandbox.txt';
/** A temporary folder has another one: somebody may keep a copy of his own among the temporary files. */
const MARK_OF_A_RUN = 'made-by-the-sandbox-for-one-run.txt';
export const DATABASE = 'sandbox.sqlite';
/** The name of a file of a request, of a process, or of what the console shows. */
const OWN_FILE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Where the sandbox keeps its database and its files. In a folder of its user it removes nothing that it has not made. */
export class DataFolder {
  readonly database: string;
  /** Of requests, of processes, and of what the console shows. */
  readonly files: string;
  readonly #path: string;
  readonly #isTemporary: boolean;
  /** The number of its file on the disk. */
  #databaseNumber: number | null = null;

  constructor({ dataFolder, temporaryFolder }: Pick<Settings, 'dataFolder' | 'temporaryFolder'>) {
    this.#isTemporary = dataFolder === null;
    this.#path = dataFolder === null ? mkdtempSync(join(temporaryFolder, `${NAME}-`)) : ownFolderIn(dataFolder);
    this.database = join(this.#path, DATABASE);
    this.files = join(this.#path, 'files');
    mkdirSync(this.files, { recursive: true, mode: 0o700 });
    accessSync(this.files, constants.W_OK | constants.X_OK);
    keepFromOthers(this.#path);
  }

  /** Once the database is open, and with that this folder taken: removes what is left of runs that were killed. */
  sweep(needed: Set<string>, temporaryFolder: string): void {
    this.#databaseNumber = statSync(this.database).ino;
    // Not before: another start would take it for one of a run that was killed.
    if (this.#isTemporary) mark(this.#path, MARK_OF_A_RUN);
    this.#removeFilesBut(needed);
    for (const name of namesIn(temporaryFolder)) if (OF_A_RUN.test(name)) removeIfLeft(join(temporaryFolder, name));
  }

  /** Somebody may have removed it, or what cleans up temporary files. */
  check(): void {
    try {
      if (this.#isOfAnother()) throw new Error('it is there, of another sandbox');
      if (!this.#isTemporary && !existsSync(this.database)) throw new Error('what is written is lost at the end');
      if (!existsSync(this.files)) mkdirSync(this.files, { mode: 0o700 });
    } catch {
      throw new ServiceError(
        'E100',
        500,
        'The folder in which this sandbox keeps its data (SANDBOX_DATA, or a temporary one) was removed while it ran. ' +
          'Start the sandbox again',
      );
    }
  }

  /** Removes what only this run needed. */
  leave(needed: Set<string>): void {
    // Another sandbox that begins sweeps what nobody has locked, and may do it at the same time.
    if (this.#isTemporary) rmSync(this.#path, { recursive: true, force: true, maxRetries: 3 });
    else if (!this.#isOfAnother()) this.#removeFilesBut(needed);
  }

  /** Whether somebody has removed it, and started another sandbox in its place. */
  #isOfAnother(): boolean {
    const found = statSync(this.database, { throwIfNoEntry: false });
    return found !== undefined && found.ino !== this.#databaseNumber;
  }

  #removeFilesBut(needed: Set<string>): void {
    // Somebody may have removed it, or put a link to a folder of his own in its place.
    if (!lstatSync(this.files, { throwIfNoEntry: false })?.isDirectory()) return;
    for (const entry of readdirSync(this.files, { withFileTypes: true }))
      if (entry.isFile() && OWN_FILE.test(entry.name) && !needed.has(entry.name))
        rmSync(join(this.files, entry.name), { force: true });
  }
}

function ownFolderIn(dataFolder: string): string {
  const path = join(dataFolder, NAME);
  makeFolder(path, 0o700);
  if (existsSync(join(path, MARK))) return path;
  if (readdirSync(path).length > 0)
    throw new Error(
      `the folder ${path} is not the sandbox's own: it holds other files, and no ${MARK}. Rename it, or choose another ` +
        'folder: --data (SANDBOX_DATA)',
    );
  mark(path, MARK);
  return path;
}

/** Somebody may have prepared the folder, or opened it to all. An administrator may use the folder of anybody. */
function keepFromOthers(folder: string): void {
  const own = ownUser();
  if (statSync(folder).uid === own) chmodSync(folder, 0o700);
  else if (own !== 0 && knowsOwners(folder, own))
    throw new Error(
      `the folder ${folder} is another user's, who could read all that the sandbox keeps. Give it to this user (chown), ` +
        'or choose another folder: --data (SANDBOX_DATA)',
    );
}

/** Windows says 0 of everything. */
const ownUser = () => process.getuid?.() ?? 0;

/** Some disks, of Windows or in a network, say one owner of everything. */
function knowsOwners(folder: string, own: number): boolean {
  const file = join(folder, randomUUID());
  writeFileSync(file, '');
  const { uid } = statSync(file);
  rmSync(file);
  return uid === own;
}

/** Makes a folder and those it is in. Node's own way tries for ever where the system has no room for folders, as in `/proc`. */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  mkdirSync(path, mode);
}

function mark(folder: string, name: string): void {
  const text =
    'The document processing sandbox has made this folder, and removes the files in it that it needs no more.\n';
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}

/** None where it is not there, or not for this account to list. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes the folder of a run that was killed. One that is alive has locked its database. */
function removeIfLeft(folder: string): void {
  const database = join(folder, DATABASE);
  try {
    const found = lstatSync(folder);
    // Another user could put a link to other files into his own while it is removed.
    const isOwn = found.isDirectory() && found.uid === ownUser();
    const isOfRun = isOwn && existsSync(join(folder, MARK_OF_A_RUN)) && existsSync(database);
    if (!isOfRun || isLockedInWebAssembly(database)) return;
    const opened = openSqlite(database);
    try {
      // Without its mode SQLite in WebAssembly opens no database of this journal.
      opened.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    } finally {
      opened.close();
    }
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is in use, or of another user of this machine.
  }
}
