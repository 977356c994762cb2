// The folder that keeps everything between two starts: n8n's database and files, the sandbox's data, and what this
// command must remember.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../commandLine.ts';

/** What is remembered between two starts. */
export interface Memory {
  password: string;
  encryptionKey: string;
  /** Known once the first start has set up everything. */
  n8nPort?: number;
  sandboxPort?: number;
  mailPort?: number;
  samplesPort?: number;
  /** Hash of the sources of the installed package. */
  packageHash?: string;
  credentials: Record<string, string>;
  /** Whether the sandbox has got usage of the past. */
  hasUsage?: boolean;
  examples: Record<string, ImportedExample>;
}

export interface ImportedExample {
  workflowId: string;
  /** Hash of the file it was imported from. */
  fileHash: string;
  /** n8n's checksum of the workflow as imported. Another one tells that somebody has edited it. */
  checksum: string;
}

export class DataFolder {
  readonly path: string;
  private readonly memoryFile: string;
  private readonly lockFile: string;

  constructor(path: string) {
    this.path = path;
    this.memoryFile = join(path, 'start.json');
    this.lockFile = join(path, 'start.pid');
  }

  /** Makes the folder this process's own until `release`. One that this command has not made is left alone. */
  claim(): void {
    const other = this.runningProcess();
    if (other !== undefined)
      throw new UsageError(
        `n8n already runs with the data in ${this.path} (process ${other}). Stop it there with Ctrl-C, or start ` +
          'another one with its own data: npm start -- --data another-folder',
      );
    mkdirSync(this.path, { recursive: true });
    const ofFirstStart = ['start.pid', 'start.json.draft'];
    const isOwn = existsSync(this.memoryFile) || readdirSync(this.path).every((name) => ofFirstStart.includes(name));
    if (!isOwn)
      throw new UsageError(
        `${this.path} has no start.json, so it holds something else. Choose a new or an empty folder with --data.`,
      );
    writeFileSync(this.lockFile, String(process.pid));
  }

  release(): void {
    rmSync(this.lockFile, { force: true });
  }

  private runningProcess(): number | undefined {
    if (!existsSync(this.lockFile)) return undefined;
    const pid = Number(readFileSync(this.lockFile, 'utf8'));
    return pid !== process.pid && isStart(pid) ? pid : undefined;
  }

  /** Deletes what is in the folder. */
  clear(): void {
    for (const name of readdirSync(this.path))
      if (name !== 'start.pid') rmSync(join(this.path, name), { recursive: true, force: true });
  }

  read(): Memory {
    if (existsSync(this.memoryFile)) {
      try {
        return JSON.parse(readFileSync(this.memoryFile, 'utf8')) as Memory;
      } catch {
        throw new UsageError(`${this.memoryFile} is damaged. Begin anew with: npm start -- --fresh`);
      }
    }
    const memory = {
      password: newPassword(),
      encryptionKey: randomBytes(24).toString('base64'),
      credentials: {},
      examples: {},
    };
    this.write(memory);
    return memory;
  }

  /**
   * Deletes n8n's database if the first start was stopped before it had set up everything: nobody was told the password
   * yet, and half of the examples would come twice.
   */
  clearUnfinished(memory: Memory): void {
    if (memory.sandboxPort !== undefined) return;
    for (const ending of ['', '-wal', '-shm', '-journal'])
      rmSync(join(this.path, `.n8n/database.sqlite${ending}`), { force: true });
    memory.credentials = {};
    memory.examples = {};
  }

  /** Writes the whole file at once, readable by its owner only. */
  write(memory: Memory): void {
    const draft = `${this.memoryFile}.draft`;
    writeFileSync(draft, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.memoryFile);
  }
}

/** Whether a process exists and is this command: process IDs are used again. */
function isStart(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('scripts/start/run.ts');
}

/** n8n wants a digit and a capital letter. Syllables, because people type it: 48 bits are enough for an n8n of one's own. */
function newPassword(): string {
  const pick = (letters: string) => letters[randomInt(letters.length)];
  const syllable = () => `${pick('bdfgklmnprstvz')}${pick('aeiou')}`;
  const word = () => syllable() + syllable();
  return `N8n-${[word(), word(), word(), word()].join('-')}`;
}
