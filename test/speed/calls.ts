// Calls of functions in another process, because the service and the client must not share an event loop.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../n8n/lines.ts';

type Functions = Record<string, (argument: never) => unknown>;

interface Reply {
  value?: unknown;
  problem?: string;
}

/** A child process whose functions can be called, one at a time, with one argument each. */
export interface Callee<T extends Functions> {
  call: <Name extends keyof T & string>(
    name: Name,
    argument: Parameters<T[Name]>[0],
  ) => Promise<Awaited<ReturnType<T[Name]>>>;
  end: () => void;
}

/** Starts a file of this folder that calls `answerCalls`. */
export function startCallee<T extends Functions>(file: string): Callee<T> {
  const child = fork(join(root, 'test/speed', file), {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    call: async (name, argument) => {
      child.send({ name, argument });
      const answered = new AbortController();
      const ended = once(child, 'exit', answered).then(([code]) => [{ problem: `ended with code ${code}` }]);
      const [reply] = (await Promise.race([once(child, 'message', answered), ended])) as [Reply];
      answered.abort();
      if (reply.problem !== undefined) throw new Error(`${file}: ${reply.problem}`);
      return reply.value as never;
    },
    end: () => void child.kill(),
  };
}

/** In the child process: responds to each call with the result of the function. Ends with the caller. */
export function answerCalls(functions: Functions): void {
  process.on('message', ({ name, argument }: { name: string; argument: unknown }) => {
    Promise.resolve()
      .then(() => functions[name]?.(argument as never))
      .then(
        (value) => process.send?.({ value }),
        (caught: Error) => process.send?.({ problem: String(caught.stack) }),
      );
  });
  process.on('disconnect', () => process.exit());
}
