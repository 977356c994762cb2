// The tests that one runs all day: those of the nodes. Each other suite has a jest.config.mjs of its own, made of the parts here.
const root = import.meta.dirname;

const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** Tests of the nodes, which are compiled as n8n loads them (CommonJS). */
export const ofNodes = (folder, others = []) => ({
  displayName: folder.replace('test/', ''),
  rootDir: root,
  // Not everywhere: the files of both n8n are many.
  roots: [folder, 'nodes', 'credentials', 'test/engine', 'test/support'].map((name) => `<rootDir>/${name}`),
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: others.map((other) => `/${other}/`),
  transform: { '\\.ts$': swc },
  // What is imported when it is used has the name of its compiled file.
  moduleNameMapper: { '^(\\.{1,2}/(?:billing|callback|execution)/.*)\\.js$': '$1' },
  testEnvironment: `${root}/test/engine/jest/environment.mjs`,
  runtime: `${root}/test/engine/jest/runtime.mjs`,
});

/** Tests of the workspaces, which are ES modules: Node loads them as it loads the sandbox. */
export const ofSandbox = (folder) => ({
  displayName: folder.replace('test/', ''),
  rootDir: `${root}/${folder}`,
  testMatch: ['<rootDir>/**/*.test.ts'],
  transform: {},
  testEnvironment: `${root}/test/engine/jest/environment.mjs`,
  runtime: `${root}/test/engine/jest/native-runtime.mjs`,
});

export const suite = (...projects) => ({
  // What ends takes seconds; the limit is for a machine with much other work.
  testTimeout: 180_000,
  // Jest leaves a core free: on a small machine that is half of it. More would be sandboxes with a gigabyte or two
  // each.
  maxWorkers: 2,
  projects,
});

export default suite(ofNodes('test/nodes', ['fuzz', 'release']));
