import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { Memory } from '../memory.ts';
import { isPrivate, type Settings } from '../settings.ts';

/** Of the memory that requests may take. */
const SHARE = 1 / 16;
/** In bytes, of what is on disk. */
const MOST_ON_DISK = 2 ** 28;
/** For the whole of a request to arrive, in milliseconds. */
const LONGEST_REQUEST = 10_000;
/** Wrong passwords and tokens of one address within a minute. Some programs have several users behind one address. */
const MOST_GUESSES = 60;
const MINUTE = 60_000;
const MOST_ADDRESSES = 10_000;

/**
 * Those who have shown no token, where others reach the sandbox: they have a little memory, disk and time of their own, so that
 * they take none from those who have. Who signs in is one of them until then.
 */
export class Strangers {
  readonly memory: Memory;
  readonly disk = new Memory(MOST_ON_DISK);
  readonly longestRequest = LONGEST_REQUEST;
  readonly #now: () => number;
  #guesses = new Map<string, number>();
  #since = 0;

  private constructor({ memoryBytes }: Settings, now: () => number) {
    this.memory = new Memory(SHARE * memoryBytes);
    this.#now = now;
  }

  /** Null where only this machine reaches the sandbox: its programs are none. */
  static of(settings: Settings, now: () => number): Strangers | null {
    return isPrivate(settings) ? null : new Strangers(settings, now);
  }

  /** Refuses to look at a password, or a token, of an address that has sent many wrong ones. */
  guess<Result>(request: FastifyRequest, signIn: () => Result): Result {
    if (this.#now() - this.#since > MINUTE) [this.#guesses, this.#since] = [new Map(), this.#now()];
    // It has none where the connection is gone already.
    const address = networkOf(request.ip ?? '');
    const guesses = this.#guesses.get(address) ?? 0;
    if (guesses >= MOST_GUESSES || this.#guesses.size >= MOST_ADDRESSES)
      throw new ServiceError(
        '429',
        429,
        `${guesses} sign-ins of your address have failed within a minute: wait for the next`,
        {
          retryAfterSeconds: Math.ceil((this.#since + MINUTE - this.#now()) / 1000),
        },
      );
    this.#guesses.set(address, guesses + 1);
    const result = signIn();
    this.#guesses.set(address, guesses);
    return result;
  }
}

/** Signs in, as often as a stranger may try it. */
export const signInOf = <Result>(request: FastifyRequest, signIn: () => Result): Result =>
  request.stranger ? request.stranger.guess(request, signIn) : signIn();

/** Of an IPv6 address the first half, of which everybody has at least a whole one. Its zeros may be left out. */
function networkOf(address: string): string {
  const [head = [], tail] = address.split('::').map((groups) => groups.split(':').filter(Boolean));
  if (address.includes('.') || head.length === 0 || tail === undefined) return address.split(':').slice(0, 4).join(':');
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4).join(':');
}
