import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { OK, successEnvelope } from '../envelope.ts';
import { invalidAuthorization } from '../errors.ts';
import { SIGN_IN_PATH, type Faults } from '../faults.ts';
import { applyFaults } from '../plugins/applyFaults.ts';
import { SIGN_IN_LIMIT } from '../plugins/bodies.ts';
import { signInOf } from '../plugins/strangers.ts';
import type { Settings } from '../settings.ts';

/** Whoever had one that is forgotten signs in again. */
const MOST_TOKENS = 10_000;

/** The fixed access token, and those issued by signing in, which expire. */
export class Tokens {
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #issued = new Map<string, number>();

  constructor(settings: Settings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  issue(username: string, password: string): { accessToken: string; expiresIn: number } {
    const isUser = isSame(username, this.#settings.username) && isSame(password, this.#settings.password);
    if (!isUser) throw invalidAuthorization('user name or password is wrong');
    return this.create();
  }

  create(prefix = ''): { accessToken: string; expiresIn: number } {
    const accessToken = prefix + randomBytes(24).toString('base64url');
    const expiresIn = this.#settings.tokenLifetimeSeconds;
    this.#keep(accessToken, this.#now() + expiresIn * 1000);
    return { accessToken, expiresIn };
  }

  /** Those of an account, which knows itself when they expire. */
  adopt(tokens: string[]): void {
    for (const token of tokens) this.#keep(token, Infinity);
  }

  #keep(token: string, expiry: number): void {
    this.#issued.set(token, expiry);
    const [oldest] = this.#issued.keys();
    if (oldest !== undefined && this.#issued.size > MOST_TOKENS) this.#issued.delete(oldest);
  }

  check(header: string | undefined): void {
    if (!header) throw invalidAuthorization('the Authorization header is missing');
    const token = /^Bearer (\S+)$/.exec(header)?.[1];
    if (!token) throw invalidAuthorization('Authorization must be "Bearer <ACCESS_TOKEN>"');
    if (isSame(token, this.#settings.token)) return;
    const expiry = this.#issued.get(token);
    if (expiry === undefined)
      throw invalidAuthorization('the access token is unknown: sign in here, or send that of SANDBOX_TOKEN');
    if (expiry <= this.#now()) throw invalidAuthorization('the access token has expired');
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Compares digests, whose comparison tells nothing of the texts by the time it takes. */
export const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

const credentials = Type.Object({ username: Type.String(), password: Type.String() });

/** The service interface names this operation only; request and response are the sandbox's own. */
export function serveAuthentication(app: FastifyInstance, tokens: Tokens, faults: Faults): void {
  // Else anyone could keep connections open.
  app.addHook('onRequest', async ({ headers }) => {
    if ('x-sandbox-fault' in headers) tokens.check(headers.authorization);
  });
  applyFaults(app, faults);
  app.post(SIGN_IN_PATH, { schema: { body: credentials }, bodyLimit: SIGN_IN_LIMIT }, async (request) => {
    const { username, password } = request.body as Static<typeof credentials>;
    request.logEntry?.receive({ json: { ...(request.body as object), password: '•••' } });
    const { id: requestId, startedAt } = request;
    const issued = signInOf(request, () => tokens.issue(username, password));
    request.admit();
    return successEnvelope({ requestId, startedAt }, OK, issued);
  });
}
