import { join, resolve } from 'node:path';
import { DATABASE, NAME } from './dataFolder.ts';
import type { Settings } from './settings.ts';

/** Why the sandbox cannot start, and what to do, of what the system says. */
export function startError(error: NodeJS.ErrnoException, { port, host, dataFolder, temporaryFolder }: Settings): Error {
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return new Error(listenError(error, port, host));
  const isOfDatabase = /sqlite/i.test(`${error.code} ${error.name}`);
  const { message, path } = error;
  const isIn = (folder: string, inner: string) => resolve(inner).startsWith(resolve(folder));
  const isOf = (folder: string) => path !== undefined && (isIn(folder, path) || isIn(path, folder));
  if (error.syscall === 'mkdtemp') return notWritable(temporaryFolder, message);
  if (dataFolder === null || !(isOfDatabase || isOf(dataFolder))) return error;
  if (/locked/.test(message))
    return new Error(
      `the folder ${dataFolder} is used by another sandbox. Stop that one, or choose another folder: --data. If there is ` +
        `none, one was killed: remove ${DATABASE}.lock in its folder ${NAME}, if it is there`,
    );
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
    return new Error(`${dataFolder} is not a folder, or not in one. Choose a folder: --data (SANDBOX_DATA)`);
  const database = join(dataFolder, NAME, DATABASE);
  if (error.code === 'SQLITE_OTHER_VERSION')
    return new Error(
      `the database ${database} is of another version of the sandbox (${message}). Start that one, or choose another ` +
        'folder: --data (SANDBOX_DATA)',
    );
  if (isOfDatabase && !/(?:unable to|could not) open|readonly|full|disk I\/O/i.test(message))
    return new Error(
      `the database ${database} is damaged (${message}). Move it elsewhere with the file ` +
        `${DATABASE}-wal beside it: the sandbox then begins anew, without usage and processes. Or choose another folder: --data`,
    );
  return notWritable(dataFolder, message);
}

const notWritable = (folder: string, message: string) =>
  new Error(`nothing can be written into the folder ${folder} (${message}). Choose another one: --data (SANDBOX_DATA)`);

function listenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program. Choose another one, or 0 for a free one: --port ${port + 1}`;
  if (code === 'EACCES') return `this account may not listen on port ${port}. Choose one from 1024 on: --port 4010`;
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL' || code === 'ENOTFOUND' || code?.startsWith('EAI_'))
    return `this machine has no address "${host}". Use one that it has, or 0.0.0.0 for all: --host 127.0.0.1 (SANDBOX_HOST)`;
  return message;
}
