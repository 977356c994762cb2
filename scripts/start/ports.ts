// On which port each part listens: that of the last start, or the next one if another program has it.
import { UsageError } from '../commandLine.ts';
import { freePortFrom, isFree } from '../../test/n8n/settings.ts';
import type { Memory } from './dataFolder.ts';

export interface Ports {
  n8n: number;
  sandbox: number;
  mail: number;
  samples: number;
}

const NAMES = { n8n: 'n8n', sandbox: 'the sandbox', mail: 'the mail server', samples: 'the server of the samples' };

/** Those of the last start, on which bookmarks, results under way and the credential rely. */
export const portsOf = ({ n8nPort, sandboxPort, mailPort, samplesPort }: Memory): Ports => ({
  n8n: n8nPort ?? 5678,
  sandbox: sandboxPort ?? 4010,
  mail: mailPort ?? 2525,
  samples: samplesPort ?? 4020,
});

/** The port that the user has chosen for n8n: another one would be none of the user's. */
export async function chosenPort(port: number): Promise<number> {
  if (await isFree(port)) return port;
  throw new UsageError(
    `Port ${port} is taken by another program${port < 1024 ? ', or not for this account' : ''}. ` +
      `Choose another one: npm start -- --port ${port < 1024 ? 5678 : port + 1}`,
  );
}

const ATTEMPTS = 10;

/** Starts what listens on a port that `choose` finds free, and again where another program takes it meanwhile. */
export async function listening<T>(choose: () => Promise<number>, start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const port = await choose();
    try {
      return await start(port);
    } catch (error) {
      if (!saysPortTaken(error as NodeJS.ErrnoException) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** In the words of Node, of n8n, whose task broker has a port too, or of the sandbox. */
const saysPortTaken = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'EADDRINUSE' || /port \d+ is (?:already in use|taken)/.test(message);

/** The first free one from that of the last start on, other than the one that n8n is to get. */
export const besides = (n8nPort: number, first: number) => () => freePortFrom(first, n8nPort);

/** What the user should know of parts that listen elsewhere than before. */
export function movesOf(before: Ports, now: Ports, chosen: number | undefined, isFirstStart: boolean): string[] {
  const reason = (part: keyof Ports): string =>
    part === 'n8n' && chosen !== undefined
      ? `n8n uses port ${chosen} from now on.`
      : `Port ${before[part]} is taken by another program, so ${NAMES[part]} uses ${now[part]} from now on.`;
  const moved = (Object.keys(NAMES) as Array<keyof Ports>).filter((part) => before[part] !== now[part]);
  return moved.map((part) => (part === 'n8n' && !isFirstStart ? `${reason(part)} ${OLD_ADDRESS}` : reason(part)));
}

const OLD_ADDRESS = 'Results of the sandbox that are under way go there; bookmarks and open pages of forms do not.';
