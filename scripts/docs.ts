// npm run docs: writes the parts of README.md that are made of something else.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadOperations } from '../demo/operations.ts';
import { demoOutput, fillIn, operationsTable, README } from './readme.ts';

const { operations, properties } = loadOperations();
const parts = { operations: operationsTable(operations, properties), example: demoOutput() };
writeFileSync(README, fillIn(readFileSync(README, 'utf8'), parts));
