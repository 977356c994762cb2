import type { Settings } from './settings.ts';

/** Why the sandbox cannot start, and what to do, of what the system says. */
export function startError(error: NodeJS.ErrnoException, { port, host, dataFolder }: Settings): Error {
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return new Error(listenError(error, port, host));
  const isOfFolder = error.syscall !== undefined || /database|sqlite/i.test(`${error.code} ${error.message}`);
  if (!isOfFolder || dataFolder === null) return error;
  if (/locked/.test(error.message))
    return new Error(
      `the folder ${dataFolder} is used by another sandbox. Stop that one, or choose another folder: --data. If there is ` +
        'none, one was killed: remove sandbox.sqlite.lock in the folder, if it is there',
    );
  return new Error(
    `nothing can be written into the folder ${dataFolder} (${error.message}). Choose another one: --data`,
  );
}

function listenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program. Choose another one, or 0 for a free one: --port ${port + 1}`;
  if (code === 'EACCES') return `this account may not listen on port ${port}. Choose one from 1024 on: --port 4010`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `this machine has no address "${host}". Use one that it has, or 0.0.0.0 for all: --host 127.0.0.1`;
  return message;
}
