import { createHash } from 'crypto';
import { type ICredentialDataDecryptedObject, sleep } from 'n8n-workflow';
import { AuthenticationError, EnvelopeError, ServiceError } from '../common/errors';
import type { Envelope } from './envelope';
import { withoutSecrets } from './node-error';

const REMEMBERED_TOKENS = 100;
const REMEMBERED_SESSIONS = 1000;

/**
 * The session that a sign-in opens. A service may keep one for each user, so that a sign-in ends the session before it:
 * all requests of this process that sign in the same way share one.
 */
export class Session {
  opening: Promise<string> | undefined;
  /** Why the last sign-in that failed did. */
  failure: unknown;
  /** The newest token, unless the service has refused it. */
  private token = '';
  /** The newest token, until the service has accepted or refused it. */
  private untried = '';
  private readonly refused = new Set<string>();

  /** The token to send instead of one that was read before, which may be older; an empty text if there is none. */
  tokenInsteadOf(known: string): string {
    return known === '' || this.refused.has(known) ? this.token : known;
  }

  /** The newest token, or one that is got by signing in. */
  async open(signIn: () => Promise<string>): Promise<string> {
    if (this.token !== '') return this.token;
    this.opening ??= signIn()
      .then(
        (token) => this.begin(token),
        (failure: unknown) => {
          this.failure = failure;
          return Promise.reject(failure as Error);
        },
      )
      .finally(() => (this.opening = undefined));
    return await this.opening;
  }

  begin(token: string): string {
    // A service may give the same token again.
    this.refused.delete(token);
    this.token = this.untried = token;
    return token;
  }

  accept(token: string): void {
    if (this.untried === token) this.untried = '';
  }

  /** Returns whether signing in was in vain: the token was never accepted. */
  refuse(token: string): boolean {
    const wasUntried = this.untried === token;
    if (wasUntried) this.untried = '';
    if (this.token === token) this.token = '';
    this.refused.add(token);
    const [oldest] = this.refused;
    if (this.refused.size > REMEMBERED_TOKENS && oldest !== undefined) this.refused.delete(oldest);
    return wasUntried;
  }
}

const SIGN_IN_FIELDS = ['baseUrl', 'signInPath', 'signInSecret', 'answerLocation'];

/** Tells whether credentials sign in with the same request. */
export function signInKeyOf(credentials: ICredentialDataDecryptedObject): string {
  const fields = SIGN_IN_FIELDS.map((field) => String(credentials[field] ?? '').trim());
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}

/**
 * The session token that n8n has stored, if this credential's sign-in got it. n8n keeps it when a credential is edited: it
 * would show the token of one service to another, or use, and bill, the account of another user.
 */
export function sessionTokenOf(
  stored: ICredentialDataDecryptedObject,
  credential: ICredentialDataDecryptedObject = stored,
): string {
  const key = stored['sessionTokenKey'] || undefined;
  return key === undefined || key === signInKeyOf(credential) ? String(stored['sessionToken'] ?? '') : '';
}

const sessions = new Map<string, Session>();

/** The session of all credentials that sign in with the same request. */
export function sessionOf(credentials: ICredentialDataDecryptedObject): Session {
  const key = signInKeyOf(credentials);
  const session = sessions.get(key) ?? new Session();
  // The session used last is the last to be forgotten.
  sessions.delete(key);
  sessions.set(key, session);
  const [oldest] = sessions.keys();
  if (sessions.size > REMEMBERED_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return session;
}

type Outcome = Envelope | ServiceError;

/** Sends a request with the credential's data given. n8n signs in if it has no session token, and puts the new one into it. */
export type SendWith = (data: ICredentialDataDecryptedObject) => Promise<Outcome>;

// A second one in case another program has signed in at the same moment and ended the session.
const SIGN_INS_IN_VAIN = 2;
const TOKENS_FOR_ONE_REQUEST = 4;
// A token that was new is refused where another process has signed in since. n8n stores that one's token a little later.
const PAUSES = [50, 150, 300];
// Of an execution: the service may refuse every token.
const MOST_PAUSES = 60;

/** The requests of an execution whose credential signs in. */
export class SignedInRequests {
  private token: string;
  /** How often signing in did not help, since the service has accepted a token. */
  private inVain = 0;
  /** Why it is no use to sign in, e.g. the password is wrong: many attempts may lock the account. */
  private rejection: ServiceError | undefined;
  private pauses = 0;

  constructor(
    private readonly session: Session,
    private readonly data: ICredentialDataDecryptedObject,
    /** Reads the session token that n8n has stored: another process may have signed in. */
    private readonly readStored: () => Promise<string>,
  ) {
    this.token = sessionTokenOf(data);
  }

  /**
   * Sends a request, and sends it again with a newer token if the service does not accept the one it had: one that
   * another request, another execution or another process got, or one that is got by signing in, once for a request.
   */
  async send(send: SendWith): Promise<Outcome> {
    const refused: string[] = [];
    let outcome: Outcome | undefined;
    let hasSignedIn = false;
    for (;;) {
      const { opening } = this.session;
      if (opening) {
        const failure = await opening.then(
          () => undefined,
          (caught: unknown) => this.noteFailure(caught),
        );
        if (failure) return failure;
        hasSignedIn ||= refused.length > 0;
      }
      let token = this.session.tokenInsteadOf(this.token);
      if (token === '' || refused.includes(token)) {
        if (this.rejection) return this.rejection;
        const isVain = hasSignedIn || this.inVain >= SIGN_INS_IN_VAIN || refused.length >= TOKENS_FOR_ONE_REQUEST;
        if (isVain && outcome) return outcome;
        hasSignedIn = true;
        // Where it is vain, the token is refused again, and the item gets the service's own answer.
        token = isVain ? this.token : '';
      }
      const data = { ...this.data, sessionToken: token, sessionTokenKey: '' };
      const answer = await send(data);
      if (data.sessionToken === '') {
        // Another request may have signed in since.
        if (this.session.tokenInsteadOf('') !== '') continue;
        return this.noteFailure(this.session.failure ?? answer);
      }
      this.token = data.sessionToken;
      refused.push(this.token);
      outcome = answer instanceof ServiceError ? withoutSecrets(answer, refused) : answer;
      if (!isUnauthorized(answer)) {
        this.session.accept(this.token);
        this.inVain = 0;
        return outcome;
      }
      await this.noteRefusal(data.sessionToken, refused.length > 1);
    }
  }

  private async noteRefusal(token: string, isAgain: boolean): Promise<void> {
    if (this.session.refuse(token)) this.inVain++;
    for (const pause of isAgain ? [0, ...PAUSES] : [0]) {
      if (pause > 0 && ++this.pauses > MOST_PAUSES) return;
      await sleep(pause);
      if (this.session.tokenInsteadOf(token) !== '') return;
      const stored = await this.readStored();
      if (stored !== '') this.token = stored;
      if (this.session.tokenInsteadOf(stored) !== '') return;
    }
  }

  private noteFailure(caught: unknown): ServiceError {
    const failure = caught instanceof ServiceError ? caught : new AuthenticationError((caught as Error).message);
    if (isRejection(failure)) this.rejection = failure;
    return failure;
  }
}

/** An answer that another attempt does not change. */
const isRejection = ({ httpOrNetworkCode: code }: ServiceError): boolean =>
  code === '' || (Number(code) < 500 && code !== '408' && code !== '429');

// Service interface, "Errors".
const INVALID_AUTHORIZATION = 'R117';

const isUnauthorized = (outcome: Outcome): boolean =>
  outcome instanceof ServiceError &&
  (outcome.httpOrNetworkCode === '401' || (outcome instanceof EnvelopeError && outcome.code === INVALID_AUTHORIZATION));
