// A file of tests in Node's own global scope, in which n8n runs too. Jest's own environment is a new scope for each file: every
// package is loaded again in it, and a look at a global takes a thousand times as long.
import { ModuleMocker } from 'jest-mock';

export default class OwnScope {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #before = { exit: process.exit, console: globalThis.console, env: { ...process.env } };
  #symbols = Object.getOwnPropertySymbols(globalThis);

  setup() {}

  /** Nothing of a file stays for the next one: what Jest has put into the scope, and the settings of the process. */
  teardown() {
    const { exit, console, env } = this.#before;
    process.exit = exit;
    globalThis.console = console;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (!this.#symbols.includes(symbol)) Reflect.deleteProperty(globalThis, symbol);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
