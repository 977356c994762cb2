// Two kinds of tests: the nodes, compiled as n8n loads them (CommonJS), and the workspaces, which are ES modules.
const swc = (module) => [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: module },
    sourceMaps: 'inline',
  },
];

export default {
  // A document's first reading loads the engines, and a machine may be busy.
  testTimeout: 30_000,
  // Jest leaves a core free: on a small machine that is half of it. More would be sandboxes with a gigabyte or two
  // each.
  maxWorkers: 2,
  projects: [
    {
      displayName: 'nodes',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      transform: { '\\.ts$': swc('commonjs') },
      // In the context that Jest makes for a file of tests, a look at a global is a thousand times slower than elsewhere.
      sandboxInjectedGlobals: ['Array', 'Date', 'JSON', 'Math', 'Number', 'Object', 'String', 'Uint8Array', 'isNaN'],
    },
    ...['reader', 'server'].map((part) => ({
      displayName: part === 'server' ? 'sandbox' : part,
      rootDir: `${import.meta.dirname}/test/sandbox/${part}`,
      testMatch: ['<rootDir>/**/*.test.ts'],
      extensionsToTreatAsEsm: ['.ts'],
      transform: { '\\.ts$': swc('es6') },
    })),
  ],
};
