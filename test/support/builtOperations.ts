import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import type * as Kinds from '../../nodes/DocumentProcessing/common/errors.ts';
import type * as Errors from '../../nodes/DocumentProcessing/transport/node-error.ts';
import type { Operation } from '../../nodes/DocumentProcessing/operations/operation.ts';

/** The operations table of the built package. Every command of this repository runs from its root. */
export const loadOperations = (): { operations: Operation[]; properties: INodeProperties[] } =>
  loadBuilt('operations/index.js') as ReturnType<typeof loadOperations>;

export const loadErrors = (): typeof Kinds & typeof Errors => ({
  ...(loadBuilt('common/errors.js') as typeof Kinds),
  ...(loadBuilt('transport/node-error.js') as typeof Errors),
});

const loadBuilt = (path: string): unknown =>
  createRequire(join(process.cwd(), 'package.json'))(`./dist/nodes/DocumentProcessing/${path}`);

const takesFile = ({ fields }: Operation): boolean =>
  fields.some(
    ({ name, options = [] }) =>
      name === 'source' && options.some((option) => 'value' in option && option.value === 'binary'),
  );

const isMissing = ({ required = false, default: value }: INodeProperties): boolean => required && value === '';

/** The operations the demo can run: they take a file, ask for nothing else and return their result at once. */
export const demoOperations = (): Operation[] =>
  loadOperations().operations.filter(
    (operation) => takesFile(operation) && !operation.fields.some(isMissing) && operation.isAsynchronous !== true,
  );
