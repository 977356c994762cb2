import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A wrong command line: only its message is printed. */
export class UsageError extends Error {}

/** Parses a command line. `explain` says what is wrong with one, by the reason of Node. */
export function parseCommandLine<T extends ParseArgsConfig>(config: T, explain: (reason: string) => string) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(explain((error as Error).message));
  }
}
