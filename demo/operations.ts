import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../nodes/DocumentProcessing/operations/operation.ts';

/** The operations table of the built package. Every command of this repository runs from its root. */
export function loadOperations(): { operations: Operation[]; properties: INodeProperties[] } {
  const load = createRequire(join(process.cwd(), 'package.json'));
  return load('./dist/nodes/DocumentProcessing/operations/index.js') as ReturnType<typeof loadOperations>;
}

const takesFile = ({ fields }: Operation): boolean =>
  fields.some(
    ({ name, options = [] }) =>
      name === 'source' && options.some((option) => 'value' in option && option.value === 'binary'),
  );

/** The operations the demo can run: they take a file and return their result at once. */
export const demoOperations = (): Operation[] =>
  loadOperations().operations.filter((operation) => takesFile(operation) && operation.isAsynchronous !== true);
