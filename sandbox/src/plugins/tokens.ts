import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { invalidAuthorization } from '../errors.ts';
import type { Settings } from '../settings.ts';

/** The fixed token, and the ones issued by signing in, which end. */
export class Tokens {
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #issued = new Map<string, number>();

  constructor(settings: Settings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  issue(username: string, password: string): { accessToken: string; expiresIn: number } {
    const known = isSame(username, this.#settings.username) && isSame(password, this.#settings.password);
    if (!known) throw invalidAuthorization('user name or password is wrong');
    const accessToken = randomBytes(24).toString('base64url');
    const expiresIn = this.#settings.tokenLifetimeSeconds;
    this.#forgetEnded();
    this.#issued.set(accessToken, this.#now() + expiresIn * 1000);
    return { accessToken, expiresIn };
  }

  check(header: string | undefined): void {
    if (!header) throw invalidAuthorization('the Authorization header is missing');
    const token = /^Bearer (\S+)$/.exec(header)?.[1];
    if (!token) throw invalidAuthorization('Authorization must be "Bearer <ACCESS_TOKEN>"');
    if (isSame(token, this.#settings.token)) return;
    const end = this.#issued.get(token);
    if (end === undefined) throw invalidAuthorization('the access token is not known');
    if (end <= this.#now()) throw invalidAuthorization('the access token has expired');
  }

  #forgetEnded(): void {
    const longAgo = this.#now() - 86_400_000;
    for (const [token, end] of this.#issued) if (end < longAgo) this.#issued.delete(token);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
