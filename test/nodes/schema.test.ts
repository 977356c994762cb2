// `npm run docs` rewrites the files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts';
import { operations, properties } from '../../nodes/DocumentProcessing/operations';
import { sampleOf } from './schema/document.ts';
import { OPERATION_PAGES, operationPage, operationsIndex, pagePath } from './schema/operation-page.ts';
import { runSample, SAMPLES } from './schema/samples.ts';
import { schemaOf } from './schema/schema.ts';

/** Where n8n looks for schemas: beside the node, with its version in three parts. */
const schemaPath = (operation: string): string =>
  `nodes/DocumentProcessing/__schema__/v1.0.0/${operation.replace('.', '/')}.json`;

function expectFile(path: string, content: string): void {
  if (process.env['UPDATE']) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const found = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (found !== content) throw new Error(`${path} is ${found === undefined ? 'missing' : 'out of date'}: npm run docs`);
}

const names = operations.map(({ resource, operation }) => `${resource}.${operation}`);
const itemsOf: Record<string, INodeExecutionData[][]> = {};

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  for (const name of names) {
    itemsOf[name] = [];
    for (const sample of SAMPLES[name] ?? []) itemsOf[name].push(await runSample(name, sample, sandbox));
  }
});
afterAll(async () => sandbox.stop());

test('every operation has a sample', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...names].sort());
  expect(
    Object.values(itemsOf)
      .flat()
      .every((items) => items.length > 0),
  ).toBe(true);
});

test.each(names)('the schema of %s describes its output', (name) => {
  const values = itemsOf[name]!.flat().map(({ json }) => json);
  if (values.length === 0) throw new Error(`test/nodes/schema/samples.ts has no sample of ${name}`);
  const schema = schemaOf(name, values);
  expectFile(schemaPath(name), `${JSON.stringify(schema, null, 2)}\n`);
});

describe('The pages of the operations', () => {
  const resourceNames = Object.fromEntries(
    (properties.find(({ name }) => name === 'resource')?.options ?? []).flatMap((option) =>
      'value' in option ? [[String(option.value), option.name]] : [],
    ),
  );

  test.each(operations.map((one) => [`${one.resource}.${one.operation}`, one] as const))(
    '%s is described as it is, with a sample that was run',
    (name, operation) => {
      const { parameters, document } = SAMPLES[name]![0]!;
      const sample = {
        ...(parameters && { parameters }),
        ...(document !== undefined && { document }),
        output: sampleOf(itemsOf[name]![0]![0]!),
      };
      expectFile(
        pagePath(operation),
        operationPage(operation, resourceNames[operation.resource] ?? '', sample, operations),
      );
    },
  );

  test('are listed', () => {
    expectFile(`${OPERATION_PAGES}/README.md`, operationsIndex(operations, resourceNames));
  });
});
