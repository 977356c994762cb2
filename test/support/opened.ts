import { startServer } from './server.ts';

interface Closable {
  close(): Promise<unknown>;
}

/** Opens something for each test and closes it after. What is returned has its members while a test runs. */
export function openedForEachTest<T extends Closable>(open: (opened: T) => Promise<T>): T {
  const opened = {} as T;
  beforeEach(async () => void Object.assign(opened, await open(opened)));
  afterEach(async () => void (await opened.close()));
  return opened;
}

/** The same, once for all tests of a file or a block. */
export function openedForAllTests<T extends Closable>(open: (opened: T) => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => void Object.assign(opened, await open(opened)));
  afterAll(async () => void (await opened.close()));
  return opened;
}

/** Such a server. */
export const serverForEachTest = (...given: Parameters<typeof startServer>) =>
  openedForEachTest(() => startServer(...given));
export const serverForAllTests = (...given: Parameters<typeof startServer>) =>
  openedForAllTests(() => startServer(...given));
