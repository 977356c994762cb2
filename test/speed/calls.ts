// Calls of functions in another process, because the service and the client must not share an event loop with the bench.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../n8n/lines.ts';

type Functions = Record<string, (argument: never) => unknown>;

interface Call {
  id: number;
  name: string;
  argument: unknown;
}

interface Reply {
  id: number;
  value?: unknown;
  problem?: string;
}

/** A child process whose functions can be called, with one argument each. */
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
  const open = new Map<number, { resolve: (value: never) => void; reject: (cause: Error) => void }>();
  const fail = (problem: string) => {
    for (const { reject } of open.values()) reject(new Error(problem));
    open.clear();
  };
  child.on('message', ({ id, value, problem }: Reply) => {
    const waiting = open.get(id);
    open.delete(id);
    if (problem === undefined) waiting?.resolve(value as never);
    else waiting?.reject(new Error(`${file}: ${problem}`));
  });
  child.on('exit', (code) => fail(`${file} ended with code ${code}`));
  let calls = 0;
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        open.set(id, { resolve, reject });
        child.send({ id, name, argument } satisfies Call);
      }),
    end: () => void child.kill(),
  };
}

/** In the child process: responds to each call with the result of the function. Ends with the caller. */
export function answerCalls(functions: Functions): void {
  process.on('message', ({ id, name, argument }: Call) => {
    const reply = (answer: Omit<Reply, 'id'>) => process.send?.({ id, ...answer });
    Promise.resolve()
      .then(() => functions[name]?.(argument as never))
      .then(
        (value) => reply({ value }),
        (caught: Error) => reply({ problem: String(caught.stack) }),
      );
  });
  process.on('disconnect', () => process.exit());
}
