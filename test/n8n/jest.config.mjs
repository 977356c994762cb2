// Tests in a complete n8n, with enough time for its start: two files at a time, because n8n works on one core and often waits.
export default {
  displayName: 'host',
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/[0-9.]+/'],
  modulePathIgnorePatterns: ['<rootDir>/[0-9.]+/', '<rootDir>/.run/'],
  watchPathIgnorePatterns: ['<rootDir>/[0-9.]+/'],
  globalSetup: '<rootDir>/prepare.ts',
  globalTeardown: '<rootDir>/sharedHost.ts',
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  maxWorkers: 2,
  testTimeout: 300_000,
};
