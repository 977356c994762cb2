import type { Delivery } from './processStore.ts';

/** Why a callback was not taken, and what to do about it. */
export type Explanation = { cause: string; remedy: string };

/** Explains a delivery in words; null if its receiver took it. */
export function explain({ error, httpStatus, answer, url }: Delivery): Explanation | null {
  if (error !== null) return explainError(error, url);
  if (httpStatus === null) return null;
  return explainAnswer(httpStatus, answer ?? '');
}

/** Whether the reason why nobody took a callback may pass by itself: n8n is away, starts or stops. */
export function mayPass({ error, httpStatus, answer }: Delivery): boolean {
  const found = error === null ? findAnswer(httpStatus ?? 0, answer ?? '') : findConnection(error);
  return found?.mayPass === true;
}

const RESEND = 'Then send the result again.';
const REPEATED =
  'The sandbox repeats the callback for an hour, ever more rarely (of an account that is recorded, that does); to have it at once, ' +
  'or after that hour, send the result again.';

function explainError(error: string, url: string): Explanation {
  const hostname = URL.canParse(url) ? new URL(url).hostname : url;
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
  const found = findConnection(error);
  if (!found) return { cause: `The callback could not be sent: ${error}.`, remedy: `Check the address. ${RESEND}` };
  const { cause, remedy } = found;
  const inContainer = isLocal
    ? ` In a container, ${hostname} is the container itself: SANDBOX_LOCALHOST names the host that is meant.`
    : '';
  return {
    cause: cause(hostname),
    remedy: `${remedy}${found.mayPass ? inContainer : ''} ${found.mayPass ? REPEATED : RESEND}`,
  };
}

const findConnection = (error: string) => CONNECTION.find(({ pattern }) => pattern.test(error));

const CONNECTION: { pattern: RegExp; cause(host: string): string; remedy: string; mayPass?: true }[] = [
  {
    pattern: /, (?:open|write) '/,
    mayPass: true,
    cause: () => 'The sandbox could not write the callback to its disk, from where it is sent.',
    remedy: 'Check the folder that is named, and how many files the sandbox may open (ulimit -n).',
  },
  {
    pattern: /ECONNREFUSED/,
    mayPass: true,
    cause: () => 'Nobody listens at this address.',
    remedy:
      'Check that n8n runs (it may be starting), and that the host and port of the address are those of n8n: they come from ' +
      'N8N_WEBHOOK_URL (before n8n 2.39: WEBHOOK_URL).',
  },
  {
    pattern: /ENOTFOUND|EAI_/,
    mayPass: true,
    cause: (host: string) => `No machine of the name ${host} is known here.`,
    remedy: 'Set N8N_WEBHOOK_URL (before n8n 2.39: WEBHOOK_URL) to an address that the sandbox can reach.',
  },
  {
    pattern: /aborted|timeout|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)/i,
    mayPass: true,
    cause: () => 'No answer came in time.',
    remedy:
      'Check that the sandbox can reach this address (a firewall?), and that n8n is not overloaded. ' +
      'SANDBOX_CALLBACK_TIMEOUT is how long the sandbox waits.',
  },
  {
    pattern: /EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL/,
    mayPass: true,
    cause: () => 'This machine has no room for another connection now.',
    remedy: 'Check who keeps connections to the sandbox open, and how many files it may open (ulimit -n).',
  },
  {
    pattern: /CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    cause: () => 'The certificate of the receiver has expired, or is not valid yet.',
    remedy: 'Renew the certificate, or set the clock of this machine.',
  },
  {
    pattern: /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_|ERR_TLS_CERT/,
    cause: () => 'The certificate of the receiver is not trusted, or is for another name.',
    remedy: 'Name its certificate authority in SANDBOX_CALLBACK_CA, or use a certificate for this name.',
  },
  {
    // What a receiver says instead of an answer.
    pattern: /\balert\b/,
    cause: () =>
      'The receiver refused the connection: it wants a certificate of the caller that it trusts, or another version of TLS.',
    remedy:
      'Ask for mtls in the webhook, and have the receiver trust the certificate (SANDBOX_MTLS_CERT, SANDBOX_MTLS_KEY), or allow TLS 1.2.',
  },
  {
    pattern: /EPROTO|wrong version number|packet length too long/i,
    cause: () => 'The address begins with https, but what listens there speaks http.',
    remedy: 'Set N8N_WEBHOOK_URL to an address that begins with http, or put a proxy with a certificate before n8n.',
  },
  {
    pattern: /Parse Error/,
    cause: () => 'What answers at this address does not speak HTTP.',
    remedy:
      'Check the host and the port of the address: it may be that of another program, or of one that wants https where the ' +
      'address begins with http.',
  },
  {
    pattern: /ECONNRESET|EPIPE|socket hang up/,
    mayPass: true,
    cause: () => 'The receiver closed the connection without an answer.',
    remedy: 'Check that n8n listens at this port (and not something else), and that it was not just restarted.',
  },
];

function explainAnswer(status: number, answer: string): Explanation | null {
  const found = findAnswer(status, answer);
  if (found) {
    const { cause, remedy } = found;
    return { cause, remedy: found.isForNextTime ? remedy : `${remedy} ${found.mayPass ? REPEATED : RESEND}` };
  }
  if (status < 300) return null;
  if (status < 400)
    return {
      cause:
        `The receiver wants the callback at another address (HTTP ${status}). ` +
        'Callbacks do not follow: their secrets would go there too.',
      remedy: `Set N8N_WEBHOOK_URL to the final address, for example with https instead of http. ${RESEND}`,
    };
  return {
    cause: `The receiver refused the callback with HTTP ${status}.`,
    remedy: `Its answer says why. ${RESEND}`,
  };
}

function findAnswer(status: number, answer: string) {
  // Proxies and tunnels have numbers of their own for a server that is away.
  const known = status > 504 || status === 408 || status === 425 ? 503 : status;
  return ANSWERS.find(({ statuses, pattern }) => statuses.includes(known) && pattern.test(answer));
}

const ANY = /^/;

/** What n8n and the nodes of this package answer. The first that fits counts. */
const ANSWERS: {
  statuses: number[];
  pattern: RegExp;
  cause: string;
  remedy: string;
  /** Sending the result again is no help, or the remedy says when. */
  isForNextTime?: true;
  mayPass?: true;
}[] = [
  {
    statuses: [200],
    pattern: /n8n is starting up/i,
    cause: 'n8n was starting: it answers everything with 200 then, and has dropped the callback.',
    remedy: 'Wait until n8n has started.',
    mayPass: true,
  },
  {
    statuses: [401],
    pattern: /no token/i,
    cause: 'The callback had no token: the header X-Document-Processing-Ticket is missing.',
    remedy:
      'The request was not sent by a Document Processing node, a proxy removed the header, or the sandbox left it out ' +
      '(no-secret).',
  },
  {
    statuses: [403],
    pattern: /token .*not valid/i,
    cause: 'Wrong secret: the token of the callback was signed with another secret than the one n8n checks it with.',
    remedy:
      'Choose the same credential in the node that sent the request and in the trigger (or the waiting node), and send the ' +
      'result again. If its callback secret or access token was changed meanwhile, the old token stays refused: send the ' +
      'document again.',
    isForNextTime: true,
  },
  {
    statuses: [403],
    pattern: /issued for something else/i,
    cause: 'The token of the callback is valid, but for another event or execution.',
    remedy: 'A late result of an earlier wait is refused. For others, check which events the trigger listens to.',
  },
  {
    statuses: [404],
    // Of a production URL n8n says how it differs from a test URL.
    pattern: /webhook-test|Click the '[\w ]+' button|Listen for test/i,
    cause: 'The address is the test URL of a trigger, and its editor is not listening.',
    remedy: 'Press "Execute workflow" (it takes one callback), or publish the workflow and use the production URL.',
  },
  {
    statuses: [404],
    pattern: /not registered for POST/i,
    cause: 'n8n has a webhook at this address, but it takes no POST.',
    remedy: 'Set the HTTP method of the Webhook node to POST, and publish the workflow.',
  },
  {
    statuses: [404],
    pattern: /not registered/i,
    cause:
      'n8n knows no trigger at this address: the workflow is not published (before n8n 2: not active), or was copied or deleted.',
    remedy: 'Publish the workflow with the trigger, and compare the address with the one that the trigger shows.',
    mayPass: true,
  },
  {
    statuses: [404],
    pattern: /execution .*does not exist/i,
    cause: 'The execution that waited for this result no longer exists.',
    remedy: 'It was deleted or pruned. Run the workflow again.',
    isForNextTime: true,
  },
  {
    statuses: [404, 405],
    pattern: ANY,
    cause: 'Wrong address: there is no webhook at this path, and perhaps another program than n8n.',
    remedy:
      'Compare the address with the one that the trigger shows, and check N8N_WEBHOOK_URL with its port and path.',
    mayPass: true,
  },
  {
    statuses: [409],
    pattern: /finished/i,
    cause: 'The execution that waited for this result has finished already.',
    remedy: 'It had its result, or its wait timed out. Run the workflow again.',
    isForNextTime: true,
  },
  {
    statuses: [409],
    pattern: ANY,
    cause: 'Too early: n8n had not yet stored the execution as waiting. Or it has gone on with this result already.',
    remedy:
      'Add an active Document Processing Trigger to the workflow: it holds early results back, and knows repeated ones.',
  },
  {
    statuses: [400],
    pattern: /HTTPS (?:port|server)/i,
    cause: 'The address begins with http, but what listens there speaks https.',
    remedy: 'Set N8N_WEBHOOK_URL to an address that begins with https.',
  },
  {
    statuses: [400],
    pattern: ANY,
    cause: 'The receiver cannot read the callback.',
    remedy: 'Its answer says why. With malformed, empty or html the sandbox breaks the body on purpose.',
  },
  {
    statuses: [413],
    pattern: ANY,
    cause: 'The callback is larger than the receiver takes.',
    remedy: 'Ask for no crops or images, or raise the limit of n8n (N8N_PAYLOAD_SIZE_MAX) or of the proxy before it.',
  },
  {
    statuses: [502],
    pattern: /restricted IP address/i,
    cause: 'n8n guards its network, and may not pass the result on to its own execution that waits for it.',
    remedy:
      'Allow the host of this address when you start n8n: a name in N8N_SSRF_ALLOWED_HOSTNAMES, an address in ' +
      'N8N_SSRF_ALLOWED_IP_RANGES.',
  },
  {
    statuses: [429, 502, 503, 504],
    pattern: ANY,
    cause: 'n8n, or the proxy before it, cannot answer now.',
    remedy: 'It starts, stops or is overloaded: its answer says which.',
    mayPass: true,
  },
  {
    statuses: [500],
    pattern: ANY,
    cause: 'n8n failed while it took the callback.',
    remedy: "Its answer and n8n's log say why.",
    mayPass: true,
  },
];
