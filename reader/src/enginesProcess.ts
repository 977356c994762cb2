import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { residentMemory, startProcess } from './readerProcess.ts';

type Running = { address: Promise<string>; child: ChildProcess | null };

/**
 * The process with the networks and Tesseract, which the processes that read call over a socket: in each of them, these
 * would take most of its memory. It is started when one of them needs it first.
 */
export class EnginesProcess {
  readonly #networks: boolean;
  #running: Running | null = null;

  constructor(networks: boolean) {
    this.#networks = networks;
  }

  /** Where the engines are called. The process at the address `lost` has ended, says one who called it. */
  async find(lost: string | null): Promise<string> {
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
  end(): void {
    const child = this.#running?.child;
    if (child?.connected) child.disconnect();
    this.#running = null;
  }

  #start(): Running {
    const running: Running = { address: Promise.resolve(''), child: null };
    running.address = this.#open(running);
    return running;
  }

  async #open(running: Running): Promise<string> {
    // Nobody else may enter a folder that is made like this.
    const folder = await mkdtemp(join(tmpdir(), 'reader-'));
    const address = join(folder, 'engines');
    const child = startProcess('./engines.ts', this.#networks, [address]);
    running.child = child;
    const ended = once(child, 'exit').then(async () => {
      if (this.#running === running) this.#running = null;
      await rm(folder, { recursive: true, force: true });
      throw new Error('the process with the engines ended');
    });
    ended.catch(() => {});
    await Promise.race([once(child, 'message'), ended]);
    return address;
  }
}
