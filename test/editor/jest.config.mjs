// Tests in the editor of a complete n8n, in a browser: one at a time, against one n8n that is started before the first.
import host from '../n8n/jest.config.mjs';

export default {
  ...host,
  displayName: 'editor',
  rootDir: import.meta.dirname,
  testPathIgnorePatterns: [],
  modulePathIgnorePatterns: ['<rootDir>/../n8n/[0-9.]+/', '<rootDir>/../n8n/.run/'],
  watchPathIgnorePatterns: [],
  globalSetup: '<rootDir>/startN8n.ts',
  globalTeardown: '<rootDir>/stopN8n.ts',
  maxWorkers: 1,
  testTimeout: 240_000,
};
