import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { isSame } from '../routes/authentication.ts';
import { defaultSettings, isLoopback, isPrivate, newSecret, OWN_HEADER, type Settings } from '../settings.ts';

const COOKIE = 'sandbox_console';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without the console token: it says nothing of anyone's documents. */
    isOpen?: boolean;
  }
}

/**
 * Who may use the console and the inspection. A loopback address needs no token, but only pages of the sandbox itself may
 * use it: any web page can send requests there, and with a name of its own for that address (DNS rebinding) read the
 * answers. On other addresses a token is needed; it is generated if none is set.
 */
export class Access {
  readonly token: string | null;

  constructor(settings: Pick<Settings, 'host' | 'consoleToken' | 'publicUrl'>) {
    this.token = settings.consoleToken || (isPrivate(settings) ? null : newSecret());
  }

  checkSite(request: FastifyRequest): void {
    if (OWN_HEADER in request.headers) throw refused(403, 'a sandbox sends it to an address that somebody has named');
    const { host = '', origin } = request.headers;
    if (this.token === null && isForwarded(request)) throw refused(403, FORWARDED);
    if (this.token === null && !isLoopback(nameIn(host)))
      throw refused(403, `this sandbox is not called ${JSON.stringify(host)}: use localhost or 127.0.0.1`);
    if (origin !== undefined && !isSameHost(origin, host))
      throw refused(403, 'the request comes from a page of another site');
    // A link on another page may lead to the console. What it opens cannot be read by that page.
    const isLink = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
    if (isOfAnotherSite(request) && !(isLink && request.routeOptions.config.isOpen))
      throw refused(403, 'the request comes from a page of another site');
  }

  checkToken(request: FastifyRequest): void {
    if (!this.#isKnown(request))
      throw refused(
        401,
        'they need the console token, which the sandbox prints when it starts (SANDBOX_CONSOLE_TOKEN)',
      );
  }

  /** Whether the text is the token; the answer then carries a cookie, because a page cannot send headers with every request. */
  signIn(token: string, reply: FastifyReply): boolean {
    if (this.token === null) return true;
    if (!isSame(token, this.token)) return false;
    void reply.header('set-cookie', `${this.#cookie()}; Path=/_sandbox; HttpOnly; SameSite=Strict`);
    return true;
  }

  #isKnown({ headers }: FastifyRequest): boolean {
    if (this.token === null) return true;
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined) return isSame(bearer, this.token);
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    return cookies.some((cookie) => isSame(cookie, this.#cookie()));
  }

  /** Made from the token, so that it outlives a restart if the token was set. Others on this machine have other names. */
  #cookie(): string {
    const session = createHmac('sha256', this.token ?? '')
      .update('console session')
      .digest('base64url');
    return `${COOKIE}_${session.slice(0, 8)}=${session}`;
  }
}

/** Applies the rules to every route of this scope, and tells browsers to keep what is answered to this site. */
export function guard(app: FastifyInstance, access: Access): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    access.checkSite(request);
    if (request.routeOptions.config.isOpen) return;
    access.checkToken(request);
    request.admit();
  });
}

/**
 * Keeps web pages away from the service, as long as everyone knows how to sign in: a page with a name of its own for this
 * address (DNS rebinding) could have the sandbox download from, and call back to, what only this machine reaches. Programs
 * such as n8n tell no origin, and may use any name: that of a container, of a tunnel.
 */
export function guardService(app: FastifyInstance, settings: Settings): void {
  const { token, password, publicUrl, record, replay } = settings;
  // An account, or a recording, may answer with a page: its scripts would be those of the console.
  app.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', 'sandbox'));
  const isSecret = token !== defaultSettings.token && password !== defaultSettings.password && replay === null;
  if (isSecret && !record) return;
  const ownName = publicUrl ? new URL(publicUrl).hostname : null;
  const elsewhere = record
    ? ', or give this name as --public-url'
    : replay === null
      ? ', or set SANDBOX_TOKEN and SANDBOX_PASSWORD'
      : '';
  app.addHook('onRequest', async (request) => {
    const { host = '', origin } = request.headers;
    const name = nameIn(host);
    const isOwn = isOfNoStranger(name) || name === ownName;
    if (isPrivate(settings) && isForwarded(request))
      throw new ServiceError('403', 403, `The sandbox refuses this request: ${FORWARDED}`);
    const isPage = origin !== undefined && !(isOwn && isSameHost(origin, host));
    // Of a page's own site, a browser tells the origin only with what may change something.
    const mayBePage = !isOwn && /^(GET|HEAD)$/.test(request.method);
    if (isPage || mayBePage || isOfAnotherSite(request))
      throw new ServiceError(
        '403',
        403,
        `The sandbox refuses this request: it comes from a web page${origin === undefined ? '' : ` of ${origin}`}, or is ` +
          `for a name that a web page may have taken (${host}). Use localhost or an IP address${elsewhere}`,
      );
  });
}

/** A tunnel or a proxy on this machine may call it by the name that it has here. nginx says so, unless told to, by HTTP/1.0 alone. */
const isForwarded = ({ headers, raw }: FastifyRequest) =>
  raw.httpVersion === '1.0' ||
  ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
const FORWARDED =
  'a tunnel or a proxy passes it on, perhaps of somebody else. Start the sandbox with --public-url and the address of that, so ' +
  'that it asks for tokens of its own';

const isOfAnotherSite = ({ headers }: FastifyRequest) => /^(cross|same)-site$/.test(String(headers['sec-fetch-site']));

/** Whether nobody on the internet can have this name: an address, a name without a domain, one of a domain that is reserved. */
const isOfNoStranger = (name: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || /^[^.]*$|\.(?:localhost|internal|local|test)$/i.test(name);

const refused = (status: 401 | 403, reason: string) =>
  new ServiceError(String(status), status, `The console and the inspection refuse this request: ${reason}`);

/** The name in a `Host` header, without its port. */
const nameIn = (host: string) => host.replace(/:\d{1,5}$/, '');

const isSameHost = (origin: string, host: string) =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase() && host !== '';
