// npm run docs: writes the generated parts of README.md and docs/architecture.md, and docs/service-interface.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadOperations } from '../demo/operations.ts';
import { interfacePage } from '../sandbox/src/documentation/markdown.ts';
import { openApiDocument } from '../sandbox/src/documentation/openapi.ts';
import { demoOutput, fillIn, operationsTable, README } from './readme.ts';
import { ARCHITECTURE, structurePictures } from './structure.ts';

const { operations, properties } = loadOperations();
const parts = { operations: operationsTable(operations, properties), example: demoOutput() };
writeFileSync(README, fillIn(readFileSync(README, 'utf8'), parts));
writeFileSync(ARCHITECTURE, fillIn(readFileSync(ARCHITECTURE, 'utf8'), structurePictures()));
void openApiDocument().then((document) => writeFileSync('docs/service-interface.md', interfacePage(document)));
