// The tests of the nodes, and those of the control, with the mutants compiled in.
import { ofNodes, suite } from '../../jest.config.mjs';

const tests = ofNodes('test/nodes', ['fuzz', 'release']);
const [, settings] = tests.transform['\\.ts$'];

const { testTimeout } = suite();

export default {
  ...tests,
  testTimeout,
  roots: [...tests.roots, '<rootDir>/test/mutants'],
  transform: { '\\.ts$': ['<rootDir>/test/mutants/transform.mjs', settings] },
  testEnvironment: '<rootDir>/test/mutants/environment.mjs',
};
