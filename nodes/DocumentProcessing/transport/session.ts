import { createHash } from 'crypto';
import { type ICredentialDataDecryptedObject, sleep } from 'n8n-workflow';
import { AuthenticationError, EnvelopeError, ServiceError } from '../common/errors';
import type { Envelope } from './envelope';
import { withoutSecrets } from './errors';

const REMEMBERED_TOKENS = 100;
const REMEMBERED_SESSIONS = 1000;

/**
 * The session that a sign-in opens. A service may keep one for each user, so that a sign-in ends the session before it:
 * all requests of this process that sign in the same way share one.
 */
export class Session {
  signingIn: Promise<string> | undefined;
  /** Why the last sign-in that failed did. */
  failure: unknown;
  /** The newest token, unless the service has refused it. */
  private token: string | undefined;
  private readonly refused = new Set<string>();
  private readonly accepted = new Set<string>();

  /** The token to send instead of one that was read before, which may be older; an empty text if there is none. */
  tokenInsteadOf(known: string): string {
    return known === '' || this.refused.has(known) ? (this.token ?? '') : known;
  }

  /** The newest token, or one that is got by signing in. */
  async open(signIn: () => Promise<string>): Promise<string> {
    if (this.token !== undefined) return this.token;
    this.signingIn ??= signIn()
      .then(
        (token) => this.begin(token),
        (failure: unknown) => {
          this.failure = failure;
          return Promise.reject(failure as Error);
        },
      )
      .finally(() => (this.signingIn = undefined));
    return await this.signingIn;
  }

  begin(token: string): string {
    // A service may give the same token again.
    this.refused.delete(token);
    this.accepted.delete(token);
    this.token = token;
    return token;
  }

  refuse(token: string): void {
    if (this.token === token) this.token = undefined;
    remember(this.refused, token);
  }

  accept(token: string): void {
    remember(this.accepted, token);
  }

  hasAccepted(token: string): boolean {
    return this.accepted.has(token);
  }
}

function remember(tokens: Set<string>, token: string): void {
  tokens.add(token);
  const [oldest] = tokens;
  if (tokens.size > REMEMBERED_TOKENS && oldest !== undefined) tokens.delete(oldest);
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
  /** Tokens that were got by signing in, and those of them that the service refused from the beginning. */
  private readonly renewed = new Set<string>();
  private readonly inVain = new Set<string>();
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
    let signedIn = false;
    for (;;) {
      const { signingIn } = this.session;
      if (signingIn) {
        const failure = await signingIn.then(
          (token) => void this.renewed.add(token),
          (caught: unknown) => this.noteFailure(caught),
        );
        if (failure) return failure;
        signedIn ||= refused.length > 0;
      }
      let token = this.session.tokenInsteadOf(this.token);
      if (refused.includes(token)) token = '';
      if (token === '') {
        if (this.rejection) return this.rejection;
        const isVain = signedIn || this.inVain.size >= SIGN_INS_IN_VAIN || refused.length >= TOKENS_FOR_ONE_REQUEST;
        if (isVain && outcome) return outcome;
        // It is refused again, and the item gets the service's own answer.
        if (isVain) token = this.token;
        else signedIn = true;
      }
      const data = { ...this.data, sessionToken: token, sessionTokenKey: '' };
      const answer = await send(data);
      if (data.sessionToken === '') {
        // Another request may have signed in since.
        if (this.session.tokenInsteadOf('') !== '') continue;
        return this.noteFailure(this.session.failure ?? answer);
      }
      this.token = data.sessionToken;
      if (token === '') this.renewed.add(this.token);
      refused.push(this.token);
      outcome = hideTokens(answer, refused);
      if (!isUnauthorized(answer)) {
        this.session.accept(this.token);
        this.inVain.clear();
        return outcome;
      }
      await this.noteRefusal(data.sessionToken, refused.length > 1);
    }
  }

  private async noteRefusal(token: string, isAgain: boolean): Promise<void> {
    if (this.renewed.has(token) && !this.session.hasAccepted(token)) this.inVain.add(token);
    this.session.refuse(token);
    for (const pause of [0, ...(isAgain ? PAUSES : [])]) {
      if (pause > 0) {
        if (++this.pauses > MOST_PAUSES) return;
        await sleep(pause);
      }
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

/** The service may repeat a token that is no longer in the credential. */
const hideTokens = (outcome: Outcome, tokens: string[]): Outcome =>
  outcome instanceof ServiceError ? withoutSecrets(outcome, tokens) : outcome;
