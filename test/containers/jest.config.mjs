// Tests in containers: one after the other, because they share what `docker compose up` has started.
import { ofNodes, suite } from '../../jest.config.mjs';

export default {
  ...suite(ofNodes('test/containers')),
  globalSetup: '<rootDir>/prepare.ts',
  globalTeardown: '<rootDir>/cleanUp.ts',
  maxWorkers: 1,
  testTimeout: 600_000,
};
