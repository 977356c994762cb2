import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { residentMemory, startProcess } from './nodeProcess.ts';

type Running = { address: Promise<string>; child: ChildProcess | null };

/**
 * The process with the networks and Tesseract, which the processes that read call over a socket: in each of them, these
 * would take most of its memory. It is started when one of them needs it first.
 */
export class EnginesProcess {
  readonly #networks: boolean;
  #running: Running | null = null;
  #isClosed = false;

  constructor(networks: boolean) {
    this.#networks = networks;
  }

  /** Where the engines are called. The process at the address `lost` has ended, says one who called it. */
  async find(lost: string | null): Promise<string> {
    if (this.#isClosed) throw new Error('the reader is closed');
    if (lost !== null && this.#running && (await this.#running.address) === lost) this.kill();
    return (this.#running ??= this.#start()).address;
  }

  /** Resident memory in bytes. */
  get memory(): number {
    return (this.#running?.child && residentMemory(this.#running.child)) ?? 0;
  }

  /** What was called is called again, in the next process. */
  kill(): void {
    this.#running?.child?.kill('SIGKILL');
    this.#running = null;
  }

  /** Lets it end by itself, so that Node can keep what it compiled where NODE_COMPILE_CACHE is set. */
  close(): void {
    this.#isClosed = true;
    const child = this.#running?.child;
    if (child?.connected) child.disconnect();
    this.#running = null;
  }

  #start(): Running {
    const running: Running = { address: Promise.resolve(''), child: null };
    running.address = this.#open(running);
    // The next one who needs them starts them again.
    running.address.catch(() => {
      if (this.#running === running) this.#running = null;
    });
    return running;
  }

  async #open(running: Running): Promise<string> {
    // Nobody else may enter a folder that is made like this.
    const folder = await mkdtemp(join(socketFolder(), 'reader-'));
    const ended = async (): Promise<never> => {
      if (this.#running === running) this.#running = null;
      await rm(folder, { recursive: true, force: true });
      throw new Error('the process with the engines ended');
    };
    // Meanwhile the pool may have been closed.
    if (this.#running !== running) return ended();
    const address =
      process.platform === 'win32' ? join(String.raw`\\.\pipe`, basename(folder)) : join(folder, 'engines');
    let child: ChildProcess;
    try {
      child = startProcess('enginesMain', [address, folder, this.#networks ? 'on' : 'off']);
    } catch {
      return ended();
    }
    running.child = child;
    const exited = once(child, 'exit').then(ended);
    exited.catch(() => {});
    await Promise.race([once(child, 'message'), exited]);
    return address;
  }
}

/** The address of a socket has at most some hundred characters. */
const LONGEST_FOLDER = 70;

const socketFolder = () => (process.platform === 'win32' || tmpdir().length < LONGEST_FOLDER ? tmpdir() : '/tmp');
