import { ValidationError } from '../common/errors';

/** Refuses a callback URL that a service on the internet cannot call. A service in the same network may well be able to. */
export function checkReachable(callbackUrl: string, baseUrl: string, isFallback = false): void {
  const host = unreachableHost(callbackUrl, baseUrl);
  if (host === undefined) return;
  if (isFallback)
    throw new ValidationError(
      `The service cannot call the "Fallback URL" at "${host}", an address inside your own network`,
      'Nothing was sent. Enter the URL at which it is reached from the internet. If the service does reach this address, ' +
        'set the option "Send Anyway".',
    );
  throw new ValidationError(
    `The service cannot call this n8n back at "${host}", an address inside your own network`,
    'Nothing was sent. Set the environment variable N8N_WEBHOOK_URL (before n8n 2.39: WEBHOOK_URL) of n8n to the URL at ' +
      'which it is reached from the internet, restart n8n and activate the workflow again. Without such a URL, use a tunnel ' +
      'and set the variable to its URL. If the service does reach this address, set the option "Send Anyway".',
  );
}

/** The host of a callback URL, if a service on the internet cannot call it. */
export function unreachableHost(callbackUrl: string, baseUrl: string): string | undefined {
  if (!URL.canParse(callbackUrl) || !URL.canParse(baseUrl.trim())) return undefined;
  const { host, hostname } = new URL(callbackUrl);
  return isPrivateHost(hostname) && !isPrivateHost(new URL(baseUrl.trim()).hostname) ? host : undefined;
}

const PRIVATE_DOMAINS = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|private|corp|home|home\.arpa)$/;

/** A host that is not on the internet: this machine, a private network, or a name only a local network knows. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host.startsWith('[')) return isPrivateIPv6(host.slice(1, -1));
  // `URL` has already rewritten every notation of an IPv4 address, such as 0x7f.1 or 2130706433.
  const octets = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1).map(Number);
  if (octets) return isPrivateIPv4(octets);
  return !host.includes('.') || PRIVATE_DOMAINS.test(host);
}

function isPrivateIPv4([first = 0, second = 0, third = 0]: number[]): boolean {
  if (first === 0 || first === 10 || first === 127 || first >= 224) return true;
  if (first === 100) return second >= 64 && second < 128;
  if (first === 169) return second === 254;
  if (first === 172) return second >= 16 && second < 32;
  if (first === 192) return second === 168 || (second === 0 && third === 0);
  return first === 198 && (second === 18 || second === 19);
}

/** `URL` has shortened the address. */
const isPrivateIPv6 = (address: string): boolean => /^(?:::1?$|f[cd]|fe[89a-f]|ff)/.test(address);
