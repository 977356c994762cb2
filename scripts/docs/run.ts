// npm run docs: writes the generated parts of README.md, docs/making/architecture.md and docs/errors.md, docs/service-interface.md, and
// what comes from running the samples: docs/operations and the schemas beside the node.
// With `-- --into FOLDER` the pages go there, without what the samples give: test/nodes/release/readme.test.ts compares them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { interfacePage } from '../../sandbox/server/documentation/markdown.ts';
import { openApiDocument } from '../../sandbox/server/documentation/openapi.ts';
import { loadErrors, loadOperations } from '../../test/support/builtOperations.ts';
import { ERRORS, errorParts } from './errors-page.ts';
import { fillIn, operationsTable, README } from './readme.ts';
import { ARCHITECTURE, structurePictures } from './structure.ts';

const { into } = parseArgs({ options: { into: { type: 'string' } } }).values;

function write(page: string, text: string): void {
  const file = join(into ?? '.', page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const writeParts = (page: string, parts: Record<string, string>): void =>
  write(page, fillIn(readFileSync(page, 'utf8'), parts));

const { operations, properties } = loadOperations();
writeParts(README, { operations: operationsTable(operations, properties) });
writeParts(ARCHITECTURE, structurePictures());
writeParts(ERRORS, errorParts(loadErrors(), properties));
void openApiDocument().then((document) => write('docs/service-interface.md', interfacePage(document)));

// The samples are run where they are tested.
if (into === undefined)
  execFileSync(
    process.execPath,
    ['--no-warnings', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'test/nodes/schema.test.ts'],
    { env: { ...process.env, UPDATE: '1' }, stdio: 'inherit' },
  );
