// A process that runs chosen tests with one mutant active, or with none, until a test fails.
import { join } from 'node:path';
import { readConfigs } from 'jest-config';
import Runner from 'jest-runner';
import Runtime from 'jest-runtime';

const root = process.cwd();
const argv = { config: join(root, 'test/mutants/jest.config.mjs') };
const { globalConfig, configs } = await readConfigs(argv, [root]);
const context = await Runtime.createContext(configs[0], { console, maxWorkers: 1, watchman: false });

/** What a file reaches before, between and after its tests belongs to the test without a name. */
async function run({ file, only, mutant }) {
  const reached = { '': { mutants: new Set(), took: 0 } };
  const failed = [];
  let [test, began] = ['', 0];
  globalThis.isMutant = (id) => {
    reached[test].mutants.add(id);
    return id === mutant;
  };
  globalThis.mutation = {
    starts(name) {
      [test, began] = [name, Date.now()];
      reached[test] ??= { mutants: new Set(), took: 0 };
      return (mutant === undefined || failed.length === 0) && (!only || only.includes(name));
    },
    ends({ errors }) {
      if (errors.length > 0) failed.push(test);
      reached[test].took = Date.now() - began;
      test = '';
    },
  };
  const runner = new Runner(globalConfig, {});
  runner.on('test-file-success', ([, { testExecError }]) => testExecError && failed.push(''));
  runner.on('test-file-failure', () => failed.push(''));
  const start = Date.now();
  await runner.runTests([{ path: join(root, file), context }], { isInterrupted: () => false }, { serial: true });
  const tests = Object.entries(reached).map(([name, { mutants, took }]) => ({ name, mutants: [...mutants], took }));
  return { tests, failed, took: Date.now() - start, memory: process.memoryUsage.rss() };
}

process.on('message', async (job) => process.send(await run(job)));
process.send('ready');
