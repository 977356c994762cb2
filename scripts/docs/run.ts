// npm run docs: writes the generated parts of README.md and docs/architecture.md, docs/errors.md, docs/service-interface.md, and what comes
// from running the samples: docs/output.md, docs/operations and the schemas beside the node.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadErrors, loadOperations } from '../../test/support/builtOperations.ts';
import { interfacePage } from '../../sandbox/server/documentation/markdown.ts';
import { openApiDocument } from '../../sandbox/server/documentation/openapi.ts';
import { ERRORS, errorParts } from './errors-page.ts';
import { demoOutput, fillIn, operationsTable, README } from './readme.ts';
import { ARCHITECTURE, structurePictures } from './structure.ts';

const { operations, properties } = loadOperations();
const parts = { operations: operationsTable(operations, properties), example: demoOutput() };
writeFileSync(README, fillIn(readFileSync(README, 'utf8'), parts));
writeFileSync(ARCHITECTURE, fillIn(readFileSync(ARCHITECTURE, 'utf8'), structurePictures()));
writeFileSync(ERRORS, fillIn(readFileSync(ERRORS, 'utf8'), errorParts(loadErrors())));
void openApiDocument().then((document) => writeFileSync('docs/service-interface.md', interfacePage(document)));

// The samples are run where they are tested.
execFileSync(
  process.execPath,
  [
    '--no-warnings',
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    'test/unit/schema.test.ts',
    '--selectProjects',
    'nodes',
  ],
  { env: { ...process.env, UPDATE: '1' }, stdio: 'inherit' },
);
